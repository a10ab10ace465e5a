import { Button } from '#web/ui/button/button.tsx'

type Props = { intent: string; label: string; isSending: boolean; onCancel?: (() => void) | undefined }

export const SendOrCancel = ({ intent, label, isSending, onCancel }: Props) => (
  <div className="flex gap-2">
    <Button type="submit" name="intent" value={intent} variant="primary" size="md" busy={isSending}>
      {label}
    </Button>
    {onCancel && (
      <Button variant="ghost" size="md" onClick={onCancel}>
        Cancel
      </Button>
    )}
  </div>
)
