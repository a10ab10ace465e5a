import { useId } from 'react'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { End, KeyValues, ModelChoice } from './key-values.ts'

type Props = {
  values: KeyValues
  onChange: (values: KeyValues) => void
  fault: (...names: string[]) => Fault
  canKeepEnd?: boolean
}

const ends: { value: End; label: string }[] = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
]

export function KeyFields({ values, onChange, fault, canKeepEnd }: Props) {
  const set = (changed: Partial<KeyValues>) => onChange({ ...values, ...changed })
  return (
    <>
      <Field label="Name" help="Say where the key is used, for example Website" {...fault('name')}>
        <Input
          name="name"
          value={values.name}
          maxLength={120}
          autoComplete="off"
          onText={(text) => set({ name: text })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Expires" {...fault('expiresAt')}>
          <Select
            name="end"
            options={canKeepEnd ? [{ value: 'kept', label: 'No change' }, ...ends] : ends}
            value={values.end}
            onChange={(end) => set({ end: end })}
          />
        </Field>
        <Field
          label="Daily calls"
          hint="Optional"
          help="Maximum number of calls a day. The count restarts at midnight UTC"
          {...fault('dailyCalls')}
        >
          <Input
            name="calls"
            value={values.calls}
            inputMode="numeric"
            maxLength={12}
            autoComplete="off"
            placeholder="Unlimited"
            onText={(text) => set({ calls: text })}
          />
        </Field>
      </div>
      <Field
        label="IP addresses"
        hint="Optional"
        help="Only calls from these addresses are accepted. Separate with commas: 203.0.113.0/24, 2001:db8::/32"
        {...fault('networks')}
      >
        <Input
          name="networks"
          value={values.networks}
          maxLength={1200}
          autoComplete="off"
          spellCheck={false}
          placeholder="Any address"
          onText={(text) => set({ networks: text })}
        />
      </Field>
    </>
  )
}

type ModelProps = Omit<Props, 'canKeepEnd'> & { models: ModelChoice[] }

export function ModelFields({ values, onChange, fault, models }: ModelProps) {
  const errorId = useId()
  const { error, onChanged } = fault('models')
  const chosen = values.models === 'all' ? [] : values.models
  const choose = (to: KeyValues['models']) => {
    onChange({ ...values, models: to })
    onChanged()
  }
  const flip = (id: string, isChosen: boolean) =>
    choose(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 font-medium">Content</legend>
      <div className="grid gap-2">
        <Checkbox
          label="All models, including future models"
          checked={values.models === 'all'}
          aria-invalid={Boolean(error) || undefined}
          onChange={(event) => choose(event.target.checked ? 'all' : [])}
        />
        {values.models !== 'all' && (
          <div className="grid max-h-60 gap-2 overflow-y-auto py-1 pl-6">
            {models.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={<span className="wrap-anywhere">{name}</span>}
                checked={chosen.includes(id)}
                onChange={(event) => flip(id, event.target.checked)}
              />
            ))}
          </div>
        )}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-meta text-red-ink">
          {error}
        </p>
      )}
    </fieldset>
  )
}
