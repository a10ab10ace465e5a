import { useState } from 'react'
import type { ControlSize } from '#web/ui/form/control-look.ts'
import { useField } from '#web/ui/form/field.tsx'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import { ComboboxSelect } from './combobox-select.tsx'
import { ListboxSelect } from './listbox-select.tsx'
import { filterFrom, type Option } from './option.tsx'

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
  /** Only if there is no Field around it. */
  label?: string
  className?: string
}

export type SelectPartProps = Omit<Props<string>, 'defaultValue' | 'name'> & {
  value: string
  onChange: (value: string) => void
}

/** Selects one option. A long list has a filter. */
export function Select<V extends string>({ value: given, defaultValue, onChange, name, options, ...rest }: Props<V>) {
  const [own, setOwn] = useState<string>(defaultValue ?? '')
  const value = given ?? own
  const field = useField()

  function choose(next: string) {
    setOwn(next)
    onChange?.(next as V)
    field?.onChanged?.()
  }

  const Part = options.length < filterFrom ? ListboxSelect : ComboboxSelect
  return (
    <>
      <Part {...rest} options={options} value={value} onChange={choose} />
      {/* Headless UI would render this with a style attribute, which the content security policy refuses. */}
      {name && <input type="hidden" name={name} value={value} disabled={rest.disabled} />}
    </>
  )
}
