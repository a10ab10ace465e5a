import { ChevronDown, ChevronRight, Copy, CopyPlus, GripVertical, Trash2 } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useId } from 'react'
import { useFieldServices } from '#web/fields/form/field-services.tsx'
import type { Values } from '#web/fields/form/field-shape.ts'
import { MoveButtons } from '#web/fields/inputs/move-buttons.tsx'
import { valuesInLine } from '#web/fields/values-in-line.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import type { useTreeDrag } from '#web/ui/tree/use-tree-drag.ts'
import { ComponentFields } from './component-fields.tsx'
import type { Item } from './component-list.tsx'

type Props = {
  item: Item
  at: number
  count: number
  path: string
  disabled: boolean
  isFull: boolean
  isOpen: boolean
  drag: ReturnType<ReturnType<typeof useTreeDrag>>
  onOpen: (isOpen: boolean) => void
  onChange: (values: Values) => void
  onMove: (to: number) => void
  onRemove: () => void
  onDouble: () => void
  onCopy: () => void
}

export function ComponentCard({ item, path, disabled, isOpen, drag, onChange, ...rest }: Props) {
  const bodyId = useId()
  return (
    <li
      {...onlyByHandle(drag)}
      className="rounded-sm border border-line-strong bg-surface data-[drop=after]:border-b-accent data-[drop=before]:border-t-accent"
    >
      <CardBar {...{ item, path, disabled, isOpen, bodyId }} {...rest} />
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && (
          <div className="@container border-t border-line p-3">
            <ComponentFields
              component={item.component}
              values={item.values}
              onChange={onChange}
              disabled={disabled}
              path={path}
            />
          </div>
        )}
      </div>
    </li>
  )
}

const moveKeys = { 'alt+up': { label: 'Move the component up' }, 'alt+down': { label: 'Move the component down' } }

/** Only a drag that starts on the card itself moves the card. A drag in a text field selects text. */
const onlyByHandle = ({ onDragStart, ...drag }: Props['drag']) => ({
  ...drag,
  onDragStart(event: DragEvent) {
    if (event.target !== event.currentTarget) return
    event.stopPropagation()
    onDragStart?.(event)
  },
})

type BarProps = Omit<Props, 'drag' | 'onChange'> & { bodyId: string }

function CardBar({ item, at, count, path, disabled, isOpen, isFull, bodyId, ...acts }: BarProps) {
  const services = useFieldServices()
  const name = services.components.get(item.component)?.name ?? item.component
  const fault = services.faultAt(path) ?? services.faultAt(`${path}.type`)

  useShortcuts(count > 1 && !disabled ? moveKeys : {}, { group: 'On the title of a component' })

  function onKeyDown(event: KeyboardEvent) {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (!step || disabled || at + step < 0 || at + step >= count) return
    event.preventDefault()
    acts.onMove(at + step)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the buttons in it
    <div onKeyDown={onKeyDown} className="flex min-h-9 items-center gap-1 px-2">
      {!disabled && count > 1 && <Icon of={GripVertical} size={14} className="cursor-grab text-ink-3" />}
      <button
        type="button"
        data-part="title"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => acts.onOpen(!isOpen)}
        className="flex min-h-9 min-w-0 flex-1 items-center gap-1.5 text-left"
      >
        <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} className="text-ink-3" />
        <span className="font-medium whitespace-nowrap">{name}</span>
        {fault ? (
          <span className="truncate text-meta text-red-ink">{fault}</span>
        ) : (
          <span className="truncate text-meta text-ink-3">{valuesInLine(item.component, item.values, services)}</span>
        )}
      </button>
      {!disabled && <CardActs {...{ at, count, isFull, name }} {...acts} />}
    </div>
  )
}

type ActProps = Pick<Props, 'at' | 'count' | 'isFull' | 'onMove' | 'onRemove' | 'onDouble' | 'onCopy'> & {
  name: string
}

const CardActs = ({ at, count, isFull, name, onMove, onRemove, onDouble, onCopy }: ActProps) => (
  <span className="flex shrink-0 items-center">
    {count > 1 && (
      <MoveButtons {...{ at, count, onMove }} size="sm" hasKeys labelOf={(direction) => `Move ${name} ${direction}`} />
    )}
    <IconButton size="sm" icon={Copy} label={`Copy ${name}`} onClick={onCopy} />
    <IconButton size="sm" icon={CopyPlus} label={`Duplicate ${name}`} disabled={isFull} onClick={onDouble} />
    <IconButton size="sm" icon={Trash2} label={`Remove ${name}`} onClick={onRemove} />
  </span>
)
