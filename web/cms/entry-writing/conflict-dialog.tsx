import { useRef, useState } from 'react'
import type { FieldOf, WordsAround } from '#web/fields/form/field-shape.ts'
import { valueInWords } from '#web/fields/values-in-line.ts'
import { Button } from '#web/ui/button/button.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import type { Conflict } from './use-entry-values.ts'

type Props = { conflict: Conflict; fields: FieldOf[]; words: WordsAround; onSettle: (mine: string[]) => void }

/** Somebody else wrote in the same fields: what it was, theirs and yours are shown, and whoever writes here says what stays. */
export function ConflictDialog({ conflict, fields, words, onSettle }: Props) {
  const { keys, left } = conflict
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const use = useRef<HTMLButtonElement>(null)
  const mine = keys.filter((key) => !theirs.has(key))
  const choose = (key: string, side: 'theirs' | 'mine') =>
    setTheirs((before) => new Set(side === 'theirs' ? [...before, key] : [...before].filter((one) => one !== key)))
  return (
    <Dialog
      open
      onClose={() => onSettle(mine)}
      title={left ? 'This was written here and never saved' : 'Somebody else wrote in the same place'}
      size="md"
      initialFocus={use}
    >
      <DialogBody>
        <p className="text-ink-2">Nothing of yours is lost, and nothing was written yet: choose what stays.</p>
        <div className="grid max-h-100 gap-4 overflow-y-auto">
          {keys.map((key) => (
            <Choice
              key={key}
              field={fields.find((one) => one.key === key)}
              name={key}
              {...{ conflict, words }}
              value={theirs.has(key) ? 'theirs' : 'mine'}
              onChange={(side) => choose(key, side)}
            />
          ))}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button size="md" onClick={() => onSettle([])}>
          Keep theirs
        </Button>
        <Button size="md" onClick={() => onSettle(keys)}>
          Keep mine
        </Button>
        <Button ref={use} size="md" variant="primary" onClick={() => onSettle(mine)}>
          Use what is chosen
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

type ChoiceProps = {
  field: FieldOf | undefined
  name: string
  conflict: Conflict
  words: WordsAround
  value: 'theirs' | 'mine'
  onChange: (side: 'theirs' | 'mine') => void
}

function Choice({ field, name, conflict: { base, theirs, mine }, words, value, onChange }: ChoiceProps) {
  const said = (one: unknown) => (field && valueInWords(field, one, words).slice(0, 2000)) || 'Nothing'
  const face = (one: unknown) => <span className="font-normal whitespace-pre-wrap wrap-anywhere">{said(one)}</span>
  return (
    <div>
      <RadioGroup
        label={field?.label || name}
        name={`conflict-${name}`}
        value={value}
        onChange={onChange}
        options={[
          { value: 'theirs', label: 'Theirs', description: face(theirs.fields[name]) },
          { value: 'mine', label: 'Yours', description: face(mine[name]) },
        ]}
      />
      <p className="mt-1 text-meta wrap-anywhere text-ink-3">Before: {said(base[name]).slice(0, 200)}</p>
    </div>
  )
}
