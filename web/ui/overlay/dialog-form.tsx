import type { ReactNode, Ref } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { DialogBody, DialogFooter } from './dialog.tsx'

type Props = {
  label: string
  cancelLabel?: string
  note?: ReactNode
  busy?: boolean
  ref?: Ref<HTMLFormElement>
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

export const DialogForm = ({ label, cancelLabel = 'Cancel', note, busy, ref, onClose, onSubmit, children }: Props) => (
  <form
    ref={ref}
    data-asks-before-closing
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    <DialogBody>{children}</DialogBody>
    <DialogFooter note={note}>
      <Button size="md" onClick={onClose}>
        {cancelLabel}
      </Button>
      <Button size="md" variant="primary" type="submit" busy={busy}>
        {label}
      </Button>
    </DialogFooter>
  </form>
)
