import { useState } from 'react'
import type { Choice } from '#contract/writing/merging/conflicts.ts'
import { kindsOfBoth } from '#contract/writing/merging/merge-values.ts'
import type { Component } from '#web/fields/form/field-services.tsx'
import type { FieldOf, Values, WordsAround } from '#web/fields/form/field-shape.ts'
import { valueInWords } from '#web/fields/values-in-line.ts'
import { ConflictQuestion } from '#web/lib/writing/conflict/conflict-question.tsx'
import { BlockSides, ConflictSides } from '#web/lib/writing/conflict/conflict-sides.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import type { KeyConflict } from './join-values.ts'
import type { Conflict } from './use-entry-values.ts'

type Fields = { fields: FieldOf[]; components: Component[]; words: WordsAround }
type Props = Fields & {
  conflict: Conflict
  conflicts: KeyConflict[]
  onSettle: (choices: Record<string, Choice>) => void
  onPutOff: () => void
}

export function ConflictDialog({ conflict, conflicts, onSettle, onPutOff, ...around }: Props) {
  const [chosen, setChosen] = useState<Record<string, Choice>>({})
  const byKey = Map.groupBy(conflicts, ({ key }) => key)
  const chooseAll = (choice: Choice) => onSettle(Object.fromEntries([...byKey.keys()].map((key) => [key, choice])))
  return (
    <ConflictQuestion
      conflict={conflict}
      onChoose={chooseAll}
      onPutOff={onPutOff}
      more={
        <>
          {conflicts.every(canBeBoth) && (
            <Button size="md" onClick={() => chooseAll('both')}>
              Keep both
            </Button>
          )}
          <Button
            size="md"
            variant="primary"
            disabled={![...byKey.keys()].every((key) => chosen[key])}
            onClick={() => onSettle(chosen)}
          >
            Use my choices
          </Button>
        </>
      }
    >
      {[...byKey].map(([key, parts]) => (
        <KeyChoice
          key={key}
          name={key}
          parts={parts}
          {...around}
          onChange={(choice) => setChosen((before) => ({ ...before, [key]: choice }))}
        />
      ))}
    </ConflictQuestion>
  )
}

const canBeBoth = ({ field }: KeyConflict) => kindsOfBoth.has(field.kind)

type ChoiceProps = Fields & { name: string; parts: KeyConflict[]; onChange: (choice: Choice) => void }

function KeyChoice({ name, parts, onChange, ...around }: ChoiceProps) {
  const label = around.fields.find((one) => one.key === name)?.label || name
  return (
    <section aria-label={label} className="grid gap-2">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no name
        <PartSides key={index} part={part} {...around} />
      ))}
      <RadioGroup
        label={label}
        hideLabel
        name={`conflict-${name}`}
        layout="inline"
        onChange={onChange}
        options={[
          { value: 'theirs', label: 'Theirs' },
          { value: 'yours', label: 'Yours' },
          ...(parts.some(canBeBoth) ? [{ value: 'both' as const, label: 'Both' }] : []),
        ]}
      />
    </section>
  )
}

function PartSides({ part, ...around }: Fields & { part: KeyConflict }) {
  const { labels, blocks, base, theirs, yours } = part
  const said = (value: unknown) => (value === undefined ? null : wordsOf(part, value, around))
  const label = labels.join(' › ')
  if (blocks)
    return (
      <div className="grid gap-2">
        <h3 className="font-medium">{label}</h3>
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no name
          <BlockSides key={index} {...block} />
        ))}
      </div>
    )
  return (
    <div>
      <ConflictSides label={label} theirs={said(theirs)} yours={said(yours)} />
      <p className="mt-1 text-meta wrap-anywhere text-ink-3">
        Before: {wordsOf(part, base, around).slice(0, 200) || 'Nothing'}
      </p>
    </div>
  )
}

function wordsOf({ key, field }: KeyConflict, value: unknown, { fields, components, words }: Fields): string {
  const all = [...fields.filter((one) => one.key === key), ...components.flatMap((one) => one.fields)]
  const shape = all.find((one) => one.key === field.name && one.kind === field.kind)
  if (field.kind === 'blocks' && Array.isArray(value))
    return value.map((block: Values) => blockWords(block, components, words)).join('\n')
  return shape ? valueInWords(shape, value, words) : value ? JSON.stringify(value) : ''
}

function blockWords({ id: _, type, ...values }: Values, components: Component[], words: WordsAround): string {
  const component = components.find(({ key }) => key === type)
  const said = (component?.fields ?? []).map((field) => valueInWords(field, values[field.key], words)).filter(Boolean)
  return [component?.name ?? String(type), ...said].join(': ')
}
