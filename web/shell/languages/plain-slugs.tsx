import { Checkbox } from '#web/ui/form/checkbox.tsx'

type Props = {
  languages: string[]
  plainSlugs: string[]
  nameOf: (code: string) => string
  onChange: (plainSlugs: string[]) => void
}

export const PlainSlugs = ({ languages, plainSlugs, nameOf, onChange }: Props) => (
  <fieldset className="grid gap-2">
    <legend className="mb-1.5 font-medium">URLs with only a to z</legend>
    <p className="text-meta text-ink-3">
      In the selected languages, “Über uns” gets the URL <span className="font-mono">ueber-uns</span> instead of{' '}
      <span className="font-mono">über-uns</span>. Published URLs do not change.
    </p>
    {languages.map((code) => (
      <Checkbox
        key={code}
        label={nameOf(code)}
        checked={plainSlugs.includes(code)}
        onChange={({ target }) =>
          onChange(languages.filter((one) => (one === code ? target.checked : plainSlugs.includes(one))))
        }
      />
    ))}
  </fieldset>
)
