import { listContentCategories } from '#contract/content/categories.ts'
import { listEntries, showContentReport, showEntry } from '#contract/content/entries.ts'
import { type ContentModel, listContentModels } from '#contract/content/models.ts'
import { listContentViews } from '#contract/content/views.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { isUuid } from '#contract/uuid.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { listMembers } from '#contract/workspace/team.ts'
import type { Lead } from '#web/fields/form/around.tsx'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { api } from '#web/lib/api.ts'
import { loadLastBatch } from '#web/lib/batch/load-last-batch.ts'
import { readParts, type Touches, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { markedName } from '#web/lib/words/full-name.ts'
import type { Route } from './+types/entries.ts'
import { EntriesPage } from './entries-page.tsx'
import { type EntriesQuery, matchOf, mostFieldColumns, ownColumns, readEntriesQuery } from './entries-query.ts'

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
        found.flatMap(({ answer }) => (answer ? [leadOf(answer)] : [])),
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
    // A model that is gone, or a language that nobody writes, finds nothing; what is wrong with a filter is said.
    entries: async () => {
      const { answer, problem } = await attempt(listEntries, { query: askedBy(query) })
      return (
        answer ?? { items: [], next: null, problem: problem?.code.startsWith('query-') ? problem.detail : undefined }
      )
    },
  })
}

/** What the address asks for, as the API calls it. */
const askedBy = (query: EntriesQuery) => ({
  ...matchOf(query),
  ...{ limit: pageSize, cursor: query.cursor ?? undefined },
  columns:
    query.columns
      ?.filter((name) => !(name in ownColumns))
      .slice(0, mostFieldColumns)
      .join(',') || undefined,
})

/** A model as lists have it; of the one that is shown, its fields too. */
function listedModel(model: ContentModel, shown: string | null, isAdmin: boolean) {
  const { id, key, name, pluralKey, entryCount, localized } = model
  const fields = model.fields
    .filter(({ deletedAt, readBy }) => deletedAt === null && (readBy === 'members' || isAdmin))
    .map(({ formerKeys: _, default: __, ...field }) => field as unknown as FieldOf)
  return { id, key, name, pluralKey, entryCount, localized, fields: key === shown ? fields : [] }
}

const mostNamed = 10

/** What a filter names by its id, whose titles are read for it. */
const namedIn = ({ filter }: EntriesQuery): string[] =>
  [...new URLSearchParams(filter).values()]
    .flatMap((value) => value.split(','))
    .filter(isUuid)
    .slice(0, mostNamed)

const leadOf = ({
  id,
  title,
  status,
  picture,
  model: { key },
}: Omit<Lead, 'kind' | 'model'> & { model: { key: string } }): Lead => ({
  ...{ id, title, status, picture, kind: 'entry', model: key },
})

export default function Entries({ loaderData }: Route.ComponentProps) {
  return <EntriesPage {...useLivePage(loaderData, ({ type }) => touchedBy(touches, type))} />
}

/** What an event may change on the list of entries; nothing of tickets and articles does. */
const touches: Touches<'models' | 'statuses' | 'entries' | 'categories' | 'batch'> = {
  'entry.*': ['models', 'statuses', 'entries'],
  'content-model.changed': ['models', 'statuses', 'entries'],
  'content-category.changed': ['categories', 'entries'],
  'content-category.deleted': ['categories', 'entries'],
  'media.changed': ['entries'],
  'batch.changed': ['batch'],
  otherwise: [],
}
