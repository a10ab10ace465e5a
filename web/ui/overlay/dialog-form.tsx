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

/** A form in a dialog. Ctrl or ⌘ with ↵ submits it, also from a field with several lines. */
export function DialogForm({ label, cancelLabel = 'Cancel', note, busy, ref, onClose, onSubmit, children }: Props) {
  return (
    <form
      ref={ref}
      data-asks-before-closing
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      onKeyDownCapture={(event) => {
        const { key, metaKey, ctrlKey, target, currentTarget } = event
        if (key !== 'Enter' || !(metaKey || ctrlKey) || event.nativeEvent.isComposing) return
        // A dialog over this one is its child for React only.
        if (!(target instanceof Node && currentTarget.contains(target))) return
        event.preventDefault()
        event.stopPropagation()
        if (!busy) onSubmit()
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
}
