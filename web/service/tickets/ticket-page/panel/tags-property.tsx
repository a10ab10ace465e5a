import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { addTags, type Changeable, removeTag, type TicketChange } from '#web/service/tickets/ticket/changes/changes.ts'
import { readTags } from '#web/service/tickets/ticket/dialogs/read-tags.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Tag } from '#web/ui/mark/tag.tsx'
import { Property } from '#web/ui/page/side-panel.tsx'

type Props = { ticket: Ticket; run: (change: TicketChange, tickets: Changeable[]) => void; disabled: boolean }

const mostTags = 50

export function TagsProperty({ ticket, run, disabled }: Props) {
  const [isAdding, setAdding] = useState(false)
  const { tags } = ticket
  return (
    <Property label="Tags">
      {tags.map((tag) => (
        <Tag key={tag} onRemove={disabled ? undefined : () => run(removeTag(tag), [ticket])}>
          {tag}
        </Tag>
      ))}
      {tags.length === 0 && disabled && <span className="text-ink-3">None</span>}
      {isAdding && <TagField ticket={ticket} run={run} onDone={() => setAdding(false)} />}
      {!disabled && !isAdding && tags.length < mostTags && (
        <IconButton size="sm" icon={Plus} label="Add tags" keys="T" onClick={() => setAdding(true)} />
      )}
    </Property>
  )
}

type FieldProps = Omit<Props, 'disabled'> & { onDone: () => void }

/** Enter adds and asks for the next one. */
function TagField({ ticket, run, onDone }: FieldProps) {
  const [text, setText] = useState('')

  function add() {
    const { tags, problem } = readTags(text)
    const added = tags.filter((tag) => !ticket.tags.includes(tag))
    setText('')
    if (!problem && added.length > 0) run(addTags(added), [ticket])
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onDone()
    if ((event.key === 'Enter' || event.key === ',') && text.trim()) add()
    if (['Escape', 'Enter', ','].includes(event.key)) event.preventDefault()
  }

  return (
    <Input
      size="sm"
      aria-label="Add tags"
      placeholder="Add a tag"
      autoFocus
      value={text}
      maxLength={50}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (text.trim()) add()
        onDone()
      }}
      className="w-28!"
    />
  )
}
