import { publishersOf } from '#web/cms/entry-writing/entry-data.ts'
import { idsOf } from '#web/fields/leads/lead-list.tsx'
import { Labels } from '#web/lib/writing/labels.tsx'
import { peopleOptions, TextStatusPill } from '#web/lib/writing/text-status.tsx'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import { Field } from '#web/ui/form/field.tsx'
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
          <TextStatusPill
            status={own.status}
            note={own.isLive && own.status !== 'published' && 'an earlier version is live'}
          />
        ) : (
          <span className="text-ink-3">Missing</span>
        )}
      </Property>
      <Property label="Owner">
        <InlineValue
          label="Owner"
          options={peopleOptions(members, entry.owner, members)}
          value={owner ?? none}
          disabled={!canWrite}
          onChange={(id) => change({ owner: id || null })}
        />
      </Property>
      <Property label="Reviewer">
        <InlineValue
          label="Reviewer"
          options={peopleOptions(publishersOf(model, members), entry.reviewer, members)}
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

/** The names of the chosen categories. Undefined if the model has no category field. */
function categoriesIn({ model, text, around }: OpenedProps): string | undefined {
  const fields = model.fields.filter(({ kind }) => kind === 'category')
  if (fields.length === 0) return undefined
  const ids = new Set(fields.flatMap(({ key }) => idsOf(text.values[key])))
  return [...ids].flatMap((id) => around.leadOf(id)?.title ?? []).join(', ')
}
