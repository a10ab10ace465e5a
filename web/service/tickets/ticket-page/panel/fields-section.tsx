import { Check, ExternalLink, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import {
  choosableOptions,
  customValueInWords,
  isEmptyValue,
  isShown,
  missingToSolve,
  readCustomValues,
  yesOrNo,
  zoneName,
} from '#web/fields/custom/custom-fields.ts'
import { CustomInput } from '#web/fields/custom/custom-input.tsx'
import { UrlLink } from '#web/fields/custom/url-link.tsx'
import { useSite } from '#web/lib/use-site.ts'
import { setCustomField } from '#web/service/tickets/ticket/changes/changes.ts'
import type { TicketChanges } from '#web/service/tickets/ticket/changes/use-ticket-changes.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { PanelSection, Property } from '#web/ui/page/side-panel.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { PanelProps } from './panel-props.ts'

type Props = Pick<PanelProps, 'ticket' | 'fields' | 'changes' | 'canWrite' | 'solveTries'>

/**
 * The custom fields of the ticket. After a try to solve the ticket without a required value, the fields that lack one
 * are marked, and the first has the focus.
 */
export function FieldsSection({ ticket, fields, changes, canWrite, solveTries }: Props) {
  const { customFields: values } = ticket
  const section = useRef<HTMLDivElement>(null)
  const missing = solveTries > 0 ? missingToSolve(fields, values).map(({ id }) => id) : []
  useEffect(() => {
    if (solveTries > 0) section.current?.querySelector<HTMLElement>('[data-missing] button')?.focus()
  }, [solveTries])
  const shown = fields.filter((field) => isShown(field, fields, values))
  if (shown.length === 0) return null
  return (
    <PanelSection title="Fields">
      <div ref={section}>
        {shown.map((field) => (
          <div key={field.id} data-missing={missing.includes(field.id) || undefined}>
            <FieldValue
              field={field}
              value={values[field.key]}
              disabled={!canWrite || ticket.status === 'closed'}
              refused={refusedValue(changes.failures, field)}
              onChange={(value) => changes.run(setCustomField(field, value), [ticket])}
              onCancel={changes.dismissFailures}
            />
            {missing.includes(field.id) && (
              <p className="pb-1 text-meta text-red-ink">Fill in {field.label} to solve the ticket</p>
            )}
          </div>
        ))}
      </div>
    </PanelSection>
  )
}

type Refused = { value: unknown; reason: string }

type ValueProps = {
  field: TicketField
  value: unknown
  disabled: boolean
  /** The value that the server did not take. */
  refused: Refused | null
  onChange: (value: unknown) => void
  onCancel: () => void
}

function refusedValue(failures: TicketChanges['failures'], { key }: TicketField): Refused | null {
  const given = failures?.change.changes.customFields
  return given && key in given ? { value: given[key], reason: failures.failed[0]!.reason } : null
}

function FieldValue(props: ValueProps) {
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
