import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { type CustomValues, isShown, readCustomValues, zoneName } from './custom-fields.ts'
import { CustomInput } from './custom-input.tsx'

type Fault = { error: string | undefined; onChanged: () => void }

type Props = {
  fields: readonly TicketField[]
  /** The values at first. */
  values: CustomValues
  isRequired: (field: TicketField) => boolean
  faultOf: (name: string) => Fault
  timeZone: string
  size?: 'md' | 'lg'
}

/**
 * The inputs of custom fields in a form. A field whose condition is not met is hidden and not sent. Without scripts,
 * all fields are shown.
 */
export function CustomInputs({ fields, values: start, isRequired, faultOf, timeZone, size }: Props) {
  const [values, setValues] = useState(start)
  const box = useRef<HTMLDivElement>(null)
  const isHydrated = useIsHydrated()
  const read = () => {
    const form = box.current?.closest('form')
    if (form) setValues(readCustomValues(new FormData(form), fields))
  }
  // Also reads what was chosen before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(read, [])
  if (fields.length === 0) return null
  return (
    <div ref={box} onInput={read} className="grid grid-cols-1 gap-[inherit]">
      <input type="hidden" name={zoneName} value={timeZone} />
      {fields.map((field) => {
        const isHidden = !isShown(field, fields, values)
        return (
          <fieldset
            key={field.id}
            disabled={isHydrated && isHidden}
            className={classNames('min-w-0', isHidden && 'hidden noscript:block')}
          >
            <Labelled field={field} isRequired={isRequired(field)} fault={faultOf(`customFields.${field.key}`)}>
              <CustomInput {...{ field, timeZone, size }} value={start[field.key]} />
            </Labelled>
          </fieldset>
        )
      })}
    </div>
  )
}

type LabelledProps = { field: TicketField; isRequired: boolean; fault: Fault; children: ReactNode }

function Labelled({ field, isRequired, fault, children }: LabelledProps) {
  const id = useId()
  const label = (
    <>
      {field.label}
      {!isRequired && <span className="font-normal text-ink-3"> (optional)</span>}
    </>
  )
  if (!(field.kind === 'select' && field.many))
    return (
      <Field label={label} help={field.help} {...fault}>
        {children}
      </Field>
    )
  return (
    <fieldset
      className="min-w-0"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-below`}
      onInput={fault.onChanged}
    >
      <p id={`${id}-label`} className="mb-1.5 font-medium">
        {label}
      </p>
      {children}
      <p
        id={`${id}-below`}
        className={classNames('mt-1.5 text-meta empty:hidden', fault.error ? 'text-red-ink' : 'text-ink-3')}
      >
        {fault.error ?? field.help}
      </p>
    </fieldset>
  )
}
