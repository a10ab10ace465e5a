import { listGaps } from '#contract/help/knowledge-gaps.ts'
import { type EditedArticle, listArticles, showKnowledgeBaseReport } from '#contract/knowledge-base/articles.ts'
import { listCategories } from '#contract/knowledge-base/categories.ts'
import { api } from '#web/lib/api.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { articleRow } from '#web/service/knowledge-base/article/sent.ts'
import { requireService } from '#web/service/require-service.ts'
import type { Route } from './+types/overview.ts'
import { touches } from './live-parts.ts'
import { OverviewPage } from './overview-page.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Knowledge base · Startup Tools' }]

const mostLines = 6

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const list = async (query: object) => {
    const { items } = await call(listArticles, { query: { limit: mostLines, ...query } })
    return items.map((item) => articleRow(item as EditedArticle))
  }
  return readParts(request, {
    viewer: () => requireService(context),
    report: () => call(showKnowledgeBaseReport, { query: {} }),
    categoryCount: async () => (await call(listCategories, { query: {} })).items.length,
    latest: () => list({}),
    inReview: () => list({ status: 'in_review' }),
    planned: () => list({ isPlanned: 'true' }),
    gaps: async () => (await call(listGaps, { query: { limit: `${mostLines}` } })).items,
  })
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  return <OverviewPage {...useLivePage(loaderData, ({ type }) => touchedBy(touches, type))} />
}
