import { type KeyboardEvent, useState } from 'react'
import { Input } from '#web/ui/form/input.tsx'
import { Tag } from '#web/ui/mark/tag.tsx'

type Props = { labels: string[]; disabled: boolean; onChange: (labels: string[]) => void }

const mostLabels = 20

export function Labels({ labels, disabled, onChange }: Props) {
  const [text, setText] = useState('')

  function add() {
    const label = text.trim()
    setText('')
    if (label && !labels.includes(label)) onChange([...labels, label])
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== ',')) return
    event.preventDefault()
    add()
  }

  return (
    <div className="grid gap-1.5">
      {labels.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {labels.map((label) => (
            <Tag key={label} onRemove={disabled ? undefined : () => onChange(labels.filter((one) => one !== label))}>
              {label}
            </Tag>
          ))}
        </div>
      )}
      <Input
        size="sm"
        placeholder="Add a label"
        maxLength={50}
        disabled={disabled || labels.length >= mostLabels}
        value={text}
        onText={setText}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
    </div>
  )
}
