import type { ComponentProps } from 'react'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type Props = Omit<ComponentProps<typeof Input>, 'onChange'> & {
  label: string
  help?: string | undefined
  fault: Fault
  isCode?: boolean
  onChange: (value: string) => void
}

export const TextField = ({ label, help, fault, isCode, onChange, ...input }: Props) => (
  <Field label={label} help={help} {...fault}>
    <Input
      autoComplete="off"
      {...(isCode && { spellCheck: false, className: 'font-mono' })}
      {...input}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
)

type Form<Values> = { values: Values; change: <Name extends keyof Values>(name: Name, value: Values[Name]) => void }

/** Returns the props of a form control by name: `<TextField label="Slug" {...bind('slug')} />`. */
export const bindFields =
  <Values extends object>({ values, change }: Form<Values>, faultOf: (name: string) => Fault) =>
  <Name extends keyof Values & string>(name: Name) => ({
    fault: faultOf(name),
    value: values[name],
    onChange: (value: Values[Name]) => change(name, value),
  })
