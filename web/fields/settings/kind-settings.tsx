import type { FieldKind } from '#contract/fields/fields.ts'
import type { FieldOf, NamedModel } from '#web/fields/form/field-shape.ts'
import { kindViewOf } from '#web/fields/kinds.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'

type Settings = Record<string, unknown>

type Props = {
  kind: FieldKind
  settings: Settings
  models: NamedModel[]
  siblings: FieldOf[]
  fault: (name: string) => Fault
  onChange: (settings: Settings) => void
}

/** The settings that only fields of one kind have. */
export function KindSettings({ kind, settings, models, siblings, fault, onChange }: Props) {
  const { Settings } = kindViewOf(kind)
  if (!Settings) return null
  const change = (changes: Settings) => onChange({ ...settings, ...changes })
  return (
    <Settings
      key={kind}
      settings={settings}
      onChange={change}
      fault={fault}
      bind={(name) => ({
        fault: fault(name),
        value: settings[name] as never,
        onChange: (value) => change({ [name]: value }),
      })}
      models={models}
      siblings={siblings}
    />
  )
}
