import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'

type Props = { days: number; onChange: (days: number) => void; help: string; error?: string | undefined }

/** How long the key that something had until now goes on to answer. */
export const SunsetDays = ({ days, onChange, ...field }: Props) => (
  <Field label="The old key answers for" {...field}>
    <Select
      options={[0, 7, 30, 90, 365].map((one) => ({
        value: String(one),
        label: one === 0 ? 'Not at all' : `${one} days`,
      }))}
      value={String(days)}
      onChange={(value) => onChange(Number(value))}
    />
  </Field>
)
