import { ClipboardPaste, Plus } from 'lucide-react'
import { type ClipboardEvent, type RefObject, useRef, useState } from 'react'
import { useFieldServices } from '#web/fields/form/field-services.tsx'
import type { Values } from '#web/fields/form/field-shape.ts'
import { useFocusBelow } from '#web/fields/form/focus-field.ts'
import { moved } from '#web/fields/inputs/move-buttons.tsx'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { Button } from '#web/ui/button/button.tsx'
import { FilterList } from '#web/ui/choice/filter-list.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { useTreeDrag } from '#web/ui/tree/use-tree-drag.ts'
import { ComponentCard } from './component-card.tsx'
import { writableValues } from './writable-values.ts'

export type Item = { key: string; component: string; values: Values }

type Props = {
  items: Item[]
  onChange: (items: Item[]) => void
  allowed: string[]
  most: number
  disabled: boolean
  path: string
}

export function ComponentList({ items, onChange, allowed, most, disabled, path }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const services = useFieldServices()
  const { components } = services
  const showToast = useToast()
  const latest = useRef(items)
  latest.current = items
  const isFull = items.length >= most
  const toggle = (key: string, isOpen: boolean) =>
    setOpen((before) => new Set(isOpen ? [...before, key] : [...before].filter((one) => one !== key)))
  useFocusBelow(path, (rest) => {
    const item = items[Number(rest.split('.')[0])]
    if (item) toggle(item.key, true)
  })
  const drag = useTreeDrag({
    items: items.map(({ key }) => ({ id: key, parent: null })),
    nests: false,
    enabled: !disabled && items.length > 1,
    onMove(key, { before }) {
      const from = items.findIndex((item) => item.key === key)
      const others = items.toSpliced(from, 1)
      const to = before === null ? others.length : others.findIndex((item) => item.key === before)
      onChange(others.toSpliced(to, 0, items[from]!))
    },
  })

  const taken = (item: Item) => ({ ...item, values: writableValues(item.component, item.values, services) })

  function insert(at: number, component: string, values: Values) {
    if (latest.current.length >= most) return
    const key = randomUuid()
    onChange(latest.current.toSpliced(at, 0, { key, component, values }))
    toggle(key, true)
    focusItem(list, at, 'fields')
  }

  function move(at: number, to: number) {
    onChange(moved(items, at, to))
    focusItem(list, to, to < at ? 'up' : 'down')
  }

  function remove(at: number) {
    const item = items[at]!
    onChange(items.toSpliced(at, 1))
    focusItem(list, Math.min(at, items.length - 2), 'title')
    showToast({
      text: `${components.get(item.component)?.name ?? 'Block'} removed`,
      action: { label: 'Undo', onAct: () => onChange(latest.current.toSpliced(at, 0, taken(item))) },
    })
  }

  function paste(block: CopiedBlock | null, at = items.length) {
    if (!block) return showToast({ text: 'There is no copied block to paste' })
    const component = components.get(block.component)
    if (!component || !allowed.includes(component.key))
      return showToast({ text: 'The copied block is not allowed here' })
    insert(at, component.key, writableValues(component.key, block.values, services))
  }

  function onPaste(event: ClipboardEvent) {
    const isText = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable=true]')
    const block = isText || disabled ? null : parseBlock(event.clipboardData.getData('text/plain'))
    if (!block) return
    event.preventDefault()
    event.stopPropagation()
    paste(block)
  }

  return (
    <div onPaste={onPaste} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ol ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
        {items.map((item, at) => (
          <ComponentCard
            key={item.key}
            {...{ item, at, disabled, isFull }}
            count={items.length}
            path={`${path}.${at}`}
            drag={drag(item.key)}
            isOpen={open.has(item.key)}
            onOpen={(isOpen) => toggle(item.key, isOpen)}
            onChange={(values) => onChange(items.with(at, { ...item, values }))}
            onMove={(to) => move(at, to)}
            onRemove={() => remove(at)}
            onDouble={() => insert(at + 1, item.component, structuredClone(taken(item).values))}
            onCopy={() => {
              copyBlock({ component: components.get(item.component)?.key ?? item.component, values: item.values })
              showToast({ text: 'Copied. You can paste it here or into another entry' })
            }}
          />
        ))}
      </ol>
      {!disabled && (
        <div className="flex flex-wrap gap-2">
          <AddComponent
            allowed={allowed}
            disabledReason={isFull ? `You can add at most ${most}` : undefined}
            onAdd={(component) => insert(items.length, component, {})}
          />
          {!isFull && (
            <Button variant="ghost" icon={ClipboardPaste} onClick={async () => paste(await readCopiedBlock())}>
              Paste
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

type AddProps = { allowed: string[]; disabledReason: string | undefined; onAdd: (component: string) => void }

function AddComponent({ allowed, disabledReason, onAdd }: AddProps) {
  const { components } = useFieldServices()
  const options = allowed.flatMap((key) => {
    const component = components.get(key)
    return component ? [{ value: component.key, label: component.name }] : []
  })
  const [only] = options
  if (!only) return <p className="text-ink-3">The allowed components were deleted</p>
  if (options.length === 1 || disabledReason)
    return (
      <Button icon={Plus} disabledReason={disabledReason} onClick={() => onAdd(only.value)}>
        {options.length === 1 ? `Add ${only.label}` : 'Add'}
      </Button>
    )
  return (
    <Popover label="Add a block" className="w-60 p-1" button={<Button icon={Plus}>Add</Button>}>
      {(close) => (
        <FilterList
          label="Find a block"
          options={options}
          value=""
          onChoose={(component) => {
            close()
            onAdd(component)
          }}
        />
      )}
    </Popover>
  )
}

function focusItem(list: RefObject<HTMLElement | null>, at: number, part: 'up' | 'down' | 'title' | 'fields') {
  requestAnimationFrame(() => {
    const item = list.current?.children[at]
    if (!item) return
    const wanted = item.querySelector<HTMLElement>(selectors[part])
    const otherwise = item.querySelector<HTMLElement>(selectors.title)
    ;(wanted ?? otherwise)?.focus()
  })
}

const selectors = {
  up: '[data-part=up]:not(:disabled)',
  down: '[data-part=down]:not(:disabled)',
  title: '[data-part=title]',
  fields: ':scope [data-field] :is(input:not([type=hidden]), textarea, [contenteditable=true], button)',
}

type CopiedBlock = { component: string; values: Values }

const mark = 'startup-tools/block'

/** Copies to the clipboard and to `localStorage`, because some browsers forbid reading the clipboard. */
async function copyBlock(block: CopiedBlock) {
  const text = JSON.stringify({ [mark]: block })
  try {
    localStorage.setItem(mark, text)
  } catch {
    // `localStorage` is full or forbidden. The error is ignored, because the block is also copied to the clipboard.
  }
  await copyText(text)
}

async function readCopiedBlock(): Promise<CopiedBlock | null> {
  const text = await navigator.clipboard?.readText().catch(() => null)
  return parseBlock(text ?? '') ?? parseBlock(localStorage.getItem(mark) ?? '')
}

function parseBlock(text: string): CopiedBlock | null {
  try {
    const block: CopiedBlock | undefined = JSON.parse(text)?.[mark]
    return typeof block?.component === 'string' && typeof block.values === 'object' ? block : null
  } catch {
    return null
  }
}
