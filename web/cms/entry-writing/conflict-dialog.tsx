import { useRef, useState } from 'react'
import type { FieldOf, WordsAround } from '#web/fields/form/field-shape.ts'
import { valueInWords } from '#web/fields/values-in-line.ts'
import { titleOfConflict } from '#web/lib/conflict/conflict-notice.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import type { Conflict } from './use-entry-values.ts'

type Side = 'theirs' | 'mine'
type Props = {
  conflict: Conflict
  fields: FieldOf[]
  words: WordsAround
  /** The fields of which one's own value stays. */
  onSettle: (mine: string[]) => void
  onPutOff: () => void
}

/** Somebody else wrote in the same fields: what it was, theirs and yours are shown, and whoever writes here says what stays. */
export function ConflictDialog({ conflict, fields, words, onSettle, onPutOff }: Props) {
  const { keys } = conflict
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const question = useRef<HTMLParagraphElement>(null)
  const isChosen = keys.every((key) => chosen[key])
  return (
    <Dialog open onClose={onPutOff} title={titleOfConflict(conflict)} size="md" initialFocus={question}>
      <DialogBody>
        {/* It comes while somebody types, whose next key must press nothing. */}
        <p ref={question} tabIndex={-1} className="text-ink-2">
          Nothing is lost, and nothing of this is saved yet: choose what stays. Closing this decides nothing.
        </p>
        <div className="grid max-h-100 gap-4 overflow-y-auto">
          {keys.map((key) => (
            <Choice
              key={key}
              field={fields.find((one) => one.key === key)}
              name={key}
              {...{ conflict, words }}
              onChange={(side) => setChosen((before) => ({ ...before, [key]: side }))}
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
        <Button
          size="md"
          variant="primary"
          disabled={!isChosen}
          onClick={() => onSettle(keys.filter((key) => chosen[key] === 'mine'))}
        >
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
  onChange: (side: Side) => void
}

function Choice({ field, name, conflict: { base, theirs, mine }, words, onChange }: ChoiceProps) {
  const said = (one: unknown) => (field && valueInWords(field, one, words).slice(0, 2000)) || 'Nothing'
  const face = (one: unknown) => <span className="font-normal whitespace-pre-wrap wrap-anywhere">{said(one)}</span>
  return (
    <div>
      <RadioGroup
        label={field?.label || name}
        name={`conflict-${name}`}
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
