import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { ChevronsUpDown } from 'lucide-react'
import type { ComponentPropsWithRef, KeyboardEvent } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { controlLook } from '#web/ui/form/control-look.ts'
import { useField, useFieldControl } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { menuPanel, menuRow } from '#web/ui/overlay/menu.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { type Option, OptionCheck, OptionFace } from './option.tsx'
import type { SelectPartProps } from './select.tsx'

export function ListboxSelect({
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
  const chosen = options.find((option) => option.value === value)
  return (
    <Listbox value={value} onChange={onChange} disabled={disabled}>
      <ListboxButton
        as={LabelledButton}
        id={field?.id}
        className={classNames(
          controlLook(size, field?.state),
          'cursor-default text-left focus-visible:outline-none focus-visible:border-ring focus-visible:shadow-focus',
          className,
        )}
      >
        {label && <VisuallyHidden>{label}: </VisuallyHidden>}
        {icon && <Icon of={icon} className="text-ink-3" />}
        <span className="flex min-w-0 flex-1 items-center gap-2">
          {chosen ? <OptionFace option={chosen} /> : <span className="text-ink-3">{placeholder}</span>}
        </span>
        <Icon of={ChevronsUpDown} size={14} className="text-ink-3" />
      </ListboxButton>
      <ListOptions options={options} value={value} className="max-h-80! w-(--button-width) min-w-40" />
    </Listbox>
  )
}

type OptionsProps = { options: Option[]; value: string; className?: string }

export const ListOptions = ({ options, value, className }: OptionsProps) => (
  <ListboxOptions
    modal={false}
    anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
    className={classNames(menuPanel, 'layer-menu', className)}
  >
    {options.map((option) => (
      <ListboxOption
        key={option.value}
        value={option.value}
        disabled={option.disabled}
        className={classNames(menuRow, 'data-disabled:text-ink-3 data-focus:bg-press')}
      >
        <OptionFace option={option} />
        <OptionCheck isChosen={option.value === value} />
      </ListboxOption>
    ))}
  </ListboxOptions>
)

/** Renders a select's button. Unlike Headless UI's, its name has the `Field` label, and Enter opens the list. */
export function LabelledButton({ onKeyDown, ...props }: ComponentPropsWithRef<'button'>) {
  const field = useField()
  return (
    <button
      {...props}
      {...useFieldControl()}
      aria-labelledby={field && `${field.labelId} ${props.id}`}
      onKeyDown={(event) => onKeyDown?.(event.key === 'Enter' ? asSpace(event) : event)}
    />
  )
}

const asSpace = (event: KeyboardEvent<HTMLButtonElement>): typeof event => Object.create(event, { key: { value: ' ' } })
