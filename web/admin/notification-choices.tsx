import { Checkbox } from '#web/ui/form/checkbox.tsx'
import type { DraftProps } from './profile-draft.ts'

const choices = [
  { name: 'assigned', label: 'A ticket is assigned to me' },
  { name: 'customerReplied', label: 'A customer answers my ticket' },
  { name: 'deliveryFailed', label: 'An answer of mine could not be delivered' },
  { name: 'mentioned', label: 'Somebody mentions me in a comment' },
  { name: 'reviews', label: 'An entry waits for my review, or comes back from one' },
  { name: 'handedOver', label: 'I take over work of somebody who leaves' },
] as const

export const NotificationChoices = ({ draft, onChange }: DraftProps) => (
  <fieldset className="grid justify-items-start gap-2.5">
    <legend className="mb-2.5 text-meta text-ink-3">Mail me when</legend>
    {choices.map(({ name, label }) => (
      <Checkbox
        key={name}
        name={name}
        label={label}
        checked={draft[name]}
        onChange={(event) => onChange({ [name]: event.target.checked })}
      />
    ))}
  </fieldset>
)
