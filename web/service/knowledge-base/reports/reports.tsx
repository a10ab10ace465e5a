import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { showReadings, showSearches, showVotes } from '#contract/knowledge-base/reports.ts'
import { api } from '#web/lib/api.ts'
import { requireService } from '#web/service/require-service.ts'
import type { Route } from './+types/reports.ts'
import { ReportsPage } from './reports-page.tsx'
import { readSpan } from './spans.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Reports of the knowledge base · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const span = readSpan(new URL(request.url).searchParams)
  const query = { days: span }
  const [viewer, { items: languages }, readings, votes, searches] = await Promise.all([
    requireService(context),
    call(showLanguages, {}),
    call(showReadings, { query }),
    call(showVotes, { query }),
    call(showSearches, { query }),
  ])
  return {
    span,
    canWrite: viewer.service?.state !== 'ended',
    hasLanguages: languages.length > 1,
    readings,
    votes,
    searches,
  }
}

export default function Reports({ loaderData }: Route.ComponentProps) {
  return <ReportsPage {...loaderData} />
}
