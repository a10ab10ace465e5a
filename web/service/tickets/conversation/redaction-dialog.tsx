import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'

type Props = { open: boolean; onClose: () => void; redact: () => Promise<Outcome<unknown>> }

export function RedactionDialog({ open, onClose, redact }: Props) {
  const { write, isPending, problem } = useWrite(redact, { onAnswer: onClose })

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this message permanently?"
      confirmLabel="Delete permanently"
      busy={isPending}
      onConfirm={() => write()}
    >
      Its text, its attachments and its mail are deleted for everyone. This cannot be undone. Copies in the mailboxes of
      recipients stay.
      {problem && (
        <span role="alert" className="mt-2 block text-red-ink">
          {problem.detail}
        </span>
      )}
    </ConfirmDialog>
  )
}
