import { X } from 'lucide-react'
import { useState } from 'react'
import { type inputKinds, mostMacroInputs } from '#contract/tickets/macro-values.ts'
import { inputVariable } from '#contract/tickets/macro-variables.ts'
import type { MacroInput } from '#contract/tickets/macros.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import type { Option } from '#web/ui/choice/option.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RowList, type RowProps } from './row-list.tsx'

type Props = { inputs: MacroInput[]; fault: Fault; onChange: (inputs: MacroInput[]) => void }

/** What is asked when the macro is applied. */
export const InputRows = ({ inputs, fault, onChange }: Props) => (
  <RowList
    legend="Asks for"
    addLabel="Add an input"
    items={inputs}
    most={mostMacroInputs}
    newItem={emptyInput}
    {...{ fault, onChange }}
    row={(props) => <InputRow {...props} />}
  />
)

const emptyInput: MacroInput = { key: '', label: '', kind: 'text', options: [] }

/** The key of a new input follows its label. */
function InputRow({ item: input, at, onChange, onRemove }: RowProps<MacroInput>) {
  const { key, label, kind, options } = input
  const [typed, setTyped] = useState(options.join(', '))
  const follows = key === keyOf(label)
  return (
    <div className="grid gap-1">
      <span className="flex items-center gap-1.5 max-sm:flex-wrap">
        <Input
          aria-label={`Label of input ${at + 1}`}
          placeholder="Label"
          maxLength={80}
          value={label}
          onText={(next) => onChange({ ...input, label: next, ...(follows && { key: keyOf(next) }) })}
        />
        <Input
          aria-label={`Key of input ${at + 1}`}
          placeholder="key"
          className="font-mono text-meta"
          maxLength={40}
          value={key}
          onText={(next) => onChange({ ...input, key: next.trim() })}
        />
        <span className="w-32 shrink-0">
          <Select
            label={`Kind of input ${at + 1}`}
            options={kindOptions}
            value={kind}
            onChange={(next) => onChange({ ...input, kind: next, options: next === 'select' ? options : [] })}
          />
        </span>
        <IconButton icon={X} label={`Remove input ${at + 1}`} onClick={onRemove} />
      </span>
      {kind === 'select' && (
        <Input
          aria-label={`Options of input ${at + 1}`}
          placeholder="Options, separated by commas"
          maxLength={4000}
          value={typed}
          onText={(text) => {
            setTyped(text)
            onChange({ ...input, options: [...new Set(text.split(',').map((one) => one.trim()))].filter(Boolean) })
          }}
        />
      )}
      {key && <span className="font-mono text-meta text-ink-3">{`{{${inputVariable(key)}}}`}</span>}
    </div>
  )
}

const kindOptions: Option<(typeof inputKinds)[number]>[] = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'date', label: 'Date' },
  { value: 'select', label: 'Choice' },
  { value: 'person', label: 'Member' },
]

const keyOf = (label: string) =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[\d_]+|_+$/g, '')
    .slice(0, 40)
