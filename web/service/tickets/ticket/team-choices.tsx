import { Checkbox } from '#web/ui/form/checkbox.tsx'

type Props = {
  known: { id: string; name: string }[]
  /** Ids of the chosen teams. */
  chosen: string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

export const TeamChoices = ({ known, chosen, error, onChange }: Props) => (
  <fieldset className="grid gap-2">
    <legend className="mb-1.5 font-medium">Teams</legend>
    {known.map(({ id, name }) => (
      <Checkbox
        key={id}
        label={name}
        checked={chosen.includes(id)}
        onChange={() => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
      />
    ))}
    {error && (
      <p role="alert" className="text-meta text-red-ink">
        {error}
      </p>
    )}
  </fieldset>
)
