import { useFieldServices } from '#web/fields/form/field-services.tsx'
import type { Values } from '#web/fields/form/field-shape.ts'
import { FieldGrid } from '#web/fields/form/fields-form.tsx'

type Props = {
  component: string
  values: Values
  onChange: (values: Values) => void
  disabled: boolean
  path: string
}

export function ComponentFields({ component, values, onChange, disabled, path }: Props) {
  const { components } = useFieldServices()
  const found = components.get(component)
  if (!found) return <p className="text-ink-3">This component was deleted</p>
  if (found.fields.length === 0) return <p className="text-ink-3">{found.name} has no fields yet</p>
  return (
    <FieldGrid
      fields={found.fields}
      values={values}
      onChange={(key, value) => onChange({ ...values, [key]: value })}
      disabled={disabled}
      within={path}
    />
  )
}
