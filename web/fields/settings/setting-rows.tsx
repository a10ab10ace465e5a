import { createContext, useCallback, useContext, useEffect, useId, useRef, useState } from 'react'
import type { BoundSetting, NamedModel } from '#web/fields/form/field-shape.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import type { Option } from '#web/ui/choice/option.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Switch } from '#web/ui/form/switch.tsx'

type Labels = { label: string; help?: string }
type Shared = Labels & { fault: Fault }

export function NumberSetting({ label, help, fault, value, onChange }: Labels & BoundSetting<number>) {
  const [typed, setTyped] = useState(value?.toString() ?? '')
  const isNumber = typed === '' || Number.isSafeInteger(Number(typed))
  useInvalidSetting(!isNumber)
  return (
    <Field label={label} help={help} {...fault} error={isNumber ? fault.error : 'Enter a whole number'}>
      <Input
        inputMode="numeric"
        value={typed}
        onChange={({ target }) => {
          const text = target.value.trim()
          setTyped(text)
          if (text === '') onChange(undefined)
          else if (Number.isSafeInteger(Number(text))) onChange(Number(text))
        }}
      />
    </Field>
  )
}

type TextProps = Labels & BoundSetting<string> & { type?: 'text' | 'date'; placeholder?: string }

export const TextSetting = ({ label, help, fault, value, onChange, type = 'text', placeholder }: TextProps) => (
  <Field label={label} help={help} {...fault}>
    <Input
      type={type}
      placeholder={placeholder}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  </Field>
)

export const SwitchSetting = ({ label, value, onChange }: { label: string } & BoundSetting<boolean>) => (
  <Switch label={label} checked={value === true} onChange={(isOn) => onChange(isOn || undefined)} />
)

export const SeveralSettings = ({ many, max }: { many: BoundSetting<boolean>; max: BoundSetting<number> }) => (
  <>
    <SwitchSetting label="Allow several" {...many} />
    {many.value && <NumberSetting label="Maximum" help="Default 100" {...max} />}
  </>
)

type ChoiceProps<V extends string> = Shared & {
  options: Option<V>[]
  value: V
  onChange: (value: V) => void
}

export const ChoiceSetting = <V extends string>({ label, help, fault, ...rest }: ChoiceProps<V>) => (
  <Field label={label} help={help} {...fault}>
    <Select {...rest} />
  </Field>
)

type ManyProps<V extends string> = Shared & {
  options: readonly { value: V; label: string }[]
  value: readonly V[]
  onChange: (value: V[]) => void
  none?: string
}

export function ManySetting<V extends string>({ label, help, fault, options, value, onChange, none }: ManyProps<V>) {
  const toggle = (one: V, isChosen: boolean) =>
    onChange(
      options.map((option) => option.value).filter((other) => (other === one ? isChosen : value.includes(other))),
    )
  return (
    <fieldset className="min-w-0" onInput={fault.onChanged}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      {options.length === 0 && none && <p className="text-ink-3">{none}</p>}
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={value.includes(option.value)}
            onChange={({ target }) => toggle(option.value, target.checked)}
          />
        ))}
      </div>
      {(fault.error || help) && (
        <p className={fault.error ? 'mt-1.5 text-meta text-red-ink' : 'mt-1.5 text-meta text-ink-3'}>
          {fault.error ?? help}
        </p>
      )}
    </fieldset>
  )
}

type ModelsProps = {
  models: NamedModel[]
  fault: Fault
  value: string[] | undefined
  onChange: (keys?: string[]) => void
}

export const ModelsSetting = ({ models, fault, value = [], onChange }: ModelsProps) => (
  <ManySetting
    label="References"
    help="Choose none to allow entries of all models"
    none="There are no models yet"
    fault={fault}
    options={models.filter(({ kind }) => kind !== 'component').map(({ key, name }) => ({ value: key, label: name }))}
    value={value}
    onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
  />
)

export const SettingsGrid = ({ children }: { children: React.ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">{children}</div>
)

type SetInvalid = (name: string, isInvalid: boolean) => void

/** Function of the form that records invalid settings. The form cannot be saved while a setting is invalid. */
export const InvalidSettingsContext = createContext<SetInvalid>(() => {})

/** Returns the value of `InvalidSettingsContext` for a form, and a function that says whether a setting is invalid. */
export function useInvalidSettings() {
  const invalid = useRef(new Set<string>())
  const setInvalid = useCallback<SetInvalid>((name, isInvalid) => {
    if (isInvalid) invalid.current.add(name)
    else invalid.current.delete(name)
  }, [])
  return { setInvalid, hasInvalid: () => invalid.current.size > 0 }
}

/** Reports an incomplete setting. Without the report, the form would save the previous value. */
export function useInvalidSetting(isInvalid: boolean) {
  const setInvalid = useContext(InvalidSettingsContext)
  const name = useId()
  useEffect(() => {
    setInvalid(name, isInvalid)
    return () => setInvalid(name, false)
  }, [setInvalid, name, isInvalid])
}
