import { type EditedArticle, listArticles, showKnowledgeBaseReport } from '#contract/knowledge-base/articles.ts'
import { listCategories } from '#contract/knowledge-base/categories.ts'
import { listSearches } from '#contract/knowledge-base/search.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { loadLastBatch } from '#web/lib/batch/load-last-batch.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { type ArticlesQuery, matchOf, readArticlesQuery } from '#web/service/knowledge-base/article/articles-query.ts'
import { articleMember, articleRow, categoryLines } from '#web/service/knowledge-base/article/sent.ts'
import { summedUp } from '#web/service/knowledge-base/article/unanswered.ts'
import { requireService } from '#web/service/require-service.ts'
import type { Route } from './+types/articles.ts'
import { ArticlesPage } from './articles-page.tsx'
import { touches } from './live-parts.ts'

const pageSize = 25
/** Searches without a result beside the list, and how many of the latest they are summed up from. */
const most = { lines: 3, searches: 100 }

export const meta: Route.MetaFunction = () => [{ title: 'Articles · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const query = readArticlesQuery(new URL(request.url).searchParams)
  return readParts(request, {
    query: () => query,
    viewer: () => requireService(context),
    report: () => call(showKnowledgeBaseReport, { query: {} }),
    categories: async () => categoryLines((await call(listCategories, { query: {} })).items),
    async unanswered() {
      const asked = { withoutResult: 'true' as const, limit: most.searches }
      return summedUp((await call(listSearches, { query: asked })).items).slice(0, most.lines)
    },
    members: async () => (await call(listMembers, { query: {} })).items.map(articleMember),
    batch: () => loadLastBatch(call, 'articles'),
    articles: async () => {
      const { items, next } = await call(listArticles, { query: askedBy(query) })
      // The guard lets admins alone come here, and they are told everything.
      return { items: items.map((item) => articleRow(item as EditedArticle)), next }
    },
  })
}

/** What the address asks for, as the API calls it. */
const askedBy = (query: ArticlesQuery) => ({
  ...{ limit: pageSize, cursor: query.cursor ?? undefined, ...matchOf(query) },
  // What is read the most is the most urgent.
  ...((query.stage === 'stale' || query.stage === 'outdated') && { order: 'popular' as const }),
  ...(query.order && { order: query.order }),
})

export default function Articles({ loaderData }: Route.ComponentProps) {
  return <ArticlesPage {...useLivePage(loaderData, ({ type }) => touchedBy(touches, type))} />
}
