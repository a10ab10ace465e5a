import type { FieldKind } from '#contract/fields/fields.ts'
import { FieldFrame } from '#web/fields/form/field-frame.tsx'
import { defaultFieldServices, FieldServicesContext } from '#web/fields/form/field-services.tsx'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { kindViewOf } from '#web/fields/kinds.ts'
import { useSite } from '#web/lib/use-site.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'

/** What a form has about a field. `settings`: those of its kind. */
type Draft = { key: string; kind: FieldKind; settings: Record<string, unknown> }

type Props = {
  draft: Draft
  help: string
  fault: Fault
  value: unknown
  onChange: (value: unknown) => void
}

export function DefaultSetting({ draft, help, fault, value, onChange }: Props) {
  const { timeZone } = useSite()
  if (!kindViewOf(draft.kind).hasDefault || lacksOptions(draft)) return null
  const { settings, key: _, ...rest } = draft
  const words = { label: 'Default value', help }
  const field = { ...rest, ...settings, ...words, id: path, key: path, required: 'never', deletedAt: null }
  return (
    <FieldServicesContext value={{ ...defaultFieldServices(timeZone), faultAt: () => fault.error }}>
      <FieldFrame
        key={draft.kind}
        field={field as FieldOf}
        path={path}
        value={value ?? null}
        onChange={(next) => {
          fault.onChanged()
          onChange(next)
        }}
        disabled={false}
      />
    </FieldServicesContext>
  )
}

const lacksOptions = ({ kind, settings }: Draft) =>
  kind === 'select' && !(Array.isArray(settings.options) && settings.options.length > 0)

const path = 'default'
