import { Listbox, ListboxButton } from '@headlessui/react'
import { ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { FilterList } from './filter-list.tsx'
import { LabelledButton, ListOptions } from './listbox-select.tsx'
import { filterFrom, type Option, OptionFace } from './option.tsx'

export type InlineValueProps<V extends string> = {
  label: string
  options: Option<V>[]
  value: V
  onChange: (value: V) => void
  openKeys?: string
  disabled?: boolean
  children?: ReactNode
}

export function InlineValue<V extends string>({
  label,
  options,
  value,
  onChange,
  openKeys,
  disabled,
  children,
}: InlineValueProps<V>) {
  const button = useRef<HTMLButtonElement>(null)
  const chosen = options.find((option) => option.value === value)
  const opening = { label: `Change ${label.toLowerCase()}`, run: () => button.current?.click() }
  useShortcuts(openKeys ? { [openKeys]: opening } : {}, { group: 'This ticket', enabled: !disabled })

  const face = (
    <>
      <VisuallyHidden>{label}: </VisuallyHidden>
      {children ?? (chosen ? <OptionFace option={chosen} /> : <span className="text-ink-3">None</span>)}
      {!disabled && <Icon of={ChevronsUpDown} size={14} className="text-ink-3 opacity-70 group-hover:opacity-100" />}
    </>
  )
  const Picker = options.length < filterFrom ? ListPicker : FilterPicker
  const choose = (next: V) => next !== value && onChange(next)
  return <Picker {...{ label, options, value, disabled, face, button }} onChange={choose} />
}

type PickerProps<V extends string> = {
  label: string
  options: Option<V>[]
  value: V
  disabled?: boolean
  face: ReactNode
  button: React.RefObject<HTMLButtonElement | null>
  onChange: (value: V) => void
}

const buttonLook =
  'group touch-area -ml-1.5 inline-flex h-7 max-w-full min-w-0 items-center gap-1.5 rounded-sm px-1.5 hover:bg-hover aria-expanded:bg-hover disabled:cursor-default disabled:hover:bg-transparent'

const ListPicker = <V extends string>({ options, value, disabled, face, button, onChange }: PickerProps<V>) => (
  <Listbox value={value} onChange={onChange} disabled={disabled}>
    <ListboxButton as={LabelledButton} ref={button} className={buttonLook}>
      {face}
    </ListboxButton>
    <ListOptions options={options} value={value} />
  </Listbox>
)

const FilterPicker = <V extends string>({ label, disabled, face, button, onChange, ...list }: PickerProps<V>) => (
  <Popover
    label={label}
    buttonRef={button}
    className="w-72 p-1"
    button={
      <button type="button" disabled={disabled} className={buttonLook}>
        {face}
      </button>
    }
  >
    {(close) => (
      <FilterList
        {...list}
        label={label}
        onChoose={(next) => {
          close()
          onChange(next)
        }}
      />
    )}
  </Popover>
)
