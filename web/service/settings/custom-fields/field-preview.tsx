import type { FieldOwner } from '#contract/fields/custom-field-values.ts'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import { CustomInputs } from '#web/fields/custom/custom-inputs.tsx'
import { useSite } from '#web/lib/use-site.ts'
import { Preview, PreviewPart } from '#web/ui/page/preview.tsx'
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
    <Preview>
      <PreviewPart title="Your team sees">{input(isNeeded)}</PreviewPart>
      {owner === 'ticket' && (
        <PreviewPart title="Customers see">
          {draft.portal === 'write' ? (
            input(isNeeded)
          ) : (
            <p className="text-ink-3">
              {draft.portal === 'read' ? `${field.label} with its value, on their request.` : 'Nothing.'}
            </p>
          )}
        </PreviewPart>
      )}
    </Preview>
  )
}
