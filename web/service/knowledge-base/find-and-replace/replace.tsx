import { showKnowledgeBaseReport } from '#contract/knowledge-base/articles.ts'
import { api } from '#web/lib/api.ts'
import { loadLastBatch } from '#web/lib/batch/load-last-batch.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { readArticlesQuery } from '#web/service/knowledge-base/article/articles-query.ts'
import { requireService } from '#web/service/require-service.ts'
import type { Route } from './+types/replace.ts'
import { touches } from './live-parts.ts'
import { ReplacePage } from './replace-page.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Find and replace · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  return readParts(request, {
    query: () => ({ ...readArticlesQuery(new URL(request.url).searchParams), cursor: null }),
    viewer: () => requireService(context),
    languages: async () =>
      (await call(showKnowledgeBaseReport, { query: {} })).languages.map(({ language }) => language),
    batch: () => loadLastBatch(call, 'articles'),
  })
}

export default function Replace({ loaderData }: Route.ComponentProps) {
  return <ReplacePage {...useLivePage(loaderData, ({ type }) => touchedBy(touches, type))} />
}
