import { DialogTitle } from '@headlessui/react'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Modal } from './modal.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  size?: keyof typeof widths
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A dialog. After somebody typed in its `DialogForm`, Escape, Close and a click beside it ask first. */
export function Dialog({ open, onClose, children, ...rest }: DialogProps) {
  const hasTyped = useRef(false)
  const focused = useRef<HTMLElement>(null)
  const [isAsking, setAsking] = useState(false)
  useLayoutEffect(() => {
    if (open) return
    hasTyped.current = false
    setAsking(false)
  }, [open])
  // Headless UI does not return the focus from a dialog to the dialog around it.
  useEffect(() => {
    if (!isAsking) return
    const typedIn = focused.current
    return () => void setTimeout(() => typedIn?.focus())
  }, [isAsking])

  function close() {
    if (!hasTyped.current) return onClose()
    focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setAsking(true)
  }

  return (
    <DialogFrame {...rest} open={open} onClose={close}>
      <div
        className="contents"
        onInput={({ target, currentTarget }) => {
          hasTyped.current ||= isTyping(target, currentTarget)
        }}
      >
        {children}
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Close without saving?"
        cancelLabel="Keep editing"
        confirmLabel="Discard changes"
        onConfirm={onClose}
      >
        What you typed is not saved yet and would be lost.
      </ConfirmDialog>
    </DialogFrame>
  )
}

const DialogFrame = ({ open, onClose, title, size = 'sm', initialFocus, children }: DialogProps) => (
  <Modal open={open} onClose={onClose} initialFocus={initialFocus} placement="middle" className={widths[size]}>
    <div className="flex items-start justify-between gap-3 px-5 pt-5 pb-1">
      <DialogTitle className="text-title font-semibold">{title}</DialogTitle>
      <IconButton icon={X} label="Close" keys="esc" className="-mt-0.5 -mr-1.5" onClick={onClose} />
    </div>
    <div className="min-h-0 scroll-pb-16 overflow-y-auto">{children}</div>
  </Modal>
)

// Searching and confirming is no change that can be lost. React also reports events of a dialog opened from this one.
const isTyping = (target: EventTarget, dialog: HTMLElement) =>
  target instanceof HTMLElement &&
  dialog.contains(target) &&
  target.closest('[data-asks-before-closing]') !== null &&
  !target.matches('[type=search], [role=combobox]')

const widths = { sm: 'max-w-110', md: 'max-w-130', wide: 'max-w-180', lg: 'max-w-220' }

export const DialogBody = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-4 px-5 pt-1 pb-5">{children}</div>
)

export const DialogFooter = ({ note, onCancel, children }: FooterProps) => (
  <footer className="sticky bottom-0 z-1 flex min-h-14 flex-wrap items-center justify-end gap-2 border-t border-line bg-foot px-5 py-3">
    {note && <span className="mr-auto text-meta text-ink-3 max-md:basis-full">{note}</span>}
    {onCancel && (
      <Button size="md" onClick={onCancel}>
        Cancel
      </Button>
    )}
    {children}
  </footer>
)

type FooterProps = { note?: ReactNode; onCancel?: () => void; children: ReactNode }

type ConfirmProps = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  onConfirm: () => void
  busy?: boolean
  typeToConfirm?: string
}

export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  onConfirm,
  busy,
  typeToConfirm,
}: ConfirmProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState('')
  return (
    <DialogFrame open={open} onClose={onClose} title={title} initialFocus={typeToConfirm ? undefined : cancel}>
      <DialogBody>
        <div className="text-ink-2">{children}</div>
        {typeToConfirm && (
          <Field label={`Type ${typeToConfirm} to confirm`}>
            <Input autoComplete="off" value={typed} onText={setTyped} />
          </Field>
        )}
      </DialogBody>
      <DialogFooter>
        <Button ref={cancel} size="md" onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button
          size="md"
          variant="danger"
          busy={busy}
          disabled={Boolean(typeToConfirm) && typed !== typeToConfirm}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </DialogFrame>
  )
}
