import { Braces, Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { listContentCategories } from '#contract/content/categories.ts'
import { listEntries, showContentReport, showEntry } from '#contract/content/entries.ts'
import { type ContentModel, listContentModels } from '#contract/content/models.ts'
import { listContentViews } from '#contract/content/views.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { isUuid } from '#contract/uuid.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { createHref, listPath } from '#web/cms/entries/entry-words.ts'
import { leadOfEntry } from '#web/cms/entries/find-entries.ts'
import { shownFields } from '#web/cms/entry-writing/loader-fields.ts'
import { api } from '#web/lib/api.ts'
import { loadLastBatch } from '#web/lib/batch/load-last-batch.ts'
import { countWords } from '#web/lib/list/count-words.ts'
import { readParts, type Touches, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { formatCount } from '#web/lib/words/format.ts'
import { markedName } from '#web/lib/words/full-name.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { SectionColumn, type SectionGroup, type SectionLink, SectionTitle } from '#web/ui/page/section-links.tsx'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import type { Route } from './+types/entries.ts'
import {
  type EntriesQuery,
  entriesHref,
  isWhole,
  matchOf,
  mostFieldColumns,
  ownColumns,
  readEntriesQuery,
  stageNames,
  stages,
} from './entries-query.ts'
import { EntryList } from './entry-list.tsx'
import { SavedView, useViewCounts, viewAt } from './views/saved-views.tsx'

const pageSize = 25

export const meta: Route.MetaFunction = () => [{ title: 'Content · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call, attempt } = context.get(api)
  const query = readEntriesQuery(new URL(request.url).searchParams)
  return readParts(request, {
    query: () => query,
    viewer: () => call(showViewer, {}),
    languages: async () => (await call(showLanguages, {})).items,
    models: async () => {
      const [{ items }, { isAdmin }] = await Promise.all([call(listContentModels, { query: {} }), call(showViewer, {})])
      return items.filter(({ kind }) => kind !== 'component').map((model) => listedModel(model, query.model, isAdmin))
    },
    views: async () => (await call(listContentViews, {})).items,
    leads: () =>
      Promise.all(namedIn(query).map((id) => attempt(showEntry, { params: { id }, query: {} }))).then((found) =>
        found.flatMap(({ answer }) => (answer ? [leadOfEntry(answer)] : [])),
      ),
    statuses: async () => (await call(showContentReport, {})).byStatus,
    categories: async () =>
      (await call(listContentCategories, { query: {} })).items.map(({ id, name, parent }) => ({ id, name, parent })),
    members: async () =>
      (await call(listMembers, { query: {} })).items.map((member) => ({
        id: member.id,
        name: markedName(member),
        status: member.status,
        avatarUrl: member.avatarUrl,
      })),
    batch: () => loadLastBatch(call, 'entries'),
    // A deleted model or unknown language gives an empty list. An invalid filter shows an error.
    entries: async () => {
      const { answer, problem } = await attempt(listEntries, { query: askedBy(query) })
      return {
        items: answer?.items ?? [],
        next: answer?.next ?? null,
        problem: problem?.code.startsWith('query-') ? problem.detail : undefined,
      }
    },
  })
}

const askedBy = (query: EntriesQuery) => ({
  ...matchOf(query),
  ...{ limit: pageSize, cursor: query.cursor ?? undefined },
  columns:
    query.columns
      ?.filter((name) => !(name in ownColumns))
      .slice(0, mostFieldColumns)
      .join(',') || undefined,
})

function listedModel(model: ContentModel, shown: string | null, isAdmin: boolean) {
  const { id, key, name, pluralKey, entryCount, localized } = model
  return { id, key, name, pluralKey, entryCount, localized, fields: key === shown ? shownFields(model, isAdmin) : [] }
}

const mostNamed = 10

const namedIn = ({ filter }: EntriesQuery): string[] =>
  [...new URLSearchParams(filter).values()]
    .flatMap((value) => value.split(','))
    .filter(isUuid)
    .slice(0, mostNamed)

const touches: Touches<'models' | 'statuses' | 'entries' | 'categories' | 'batch'> = {
  'entry.*': ['models', 'statuses', 'entries'],
  'content-model.changed': ['models', 'statuses', 'entries'],
  'content-category.changed': ['categories', 'entries'],
  'content-category.deleted': ['categories', 'entries'],
  'media.changed': ['entries'],
  'batch.changed': ['batch'],
  otherwise: [],
}

export type EntriesPageProps = Route.ComponentProps['loaderData']
export type ListedModel = EntriesPageProps['models'][number]

export default function Entries({ loaderData }: Route.ComponentProps) {
  const props = useLivePage(loaderData, ({ type }) => touchedBy(touches, type))
  const { query, models, viewer, entries } = props
  const model = models.find(({ key }) => key === query.model)
  const counts = useViewCounts(props.views, [props.statuses, models.map(({ entryCount }) => entryCount)])
  const groups = placesOf(props, counts)
  const kept = viewAt(props.views, query)
  const title =
    kept?.name ?? model?.name ?? (isMyReview(props) ? myReview : query.stage ? stageNames[query.stage] : 'All content')
  const total = model && isWhole(query) ? model.entryCount : null
  return (
    <Split>
      <SectionColumn label="Content" groups={groups} />
      <SplitMain>
        <PageBar
          title={<SectionTitle label="Content" title={title} groups={groups} />}
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

function placesOf(
  { query, viewer, models, statuses, views }: EntriesPageProps,
  counts: ReadonlyMap<string, string>,
): SectionGroup[] {
  const all = models.reduce((sum, { entryCount }) => sum + entryCount, 0)
  const kept = viewAt(views, query)
  const saved = (label: string, isMine: boolean) => ({
    label,
    items: views
      .filter((view) => view.isMine === isMine)
      .map((view) => ({
        label: view.name,
        href: view.search ? `${listPath}?${view.search}` : listPath,
        current: view.id === kept?.id,
        count: counts.get(view.id),
      })),
  })
  const one = (label: string, wanted: Partial<EntriesQuery>, count: number | undefined): SectionLink => ({
    label,
    href: entriesHref(wanted),
    current:
      !kept &&
      (wanted.model ?? null) === query.model &&
      (wanted.stage ?? null) === query.stage &&
      (wanted.reviewer === viewer.id) === isMyReview({ query, viewer }),
    count: count === undefined ? undefined : formatCount(count),
  })
  return [
    {
      label: 'Models',
      items: [
        one('All content', {}, all),
        ...models.map(({ key, name, entryCount }) => one(name, { model: key }, entryCount)),
      ],
    },
    ...[saved('My views', true), saved('Team views', false)].filter(({ items }) => items.length > 0),
    {
      label: 'Views',
      items: [
        one(myReview, { stage: 'in_review', reviewer: viewer.id }, undefined),
        ...stages.map((stage) =>
          one(stageNames[stage], { stage }, stage === 'trash' ? undefined : (statuses[stage] ?? 0)),
        ),
      ],
    },
  ]
}

type ActionsProps = { model: ListedModel | undefined; isAdmin: boolean; hasModels: boolean }

function Actions({ model, isAdmin, hasModels }: ActionsProps) {
  const navigate = useNavigate()
  const href = createHref(model?.key)
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
