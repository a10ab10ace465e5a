import { Checkbox } from '#web/ui/form/checkbox.tsx'
import type { DraftProps } from './profile-draft.ts'

const choices = [
  { name: 'assigned', label: 'A ticket is assigned to me' },
  { name: 'customerReplied', label: 'A customer replies to my ticket' },
  { name: 'deliveryFailed', label: 'A reply of mine could not be delivered' },
  { name: 'mentioned', label: 'Someone mentions me in a comment' },
  { name: 'reviews', label: 'I am asked for a review, or my entry was reviewed' },
  { name: 'handedOver', label: 'I take over work from someone who leaves' },
] as const

export const NotificationChoices = ({ draft, onChange }: DraftProps) => (
  <fieldset className="grid justify-items-start gap-2.5">
    <legend className="mb-2.5 text-meta text-ink-3">Send me a mail when</legend>
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
