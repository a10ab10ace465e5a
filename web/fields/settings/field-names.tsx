import type { Fault } from '#web/lib/write/use-faults.ts'
import { TextField } from './form-fields.tsx'
import { keyOf } from './key-of.ts'

/** `followsLabel`: the key is made from the label until a key is typed. */
type Names = { label: string; key: string; followsLabel: boolean }

type Props = {
  names: Names
  labelHelp?: string
  keyLabel: string
  keyHelp: string
  mostKeyCharacters: number
  fault: (name: keyof Names) => Fault
  onChange: (changes: Partial<Names>) => void
}

/** The label of a field and its name in the API. */
export const FieldNames = ({ names, labelHelp, keyLabel, keyHelp, mostKeyCharacters, fault, onChange }: Props) => (
  <>
    <TextField
      label="Label"
      help={labelHelp}
      maxLength={80}
      value={names.label}
      fault={fault('label')}
      onChange={(label) =>
        onChange({ label, ...(names.followsLabel && { key: keyOf(label).slice(0, mostKeyCharacters) }) })
      }
    />
    <TextField
      label={keyLabel}
      help={keyHelp}
      maxLength={mostKeyCharacters}
      isCode
      value={names.key}
      fault={fault('key')}
      onChange={(key) => onChange({ key, followsLabel: false })}
    />
  </>
)
