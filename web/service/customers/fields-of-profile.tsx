import { useState } from 'react'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import { type CustomValues, isShown } from '#web/fields/custom/custom-fields.ts'
import { FieldValue } from '#web/fields/custom/field-value.tsx'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'
import { PanelSection } from '#web/ui/page/side-panel.tsx'

type Props = {
  fields: readonly CustomField[]
  values: CustomValues
  canWrite: boolean
  save: (changes: CustomValues) => Promise<Outcome<unknown>>
}

type Change = { field: CustomField; value: unknown }

/** The custom fields of a customer or company, each changed in its place. */
export function FieldsOfProfile({ fields, values: stored, canWrite, save }: Props) {
  const [refused, setRefused] = useState<Change & { reason: string }>()
  const changing = useWrite(({ field, value }: Change) => save({ [field.key]: value }), {
    inTurn: true,
    onAnswer: () => setRefused(undefined),
    onProblem: ({ fields: faults, detail }, change) =>
      setRefused({ ...change, reason: faults?.[`customFields.${change.field.key}`] ?? detail }),
  })
  const values = { ...stored, ...Object.fromEntries(changing.underWay.map(({ field, value }) => [field.key, value])) }
  const shown = fields.filter((field) => isShown(field, fields, values))
  if (shown.length === 0) return null
  return (
    <PanelSection title="Fields">
      {shown.map((field) => (
        <FieldValue
          key={field.id}
          field={field}
          value={values[field.key]}
          disabled={!canWrite}
          refused={refused?.field.id === field.id ? refused : null}
          onChange={(value) => changing.write({ field, value })}
          onCancel={() => setRefused(undefined)}
        />
      ))}
    </PanelSection>
  )
}
