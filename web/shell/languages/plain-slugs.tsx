import { Checkbox } from '#web/ui/form/checkbox.tsx'

type Props = {
  languages: string[]
  plainSlugs: string[]
  nameOf: (code: string) => string
  onChange: (plainSlugs: string[]) => void
}

/** Of which languages the addresses are written with a to z alone. */
export const PlainSlugs = ({ languages, plainSlugs, nameOf, onChange }: Props) => (
  <fieldset className="grid gap-2">
    <legend className="mb-1.5 font-medium">Addresses with a to z alone</legend>
    <p className="text-meta text-ink-3">
      A title then makes <span className="font-mono">ueber-uns</span> in the place of{' '}
      <span className="font-mono">über-uns</span>. Addresses that are published stay as they are.
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
