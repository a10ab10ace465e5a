import { ChevronsUpDown } from 'lucide-react'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import { toZoned } from '#web/lib/time/zoned.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { controlLook } from '#web/ui/form/control-look.ts'
import { useField, useFieldControl } from '#web/ui/form/field.tsx'
import { EmailInput, Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { choosableOptions, inputName, yesOrNo } from './custom-fields.ts'

type Props = {
  field: TicketField
  /** The value at first. The form keeps the current one, so that it works without scripts. */
  value: unknown
  timeZone: string
  size?: 'md' | 'lg'
  /** Where no label stands beside the input. */
  label?: string
  autoFocus?: boolean
}

/** The input of a custom field. Its name in the form is that of `inputName`. */
export function CustomInput({ field, value, timeZone, size = 'md', label, autoFocus }: Props) {
  const shared = { name: inputName(field), size, autoFocus, 'aria-label': label, defaultValue: String(value ?? '') }
  switch (field.kind) {
    case 'select':
      return field.many ? (
        <Checkboxes {...{ field, value, autoFocus }} />
      ) : (
        <NativeSelect {...shared} options={choosableOptions(field, value)} />
      )
    case 'boolean':
      return <NativeSelect {...shared} options={yesOrNo} />
    case 'long_text':
      return <Textarea {...shared} rows={3} maxLength={field.maxLength} />
    case 'integer':
      return <Input {...shared} inputMode="numeric" autoComplete="off" suffix={field.unit} />
    case 'decimal':
      return <Input {...shared} inputMode="decimal" autoComplete="off" suffix={field.unit} />
    case 'date':
      return <Input {...shared} type="date" min={edge(field.min)} max={edge(field.max) ?? '9999-12-30'} />
    case 'datetime':
      return (
        <Input
          {...shared}
          type="datetime-local"
          max="9999-12-30T00:00"
          defaultValue={value ? toZoned(String(value), field.timeZone ?? timeZone) : ''}
        />
      )
    case 'email':
      return <EmailInput {...shared} autoComplete="off" />
    case 'url':
      return <Input {...shared} inputMode="url" autoComplete="off" placeholder="https://" />
    case 'phone':
      return <Input {...shared} type="tel" autoComplete="off" placeholder="+49 30 123456" />
    default:
      return <Input {...shared} autoComplete="off" maxLength={field.maxLength ?? 500} />
  }
}

const edge = (value: number | string | undefined) => value?.toString()

type SelectProps = {
  name: string
  size: 'md' | 'lg'
  autoFocus: boolean | undefined
  'aria-label': string | undefined
  defaultValue: string
  options: { value: string; label: string }[]
}

/** A select of the browser, which works without scripts. */
function NativeSelect({ size, options, ...rest }: SelectProps) {
  const field = useField()
  return (
    <span className={classNames(controlLook(size, field?.state), 'relative px-0!')}>
      <select
        {...useFieldControl()}
        {...rest}
        className={classNames(
          'w-full min-w-0 appearance-none self-stretch rounded-sm bg-field pr-8 outline-none',
          size === 'lg' ? 'pl-3' : 'pl-2.5',
        )}
      >
        <option value="">None</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon of={ChevronsUpDown} size={14} className="pointer-events-none absolute right-2.5 text-ink-3" />
    </span>
  )
}

const Checkboxes = ({ field, value, autoFocus }: Pick<Props, 'field' | 'value' | 'autoFocus'>) => (
  <div className="flex flex-wrap gap-x-4 gap-y-2">
    {choosableOptions(field, value).map((option, at) => (
      <Checkbox
        key={option.value}
        name={inputName(field)}
        value={option.value}
        label={option.label}
        defaultChecked={[value].flat().includes(option.value)}
        autoFocus={autoFocus && at === 0}
      />
    ))}
  </div>
)
