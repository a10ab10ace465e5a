import { listSearches } from '#contract/article-search.ts'
import { type EditedArticle, listArticles, showKnowledgeBaseReport } from '#contract/articles.ts'
import { listCategories } from '#contract/knowledge-base.ts'
import { api } from '#web/lib/api.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { articleRow } from '#web/service/knowledge-base/sent.ts'
import { summedUp } from '#web/service/knowledge-base/unanswered.ts'
import { requireService } from '#web/service/require-service.ts'
import type { Route } from './+types/overview.ts'
import { touches } from './live-parts.ts'
import { OverviewPage } from './overview-page.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Knowledge base · Startup Tools' }]

/** Lines of each list, and the searches that those without a result are summed up from. */
const most = { lines: 6, searches: 100 }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const list = async (query: object) => {
    const { items } = await call(listArticles, { query: { limit: most.lines, ...query } })
    return items.map((item) => articleRow(item as EditedArticle))
  }
  return readParts(request, {
    viewer: () => requireService(context),
    report: () => call(showKnowledgeBaseReport, { query: {} }),
    categoryCount: async () => (await call(listCategories, { query: {} })).items.length,
    latest: () => list({}),
    inReview: () => list({ status: 'in_review' }),
    planned: () => list({ isPlanned: 'true' }),
    async unanswered() {
      const query = { withoutResult: 'true', limit: most.searches }
      return summedUp((await call(listSearches, { query })).items).slice(0, most.lines)
    },
  })
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  return <OverviewPage {...useLivePage(loaderData, ({ type }) => touchedBy(touches, type))} />
}
