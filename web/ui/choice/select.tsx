import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { ChevronsUpDown } from 'lucide-react'
import { type ComponentPropsWithRef, useMemo, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { type ControlSize, controlLook } from '#web/ui/form/control-look.ts'
import { useField, useFieldControl } from '#web/ui/form/field.tsx'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { menuPanel, menuRow } from '#web/ui/overlay/menu.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { ListboxSelect } from './listbox-select.tsx'
import { filterFrom, matchOptions, type Option, OptionCheck, OptionFace } from './option.tsx'

type Props<V extends string> = {
  options: Option<V>[]
  value?: V
  defaultValue?: V
  onChange?: (value: V) => void
  name?: string
  size?: ControlSize
  placeholder?: string
  icon?: IconShape
  disabled?: boolean
  label?: string
  className?: string
}

export type SelectPartProps = Omit<Props<string>, 'defaultValue' | 'name'> & {
  value: string
  onChange: (value: string) => void
}

export function Select<V extends string>({ value: given, defaultValue, onChange, name, options, ...rest }: Props<V>) {
  const [own, setOwn] = useState<string>(defaultValue ?? '')
  const value = given ?? own
  const field = useField()

  function choose(next: string) {
    setOwn(next)
    const chosen = options.find((option) => option.value === next)
    if (chosen) onChange?.(chosen.value)
    field?.onChanged?.()
  }

  const Part = options.length < filterFrom ? ListboxSelect : ComboboxSelect
  return (
    <>
      <Part {...rest} options={options} value={value} onChange={choose} />
      {/* Used instead of the hidden input of Headless UI, whose style attribute the content security policy forbids. */}
      {name && <input type="hidden" name={name} value={value} disabled={rest.disabled} />}
    </>
  )
}

function ComboboxSelect({
  options,
  value,
  onChange,
  size = 'md',
  placeholder = 'Choose',
  icon,
  disabled,
  label,
  className,
}: SelectPartProps) {
  const field = useField()
  const button = useRef<HTMLButtonElement>(null)
  const [query, setQuery] = useState('')
  const matches = useMemo(() => matchOptions(options, query), [options, query])
  const chosen = options.find((option) => option.value === value) ?? null

  return (
    <Combobox
      value={chosen}
      by="value"
      disabled={disabled}
      virtual={{ options: matches, disabled: (option) => Boolean(option?.disabled) }}
      onChange={(option) => option && onChange(option.value)}
      onClose={() => setQuery('')}
    >
      {({ open }) => (
        <span className={classNames(controlLook(size, field?.state), 'relative px-0!', className)}>
          {icon && <Icon of={icon} className="absolute left-2.5 text-ink-3" />}
          <ComboboxInput
            as={LabelledInput}
            id={field?.id}
            label={label}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            displayValue={(option: Option | null) => option?.label ?? ''}
            onChange={(event) => setQuery(event.target.value)}
            onFocus={(event) => event.target.select()}
            onClick={() => !open && button.current?.click()}
            className={classNames(
              'w-full min-w-0 self-stretch bg-transparent pr-8 outline-none',
              icon ? 'pl-8.5' : size === 'lg' ? 'pl-3' : 'pl-2.5',
            )}
          />
          <ComboboxButton
            ref={button}
            className="absolute inset-y-0 right-0 grid w-8 place-items-center rounded-sm text-ink-3"
          >
            <Icon of={ChevronsUpDown} size={14} />
            <VisuallyHidden>Show all options</VisuallyHidden>
          </ComboboxButton>
          {matches.length > 0 ? <Matches chosen={chosen} /> : open && <NoMatch />}
        </span>
      )}
    </Combobox>
  )
}

const Matches = ({ chosen }: { chosen: Option | null }) => (
  <ComboboxOptions
    modal={false}
    anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
    className={classNames(menuPanel, 'max-h-80! w-(--input-width) min-w-50 overflow-x-hidden')}
  >
    {({ option }: { option: Option }) => (
      <ComboboxOption value={option} className={classNames(menuRow, 'data-disabled:text-ink-3 data-focus:bg-press')}>
        <OptionFace option={option} />
        <OptionCheck isChosen={option.value === chosen?.value} />
      </ComboboxOption>
    )}
  </ComboboxOptions>
)

const NoMatch = () => (
  <p
    role="status"
    className={classNames(menuPanel, 'absolute top-full -right-px -left-px mt-1 px-3! py-2! text-base text-ink-3')}
  >
    No results
  </p>
)

const LabelledInput = ({ label, ...rest }: ComponentPropsWithRef<'input'> & { label?: string }) => (
  <input {...rest} {...useFieldControl()} aria-labelledby={undefined} aria-label={label} />
)
