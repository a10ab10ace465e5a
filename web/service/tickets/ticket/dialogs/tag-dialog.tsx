import { type ComponentProps, type FormEvent, useState } from 'react'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useTags } from '#web/service/tickets/ticket/use-tags.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { FilterChip } from '#web/ui/list/filter-chip.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  known: string[]
  noun?: 'tag' | 'label'
  /** Called with the tag that is being typed, so that `known` can have tags like it. */
  onTyped?: (tag: string) => void
  onAdd: (tags: string[]) => void
}

export const TagDialog = ({ open, onClose, title, ...rest }: Props) => (
  <Dialog open={open} onClose={onClose} title={title}>
    <TagForm onClose={onClose} {...rest} />
  </Dialog>
)

function TagForm({ onClose, known, noun = 'tag', onTyped, onAdd }: Omit<Props, 'open' | 'title'>) {
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [tries, setTries] = useState(0)
  const form = useFocusOnFault(null, tries)
  const typed = lastPart(text)
  const fitting = known.filter((tag) => tag.toLowerCase().includes(typed.toLowerCase())).slice(0, 12)

  function add(tags: string[]) {
    onClose()
    onAdd(tags)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTries(tries + 1)
    const { tags, problem } = readTags(text, noun)
    if (problem) return setError(problem)
    add(tags)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <DialogBody>
        <Field
          label={noun === 'tag' ? 'Tags' : 'Labels'}
          help={`Separate ${noun}s with commas`}
          error={error}
          onChanged={() => setError('')}
        >
          <Input
            value={text}
            autoComplete="off"
            maxLength={400}
            onText={(next) => {
              setText(next)
              onTyped?.(lastPart(next))
            }}
          />
        </Field>
        {fitting.length > 0 && (
          <div className="flex flex-wrap gap-1.5">
            {fitting.map((tag) => (
              <FilterChip
                key={tag}
                value={tag}
                onClick={() => add([...readTags(text.slice(0, text.lastIndexOf(',') + 1)).tags, tag])}
              />
            ))}
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button size="md" onClick={onClose}>
          Cancel
        </Button>
        <Button size="md" variant="primary" type="submit">
          Add {noun}s
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Returns the tag that is being typed. */
const lastPart = (text: string) => text.slice(text.lastIndexOf(',') + 1).trim()

const longest = 50

export function readTags(text: string, noun = 'tag'): { tags: string[]; problem?: string } {
  const tags = [...new Set(text.split(',').map((tag) => tag.trim().toLowerCase()))].filter(Boolean)
  if (tags.length === 0) return { tags, problem: `Enter a ${noun}` }
  if (tags.some((tag) => tag.length > longest)) return { tags, problem: `A ${noun} has at most ${longest} characters` }
  return { tags }
}

export function TicketTagDialog({ known, ...rest }: Omit<ComponentProps<typeof TagDialog>, 'noun' | 'onTyped'>) {
  const [typed, setTyped] = useState('')
  const found = useTags(rest.open ? typed : null)
  return <TagDialog known={[...new Set([...known, ...found])]} onTyped={setTyped} {...rest} />
}
