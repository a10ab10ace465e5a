import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { useListCursor } from '#web/ui/choice/use-list-cursor.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Input } from '#web/ui/form/input.tsx'
import { menuPanel, menuRow } from '#web/ui/overlay/menu.tsx'

type Suggesting<Item> = {
  /** Name of the list. */
  listLabel: string
  value: string
  found: Item[]
  isSearching: boolean
  /** The row that is active at first. With -1, Enter is left to the input until an arrow key was pressed. */
  startsAt?: 0 | -1 | undefined
  keyOf: (item: Item) => string
  onChoose: (item: Item) => void
  onClose: () => void
  children: (item: Item) => ReactNode
}

type Props<Item> = Omit<ComponentProps<typeof Input>, 'onChange' | 'value' | 'children'> &
  Suggesting<Item> & { onChange: (text: string) => void }

/** An input with a list of suggestions below it. */
export function SuggestingInput<Item>({
  listLabel,
  value,
  onChange,
  found,
  isSearching,
  startsAt,
  keyOf,
  onChoose,
  onClose,
  children,
  onKeyDown,
  onBlur,
  className,
  ...rest
}: Props<Item>) {
  const suggesting = { listLabel, value, found, isSearching, startsAt, keyOf, onChoose, onClose, children }
  const { inputProps, list } = useSuggestions(suggesting)
  return (
    <div className={className}>
      <Input
        {...inputProps}
        onKeyDown={(event) => {
          inputProps.onKeyDown(event)
          if (!event.defaultPrevented) onKeyDown?.(event)
        }}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={(event) => {
          onClose()
          onBlur?.(event)
        }}
        {...rest}
      />
      {list}
    </div>
  )
}

/** Returns the properties of an input with suggestions, and their list, which opens below its parent. */
export function useSuggestions<Item>({
  listLabel,
  value,
  found,
  isSearching,
  startsAt,
  keyOf,
  onChoose,
  onClose,
  children,
}: Suggesting<Item>) {
  const cursor = useListCursor({
    label: listLabel,
    count: isSearching ? 0 : found.length,
    startsAt,
    resetOn: value,
    onChoose: (index) => found[index] && onChoose(found[index]),
  })
  const isShown = found.length > 0
  const inputProps = {
    ...cursor.inputProps,
    'aria-expanded': isShown,
    'aria-controls': isShown ? cursor.inputProps['aria-controls'] : undefined,
    autoComplete: 'off',
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      if (event.key !== 'Escape' || !isShown) return cursor.inputProps.onKeyDown(event)
      event.preventDefault()
      onClose()
    },
  }
  const list = isShown && (
    <div
      {...cursor.listProps}
      popover="manual"
      ref={openBelow}
      className={classNames(menuPanel, 'fixed inset-auto m-0 border-0')}
    >
      {found.map((item, index) => (
        <div
          key={keyOf(item)}
          {...cursor.optionProps(index)}
          className={classNames(menuRow, isSearching ? 'opacity-50' : index === cursor.active && 'bg-press')}
        >
          {children(item)}
        </div>
      ))}
    </div>
  )
  return { inputProps, list }
}

/** Shows the list on top of the page, because a dialog cuts off what is outside it. */
function openBelow(list: HTMLDivElement | null) {
  if (!list) return
  const { left, bottom, width } = list.parentElement!.getBoundingClientRect()
  Object.assign(list.style, { left: `${left}px`, top: `${bottom + 4}px`, minWidth: `${width}px` })
  list.showPopover()
}
