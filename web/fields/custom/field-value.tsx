import { Check, ExternalLink, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import { useSite } from '#web/lib/use-site.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Property } from '#web/ui/page/side-panel.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import {
  choosableOptions,
  customValueInWords,
  isEmptyValue,
  readCustomValues,
  yesOrNo,
  zoneName,
} from './custom-fields.ts'
import { CustomInput } from './custom-input.tsx'
import { UrlLink } from './url-link.tsx'

export type RefusedValue = { value: unknown; reason: string }

type ValueProps = {
  field: CustomField
  value: unknown
  disabled: boolean
  /** The value that the server did not take. */
  refused: RefusedValue | null
  onChange: (value: unknown) => void
  onCancel: () => void
}

/** The value of a custom field as a row of a side panel, in which it can be changed. */
export function FieldValue(props: ValueProps) {
  const { field, value, disabled, onChange } = props
  if (!(field.kind === 'boolean' || (field.kind === 'select' && !field.many))) return <TypedValue {...props} />
  const options = field.kind === 'boolean' ? yesOrNo : choosableOptions(field, value)
  return (
    <Property label={field.label}>
      <InlineValue
        label={field.label}
        options={[{ value: '', label: 'None' }, ...options]}
        value={String(value ?? '')}
        disabled={disabled}
        onChange={(next) => onChange(next === '' ? null : field.kind === 'boolean' ? next === 'true' : next)}
      >
        {isEmptyValue(value) ? <span className="text-ink-3">None</span> : undefined}
      </InlineValue>
    </Property>
  )
}

/**
 * A value that is typed. It is saved with Enter or the button, and kept as it was with Escape. A value that the server
 * refused stays in the input.
 */
function TypedValue({ field, value, disabled, refused, onChange, onCancel }: ValueProps) {
  const { timeZone } = useSite()
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const words = customValueInWords(field, value, timeZone)

  function close() {
    setEditing(false)
    if (refused) onCancel()
    // The button exists only after the next render.
    requestAnimationFrame(() => button.current?.focus())
  }

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const next = readCustomValues(new FormData(event.currentTarget), [field])[field.key]
    close()
    if (JSON.stringify(next) !== JSON.stringify(value) && !(isEmptyValue(next) && isEmptyValue(value))) onChange(next)
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      event.currentTarget.requestSubmit()
    }
  }

  if (isEditing || refused)
    return (
      <form aria-label={field.label} onSubmit={save} onKeyDown={onKeyDown} noValidate className="grid gap-1.5 py-1.5">
        <span className="text-ink-3">{field.label}</span>
        <input type="hidden" name={zoneName} value={timeZone} />
        <CustomInput {...{ field, timeZone }} value={refused ? refused.value : value} label={field.label} autoFocus />
        {refused ? (
          <p className="text-meta text-red-ink">{refused.reason}</p>
        ) : (
          field.help && <p className="text-meta text-ink-3">{field.help}</p>
        )}
        <span className="flex justify-end gap-1">
          <IconButton size="sm" icon={X} label="Cancel" onClick={close} />
          <IconButton size="sm" icon={Check} label={`Save ${field.label}`} type="submit" />
        </span>
      </form>
    )
  return (
    <Property label={field.label}>
      {disabled ? (
        <span className={words ? 'min-w-0 wrap-anywhere' : 'text-ink-3'}>{words || 'None'}</span>
      ) : (
        <span className="flex min-w-0 items-center gap-1">
          <button
            ref={button}
            type="button"
            aria-label={`${field.label}: ${words || 'None'}`}
            onClick={() => setEditing(true)}
            className="touch-area -ml-1.5 min-h-7 min-w-0 rounded-sm px-1.5 text-left hover:bg-hover"
          >
            <span className={words ? 'line-clamp-3 wrap-anywhere whitespace-pre-line' : 'text-ink-3'}>
              {words || 'None'}
            </span>
          </button>
          {field.kind === 'url' && words && (
            <UrlLink url={words} className="icon-button size-6 shrink-0">
              <Icon of={ExternalLink} size={14} />
              <VisuallyHidden>Open {field.label}</VisuallyHidden>
            </UrlLink>
          )}
        </span>
      )}
    </Property>
  )
}
