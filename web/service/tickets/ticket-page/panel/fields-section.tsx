import { useEffect, useRef } from 'react'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import { isShown, missingToSolve } from '#web/fields/custom/custom-fields.ts'
import { FieldValue, type RefusedValue } from '#web/fields/custom/field-value.tsx'
import { setCustomField } from '#web/service/tickets/ticket/changes/changes.ts'
import type { TicketChanges } from '#web/service/tickets/ticket/changes/use-ticket-changes.ts'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
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

function refusedValue(failures: TicketChanges['failures'], { key }: TicketField): RefusedValue | null {
  const given = failures?.change.changes.customFields
  return given && key in given ? { value: given[key], reason: failures.failed[0]!.reason } : null
}
