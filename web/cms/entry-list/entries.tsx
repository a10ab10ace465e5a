import { listContentCategories } from '#contract/content-categories.ts'
import { listContentModels } from '#contract/content-models.ts'
import { listEntries, showContentReport } from '#contract/entries.ts'
import { showLanguages } from '#contract/knowledge-base.ts'
import { showViewer } from '#contract/session.ts'
import { listMembers } from '#contract/team.ts'
import { api } from '#web/lib/api.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import type { Route } from './+types/entries.ts'
import { EntriesPage } from './entries-page.tsx'
import { type EntriesQuery, readEntriesQuery } from './entries-query.ts'
import { touches } from './live-parts.ts'

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
      const { items } = await call(listContentModels, { query: {} })
      return items
        .filter(({ kind }) => kind !== 'component')
        .map(({ id, key, name, pluralKey, entryCount, publishers, localized }) => ({
          id,
          key,
          name,
          pluralKey,
          entryCount,
          publishers,
          localized,
        }))
    },
    statuses: async () => (await call(showContentReport, {})).byStatus,
    categories: async () =>
      (await call(listContentCategories, { query: {} })).items.map(({ id, name }) => ({ id, name })),
    members: async () =>
      (await call(listMembers, { query: {} })).items.map((member) => ({
        id: member.id,
        name: fullName(member),
        avatarUrl: member.avatarUrl,
      })),
    // A model that is gone, or a language that nobody writes, finds nothing.
    entries: async () => (await attempt(listEntries, { query: askedBy(query) })).answer ?? { items: [], next: null },
  })
}

/** What the address asks for, as the API calls it. */
const askedBy = ({ q, model, stage, category, owner, label, language, order, cursor }: EntriesQuery) => ({
  ...{ limit: pageSize, order, cursor: cursor ?? undefined, q: q || undefined, model: model ?? undefined },
  ...{ status: stage ?? undefined, category: category ?? undefined, owner: owner ?? undefined },
  ...{ label: label ?? undefined, locale: language ?? undefined },
})

export default function Entries({ loaderData }: Route.ComponentProps) {
  return <EntriesPage {...useLivePage(loaderData, ({ type }) => touchedBy(touches, type))} />
}
