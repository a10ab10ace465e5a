import { Braces, Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Batch } from '#contract/bulk/batches.ts'
import type { ContentView } from '#contract/content/views.ts'
import type { Entry } from '#web/cms/entries/entry-words.ts'
import { listPath, newEntryHref } from '#web/cms/entries/entry-words.ts'
import type { CategoryChoice, Lead } from '#web/fields/form/around.tsx'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { countWords } from '#web/lib/list/count-words.ts'
import { formatCount } from '#web/lib/words/format.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import { TitleMenu } from '#web/ui/page/title-menu.tsx'
import { ViewColumn, ViewGroup, ViewLink } from '#web/ui/page/view-column.tsx'
import { type EntriesQuery, entriesHref, isWhole, stageNames, stages } from './entries-query.ts'
import { EntryList } from './entry-list.tsx'
import { SavedView, useViewCounts, viewAt } from './views/saved-views.tsx'

export type ListedModel = {
  id: string
  key: string
  name: string
  pluralKey: string
  entryCount: number
  localized: boolean
  /** Of the model that is shown alone. */
  fields: FieldOf[]
}

export type EntriesPageProps = {
  query: EntriesQuery
  viewer: Viewer
  languages: string[]
  models: ListedModel[]
  statuses: Record<string, number>
  categories: CategoryChoice[]
  members: { id: string; name: string; status: string; avatarUrl: string | null }[]
  entries: { items: Entry[]; next: string | null; problem?: string | undefined }
  views: ContentView[]
  /** The reader's last change of all that match, at work or just over. */
  batch: Batch | null
  /** What the filter names. */
  leads: Lead[]
}

export function EntriesPage(props: EntriesPageProps) {
  const { query, models, viewer, entries } = props
  const model = models.find(({ key }) => key === query.model)
  const counts = useViewCounts(props.views, [props.statuses, models.map(({ entryCount }) => entryCount)])
  const places = placesOf(props, counts)
  const kept = viewAt(props.views, query)
  const title =
    kept?.name ?? model?.name ?? (isMyReview(props) ? myReview : query.stage ? stageNames[query.stage] : 'All content')
  const total = model && isWhole(query) ? model.entryCount : null
  return (
    <Split>
      <ViewColumn label="Content">
        <ViewGroup label="Models">
          {places.models.map((place) => (
            <ViewLink key={place.label} {...place}>
              {place.label}
            </ViewLink>
          ))}
        </ViewGroup>
        {places.saved.map(({ label, items }) => (
          <ViewGroup key={label} label={label}>
            {items.map((place) => (
              <ViewLink key={place.href + place.label} {...place}>
                {place.label}
              </ViewLink>
            ))}
          </ViewGroup>
        ))}
        <ViewGroup label="Views">
          {places.views.map((place) => (
            <ViewLink key={place.label} {...place}>
              {place.label}
            </ViewLink>
          ))}
        </ViewGroup>
      </ViewColumn>
      <SplitMain>
        <PageBar
          title={<PlaceMenu title={title} places={places} />}
          count={countWords({ total, isNarrowed: !isWhole(query), page: entries, cursor: query.cursor })}
          actions={
            <>
              <SavedView query={query} views={props.views} />
              <Actions model={model} isAdmin={viewer.isAdmin} hasModels={models.length > 0} />
            </>
          }
        />
        <EntryList key={`${query.model} ${query.stage} ${kept?.id}`} {...props} model={model} title={title} />
      </SplitMain>
    </Split>
  )
}

const myReview = 'Waiting for my review'
const isMyReview = ({ query: { stage, reviewer }, viewer }: Pick<EntriesPageProps, 'query' | 'viewer'>) =>
  stage === 'in_review' && reviewer === viewer.id

type ListLink = { label: string; href: string; current: boolean; count: string | undefined }
type ListLinks = { models: ListLink[]; saved: { label: string; items: ListLink[] }[]; views: ListLink[] }

function placesOf(
  { query, viewer, models, statuses, views }: EntriesPageProps,
  counts: ReadonlyMap<string, string>,
): ListLinks {
  const all = models.reduce((sum, { entryCount }) => sum + entryCount, 0)
  const kept = viewAt(views, query)
  const saved = (label: string, isMine: boolean) => ({
    label,
    items: views
      .filter((view) => view.isMine === isMine)
      .map((view) => ({
        ...{ label: view.name, count: counts.get(view.id), current: view.id === kept?.id },
        href: view.search ? `${listPath}?${view.search}` : listPath,
      })),
  })
  const one = (label: string, wanted: Partial<EntriesQuery>, count: number | undefined): ListLink => ({
    label,
    href: entriesHref(wanted),
    current:
      !kept &&
      (wanted.model ?? null) === query.model &&
      (wanted.stage ?? null) === query.stage &&
      (wanted.reviewer === viewer.id) === isMyReview({ query, viewer }),
    count: count === undefined ? undefined : formatCount(count),
  })
  return {
    models: [
      one('All content', {}, all),
      ...models.map(({ key, name, entryCount }) => one(name, { model: key }, entryCount)),
    ],
    saved: [saved('Mine', true), saved('The team’s', false)].filter(({ items }) => items.length > 0),
    views: [
      one(myReview, { stage: 'in_review', reviewer: viewer.id }, undefined),
      ...stages.map((stage) =>
        one(stageNames[stage], { stage }, stage === 'trash' ? undefined : (statuses[stage] ?? 0)),
      ),
    ],
  }
}

/** On phones the title is the way to the other places. */
const PlaceMenu = ({ title, places }: { title: string; places: ListLinks }) => (
  <TitleMenu
    title={title}
    label="Content"
    groups={[
      { label: 'Models', items: places.models.map(({ count, ...place }) => ({ ...place, detail: count })) },
      ...places.saved.map(({ label, items }) => ({
        label,
        items: items.map(({ count, ...place }) => ({ ...place, detail: count })),
      })),
      { label: 'Views', items: places.views.map(({ count, ...place }) => ({ ...place, detail: count })) },
    ]}
  />
)

type ActionsProps = { model: ListedModel | undefined; isAdmin: boolean; hasModels: boolean }

function Actions({ model, isAdmin, hasModels }: ActionsProps) {
  const navigate = useNavigate()
  const href = newEntryHref(model?.key)
  useShortcuts({ c: { label: 'New entry', run: () => navigate(href) } }, { group: 'Content list', enabled: hasModels })
  return (
    <>
      {model && isAdmin && (
        <Button variant="ghost" icon={Braces} href={`/cms/settings/models/${model.key}`}>
          <span className="max-md:sr-only">Fields</span>
        </Button>
      )}
      {hasModels && (
        <Button variant="primary" icon={Plus} keys="C" href={href}>
          <span className="max-md:sr-only">New entry</span>
        </Button>
      )}
    </>
  )
}
