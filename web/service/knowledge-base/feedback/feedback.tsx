import { showKnowledgeBaseReport } from '#contract/knowledge-base/articles.ts'
import { listAllFeedback } from '#contract/knowledge-base/feedback.ts'
import { api } from '#web/lib/api.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { requireService } from '#web/service/require-service.ts'
import type { Route } from './+types/feedback.ts'
import { FeedbackPage } from './feedback-page.tsx'
import { readFeedbackQuery } from './feedback-query.ts'
import { touches } from './live-parts.ts'

const pageSize = 25

export const meta: Route.MetaFunction = () => [{ title: 'Feedback on articles · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const query = readFeedbackQuery(new URL(request.url).searchParams)
  return readParts(request, {
    query: () => query,
    viewer: () => requireService(context),
    async report() {
      const { openFeedback, languages } = await call(showKnowledgeBaseReport, { query: {} })
      return { openFeedback, hasLanguages: languages.length > 1 }
    },
    feedback: () =>
      call(listAllFeedback, { query: { limit: pageSize, cursor: query.cursor ?? undefined, ...asked[query.shown] } }),
  })
}

/** Parameters for the API. */
const asked = {
  all: {},
  open: { isOpen: 'true' },
  comments: { withComment: 'true' },
  unhelpful: { helpful: 'false' },
} as const

export default function Feedback({ loaderData }: Route.ComponentProps) {
  return <FeedbackPage {...useLivePage(loaderData, ({ type }) => touchedBy(touches, type))} />
}
