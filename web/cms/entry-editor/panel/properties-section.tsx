import { Archive, CircleCheck, CircleDashed, Eye, PencilLine } from 'lucide-react'
import type { EditedEntry, EntryStatus } from '#contract/content/entries.ts'
import { Labels } from '#web/cms/entries/labels.tsx'
import { publishersOf } from '#web/cms/entry-writing/entry-data.ts'
import { idsOf } from '#web/fields/leads/ids-of.ts'
import { fullName, responsibleName } from '#web/lib/words/full-name.ts'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import type { Option } from '#web/ui/choice/option.tsx'
import { Field } from '#web/ui/form/field.tsx'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import { Pill, type Tone } from '#web/ui/mark/pill.tsx'
import { PanelSection, Property } from '#web/ui/page/side-panel.tsx'
import type { OpenedProps } from './entry-panel.tsx'

const none = ''

export function PropertiesSection(props: OpenedProps) {
  const { entry, model, language, isMissing, members, actions, canWrite } = props
  const { changing, change, take } = actions
  const { owner = entry.owner?.id } = changing
  const own = entry.languages.find((one) => one.language === language)
  const categories = categoriesIn(props)
  return (
    <PanelSection>
      <Property label="Status">
        {own && !isMissing ? (
          <EntryStatusPill status={own.status} isLive={own.isLive} />
        ) : (
          <span className="text-ink-3">Missing</span>
        )}
      </Property>
      <Property label="Owner">
        <InlineValue
          label="Owner"
          options={peopleOf(members, entry.owner, members)}
          value={owner ?? none}
          disabled={!canWrite}
          onChange={(id) => change({ owner: id || null })}
        />
      </Property>
      <Property label="Reviewer">
        <InlineValue
          label="Reviewer"
          options={peopleOf(publishersOf(model, members), entry.reviewer, members)}
          value={entry.reviewer?.id ?? none}
          disabled={!canWrite || isMissing}
          onChange={(id) => take({ to: 'review', reviewer: id || null })}
        />
      </Property>
      {categories !== undefined && (
        <Property label="Categories">
          <span className={categories ? 'min-w-0 truncate' : 'text-ink-3'} title={categories}>
            {categories || 'None'}
          </span>
        </Property>
      )}
      <div className="mt-2">
        <Field label="Labels">
          <Labels
            labels={changing.labels ?? entry.labels}
            disabled={!canWrite}
            onChange={(labels) => change({ labels })}
          />
        </Field>
      </div>
    </PanelSection>
  )
}

/** The names of all that its fields say; undefined where the model has no such field. */
function categoriesIn({ model, text, around }: OpenedProps): string | undefined {
  const fields = model.fields.filter(({ kind }) => kind === 'category')
  if (fields.length === 0) return undefined
  const ids = new Set(fields.flatMap(({ key }) => idsOf(text.values[key])))
  return [...ids].flatMap((id) => around.leadOf(id)?.title ?? []).join(', ')
}

type Look = { tone: Tone; icon: IconShape; label: string; isResting?: boolean }

const looks: Record<EntryStatus, Look> = {
  draft: { tone: 'grey', icon: CircleDashed, label: 'Draft' },
  in_review: { tone: 'plum', icon: Eye, label: 'In review' },
  published: { tone: 'green', icon: CircleCheck, label: 'Published', isResting: true },
  changed: { tone: 'amber', icon: PencilLine, label: 'Changed' },
  archived: { tone: 'grey', icon: Archive, label: 'Archived', isResting: true },
}

function EntryStatusPill({ status, isLive }: { status: EntryStatus; isLive: boolean }) {
  const { tone, icon, label, isResting } = looks[status]
  return (
    <>
      <Pill tone={tone} icon={icon} quiet={isResting}>
        {label}
      </Pill>
      {isLive && status !== 'published' && <span className="text-meta text-ink-3">an earlier version is live</span>}
    </>
  )
}

/** Somebody who left the team, or may not publish it any more, may still be named here. */
function peopleOf(
  fitting: OpenedProps['members'],
  chosen: EditedEntry['owner'],
  members: OpenedProps['members'],
): Option[] {
  const active = fitting.filter(({ status }) => status === 'active')
  const options = active.map((member) => ({ value: member.id, label: fullName(member) }))
  const isGone = chosen && !active.some(({ id }) => id === chosen.id)
  return [
    { value: none, label: 'Nobody' },
    ...options,
    ...(isGone ? [{ value: chosen.id, label: responsibleName(chosen, members), disabled: true }] : []),
  ]
}
