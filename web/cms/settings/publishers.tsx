import type { ContentModel } from '#contract/content/models.ts'
import { ManySetting } from '#web/fields/settings/setting-rows.tsx'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'

/** A member who is not an admin. Admins can always publish. */
export type Publisher = { id: string; name: string }

type PublisherSettings = Pick<ContentModel, 'publishers' | 'publisherIds'>
type Props = {
  publishers: PublisherSettings['publishers']
  ids: string[]
  members: Publisher[]
  fault: (name: string) => Fault
  onChange: (chosen: PublisherSettings) => void
}

/** Who can publish entries of a model: everyone, admins, or admins and chosen members. */
export function Publishers({ publishers, ids, members, fault, onChange }: Props) {
  // Members who left are removed with the next change.
  const known = ids.filter((id) => members.some((member) => member.id === id))
  return (
    <>
      <Field label="Who can publish" help="All others send their changes for review." {...fault('publishers')}>
        <Select
          options={[
            { value: 'members', label: 'All members' },
            { value: 'admins', label: 'Admins only' },
            { value: 'named', label: 'Admins and chosen members' },
          ]}
          value={publishers}
          onChange={(value) => onChange({ publishers: value as PublisherSettings['publishers'], publisherIds: known })}
        />
      </Field>
      {publishers === 'named' && (
        <ManySetting
          label="Members who can publish"
          none="Everyone on the team is an admin."
          fault={fault('publisherIds')}
          options={members.map(({ id, name }) => ({ value: id, label: name }))}
          value={known}
          onChange={(publisherIds) => onChange({ publishers, publisherIds })}
        />
      )}
    </>
  )
}
