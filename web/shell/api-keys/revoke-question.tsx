import { useRef } from 'react'
import type { ApiKey } from '#contract/workspace/api-keys.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'

type Props = { asked: ApiKey | undefined; onConfirm: (key: ApiKey) => void; onClose: () => void }

export function RevokeQuestion({ asked, onConfirm, onClose }: Props) {
  // The text stays while the dialog fades out.
  const last = useRef(asked)
  if (asked) last.current = asked
  const key = last.current
  if (!key) return null
  return (
    <ConfirmDialog
      open={Boolean(asked)}
      onClose={onClose}
      title={`Revoke ${key.name}?`}
      confirmLabel="Revoke API key"
      onConfirm={() => onConfirm(key)}
    >
      Programs that use this key lose access at once. This cannot be undone.
    </ConfirmDialog>
  )
}
