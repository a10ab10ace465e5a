import { hrefOf } from '#web/cms/entries/entry-words.ts'
import { type EntryComments, EntryCommentsSection } from '#web/cms/entry-comments/entry-comments.tsx'
import type { EntryActions } from '#web/cms/entry-editor/page/use-entry-actions.ts'
import { requestOf } from '#web/cms/entry-reading/request-of.ts'
import { type EntryPageData, publishersOf } from '#web/cms/entry-writing/entry-data.ts'
import type { EntryText } from '#web/cms/entry-writing/use-entry-values.ts'
import { FaultList } from '#web/fields/form/fault-list.tsx'
import type { FieldServices } from '#web/fields/form/field-services.tsx'
import { idsOf } from '#web/fields/leads/lead-list.tsx'
import { useSite } from '#web/lib/use-site.ts'
import { plural } from '#web/lib/words/format.ts'
import { Labels } from '#web/lib/writing/labels.tsx'
import { ScheduleSection as SharedScheduleSection } from '#web/lib/writing/schedule/schedule-section.tsx'
import { peopleOptions, TextStatusPill } from '#web/lib/writing/text-status.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { PanelSection, Property } from '#web/ui/page/side-panel.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { EntryHistory } from './use-entry-history.ts'
import { Versions } from './versions.tsx'

export type PanelProps = EntryPageData & {
  text: EntryText
  actions: EntryActions
  canWrite: boolean
  services: FieldServices
  history: EntryHistory
  comments: EntryComments
  onGoTo: (path: string) => void
}

export function EntryPanel(props: PanelProps) {
  const { entry, isMissing } = props
  if (!entry)
    return (
      <PanelSection title="Details">
        <p className="text-ink-3">Write something first. Then you can choose the owner, labels and schedule.</p>
      </PanelSection>
    )
  const shown = { ...props, entry }
  return (
    <>
      <PropertiesSection {...shown} />
      {!isMissing && <Problems {...shown} />}
      {!isMissing && <ScheduleSection {...shown} />}
      <EntryCommentsSection {...shown} />
      <RequestSection {...shown} />
      <Versions {...shown} />
      <UsedIn {...shown} />
    </>
  )
}

export type OpenedProps = PanelProps & { entry: NonNullable<EntryPageData['entry']> }

function Problems({ entry, model, onGoTo }: OpenedProps) {
  const count = Object.keys(entry.problems).length
  if (count === 0) return null
  return (
    <PanelSection>
      <FaultList
        faults={entry.problems}
        fields={model.fields}
        title={`${plural(count, 'field')} to correct before publishing`}
        onGoTo={onGoTo}
      />
    </PanelSection>
  )
}

const none = ''

function PropertiesSection(props: OpenedProps) {
  const { entry, model, language, isMissing, members, actions, canWrite } = props
  const { changing, change, runAction } = actions
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
          onChange={(id) => runAction({ to: 'review', reviewer: id || null })}
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

function categoriesIn({ model, text, services }: OpenedProps): string | undefined {
  const fields = model.fields.filter(({ kind }) => kind === 'category')
  if (fields.length === 0) return undefined
  const ids = new Set(fields.flatMap(({ key }) => idsOf(text.values[key])))
  return [...ids].flatMap((id) => services.leadOf(id)?.title ?? []).join(', ')
}

function RequestSection({ entry, model, language, languages, actions }: OpenedProps) {
  const { origins } = useSite()
  const path = requestOf({ entry, model, language, languages })
  const curl = `curl -H 'Authorization: Bearer YOUR_KEY' '${origins.api}${path}'`
  return (
    <PanelSection title="Request" action={<CopyButton text={curl} label="Copy as curl" />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <pre tabIndex={0} className="overflow-x-auto rounded-sm bg-press px-2 py-1.5 font-mono text-meta">
        GET {path}
      </pre>
      <p className="mt-2">
        <Button onClick={() => actions.setDialog('explain')}>Why is this not live?</Button>
      </p>
    </PanelSection>
  )
}

function ScheduleSection({ entry, language, actions, canWrite }: OpenedProps) {
  const own = entry.languages.find((one) => one.language === language)
  if (!own) return null
  return (
    <SharedScheduleSection
      schedule={own}
      publishedAt={own.publishedAt}
      canSchedule={canWrite && entry.canPublish}
      onSchedule={() => actions.setDialog('schedule')}
      onCancel={() => actions.runAction({ to: 'unplanned', locale: language })}
    />
  )
}

const most = 50

const UsedIn = ({ history: { uses } }: OpenedProps) =>
  uses.length > 0 && (
    <PanelSection title="Used in" action={<span className="text-ink-3 tabular-nums">{uses.length}</span>}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {uses.slice(0, most).map(({ id, title, model }) => (
          <li key={id} className="truncate">
            <TextLink href={hrefOf(id)}>{title || 'Untitled'}</TextLink>{' '}
            <span className="text-meta text-ink-3">{model.name}</span>
          </li>
        ))}
      </ul>
      {uses.length > most && <p className="mt-1 text-ink-3">and {uses.length - most} more</p>}
    </PanelSection>
  )
