import type { FieldOwner } from '#contract/fields/custom-field-values.ts'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import { CustomInputs } from '#web/fields/custom/custom-inputs.tsx'
import { useSite } from '#web/lib/use-site.ts'
import type { Draft } from './field-draft.ts'

/** Shows the field as the team and as customers see it. */
export function FieldPreview({ owner, draft }: { owner: FieldOwner; draft: Draft }) {
  const { timeZone } = useSite()
  const { settings, default: value, condition: _, followsLabel: __, ...rest } = draft
  const field = {
    ...rest,
    ...settings,
    ...{ id: 'preview', label: draft.label || 'Label', key: 'preview', condition: null, position: 0, archivedAt: null },
  } as CustomField
  const input = (isRequired: boolean) => (
    <CustomInputs
      key={JSON.stringify([field, value])}
      fields={[field]}
      values={{ preview: value }}
      isRequired={() => isRequired}
      faultOf={() => ({ error: undefined, onChanged() {} })}
      timeZone={timeZone}
    />
  )
  const isNeeded = draft.required === 'on_create'
  return (
    <section aria-label="Preview" className="grid gap-4 rounded-md bg-sunken p-4 sm:grid-cols-2">
      <div className="min-w-0">
        <h3 className="mb-3 text-meta text-ink-3">Your team sees</h3>
        {input(isNeeded)}
      </div>
      {owner === 'ticket' && (
        <div className="min-w-0">
          <h3 className="mb-3 text-meta text-ink-3">Customers see</h3>
          {draft.portal === 'write' ? (
            input(isNeeded)
          ) : (
            <p className="text-ink-3">
              {draft.portal === 'read' ? `${field.label} with its value, on their request.` : 'Nothing.'}
            </p>
          )}
        </div>
      )}
    </section>
  )
}
