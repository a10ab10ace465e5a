import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { type inputKinds, mostMacroInputs } from '#contract/tickets/macro-values.ts'
import { inputVariable } from '#contract/tickets/macro-variables.ts'
import type { MacroInput } from '#contract/tickets/macros.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import type { Option } from '#web/ui/choice/option.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useRowNames } from './use-row-names.ts'

type Props = { inputs: MacroInput[]; fault: Fault; onChange: (inputs: MacroInput[]) => void }

/** What is asked when the macro is applied. The key of a new input follows its label. */
export function InputRows({ inputs, fault, onChange }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const rows = useRowNames(inputs.length)
  const change = (next: MacroInput[]) => {
    onChange(next)
    fault.onChanged()
  }
  function add() {
    rows.add()
    change([...inputs, { key: '', label: '', kind: 'text', options: [] }])
    // The row exists only after the next render.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">Asks for</legend>
      <ul ref={list} className="grid grid-cols-1 gap-1.5">
        {rows.names.map((name, at) => (
          <InputRow
            key={name}
            at={at}
            input={inputs[at]!}
            onChange={(next) => change(inputs.with(at, next))}
            onRemove={() => {
              rows.remove(at)
              change(inputs.toSpliced(at, 1))
            }}
          />
        ))}
      </ul>
      {fault.error && (
        <p role="alert" className="text-meta text-red-ink">
          {fault.error}
        </p>
      )}
      <p>
        <Button
          icon={Plus}
          disabledReason={inputs.length >= mostMacroInputs ? `At most ${mostMacroInputs} inputs` : undefined}
          onClick={add}
        >
          Add an input
        </Button>
      </p>
    </fieldset>
  )
}

type RowProps = { input: MacroInput; at: number; onChange: (input: MacroInput) => void; onRemove: () => void }

function InputRow({ input, at, onChange, onRemove }: RowProps) {
  const { key, label, kind, options } = input
  const [typed, setTyped] = useState(options.join(', '))
  const follows = key === keyOf(label)
  return (
    <li className="grid gap-1">
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
    </li>
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
