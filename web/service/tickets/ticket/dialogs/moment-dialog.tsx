import { type FormEvent, type Ref, useRef, useState } from 'react'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { fieldValue, momentWords, suggestMoments } from './moments.ts'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  confirmLabel: string
  /** Says what time it is then elsewhere, for example where the customer is. */
  elsewhere?: (at: Date) => string | null
  onChoose: (at: Date) => void
}

export function MomentDialog({ open, onClose, title, ...rest }: Props) {
  const first = useRef<HTMLButtonElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title={title} initialFocus={first}>
      <MomentForm first={first} onClose={onClose} {...rest} />
    </Dialog>
  )
}

type FormProps = Omit<Props, 'open' | 'title'> & { first: Ref<HTMLButtonElement> }

function MomentForm({ first, onClose, confirmLabel, elsewhere, onChoose }: FormProps) {
  const [now] = useState(() => new Date())
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [tries, setTries] = useState(0)
  const form = useFocusOnFault(null, tries)

  function choose(at: Date) {
    onClose()
    onChoose(at)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTries(tries + 1)
    const at = new Date(text)
    if (Number.isNaN(at.getTime())) return setError('Enter a day and a time')
    if (at.getTime() <= Date.now()) return setError('Choose a time in the future')
    choose(at)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <DialogBody>
        <ul className="-mx-2 grid gap-px">
          {suggestMoments(now).map(({ label, at }, index) => (
            <li key={label}>
              <button
                type="button"
                ref={index === 0 ? first : undefined}
                onClick={() => choose(at)}
                className="flex min-h-8 w-full items-center justify-between gap-4 rounded-sm px-2 text-left hover:bg-press focus-visible:bg-press touch:h-10"
              >
                {label}
                <span className="text-right text-ink-3 tabular-nums">
                  {[momentWords(at), elsewhere?.(at)].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <Field
          label="Another time"
          help={text && !Number.isNaN(Date.parse(text)) ? (elsewhere?.(new Date(text)) ?? undefined) : undefined}
          error={error}
          onChanged={() => setError('')}
        >
          <Input
            type="datetime-local"
            value={text}
            min={fieldValue(now)}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button size="md" onClick={onClose}>
          Cancel
        </Button>
        <Button size="md" variant="primary" type="submit">
          {confirmLabel}
        </Button>
      </DialogFooter>
    </form>
  )
}
