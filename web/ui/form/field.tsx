import { CircleAlert, CircleCheck } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Spinner } from '#web/ui/mark/spinner.tsx'
import { type LongPasteOffer, useLongPaste } from './long-paste.tsx'

type Props = {
  label: ReactNode
  hint?: ReactNode
  hintId?: string | undefined
  help?: ReactNode
  error?: string | null | false
  valid?: string | null | false
  checking?: string | null | false
  className?: string
  onChanged?: () => void
  /** Offers an action for a pasted text that is too long for the field. Without it, the field shows only a message. */
  longPaste?: LongPasteOffer
  children: ReactNode
}

export function Field({
  label,
  hint,
  hintId,
  help,
  error,
  valid,
  checking,
  className,
  onChanged,
  longPaste,
  children,
}: Props) {
  const id = useId()
  const { sentence, button, watch } = useLongPaste(longPaste)
  const belowId = `${id}-below`
  const wiring = {
    id,
    labelId: `${id}-label`,
    describedBy: hintId ? `${hintId} ${belowId}` : belowId,
    state: error ? ('error' as const) : valid ? ('valid' as const) : undefined,
    onChanged,
  }
  return (
    <FieldContext value={wiring}>
      <div
        className={className}
        onPaste={watch.onPaste}
        onInput={(event) => {
          watch.onInput(event)
          onChanged?.()
        }}
      >
        <div className="mb-1.5 flex items-baseline justify-between gap-2">
          <label id={wiring.labelId} htmlFor={id} className="font-medium">
            {label}
          </label>
          {hint && <span className="text-meta text-ink-3">{hint}</span>}
        </div>
        {children}
        <div id={belowId} aria-live="polite">
          <Below help={help} error={error || sentence} valid={valid} checking={checking} />
        </div>
        {button}
      </div>
    </FieldContext>
  )
}

function Below({ help, error, valid, checking }: Pick<Props, 'help' | 'error' | 'valid' | 'checking'>) {
  if (error) return <Sentence tone="text-red-ink" mark={<Icon of={CircleAlert} size={14} />} text={error} />
  if (checking) return <Sentence tone="text-ink-3" mark={<Spinner />} text={checking} />
  if (valid) return <Sentence tone="text-green-ink" mark={<Icon of={CircleCheck} size={14} />} text={valid} />
  return help ? <Sentence tone="text-ink-3" text={help} /> : null
}

const Sentence = ({ tone, mark, text }: { tone: string; mark?: ReactNode; text: ReactNode }) => (
  <p className={classNames('mt-1.5 flex items-start gap-1.5 text-meta', tone)}>
    {mark && <span className="mt-px">{mark}</span>}
    <span className="min-w-0">{text}</span>
  </p>
)

type FieldWiring = {
  id: string
  labelId: string
  describedBy: string
  state?: 'error' | 'valid'
  onChanged?: () => void
}

const FieldContext = createContext<FieldWiring | undefined>(undefined)

export function useFieldControl() {
  const field = useContext(FieldContext)
  if (!field) return {}
  return { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.state === 'error' || undefined }
}

export const useField = () => useContext(FieldContext)
