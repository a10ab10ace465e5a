import { listGaps, mostGaps } from '#contract/help/knowledge-gaps.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { api } from '#web/lib/api.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { requireService } from '#web/service/require-service.ts'
import type { Route } from './+types/gaps.ts'
import { GapsPage } from './gaps-page.tsx'
import { readState } from './gaps-query.ts'
import { touches } from './live-parts.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Gaps of the knowledge base · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const state = readState(new URL(request.url).searchParams)
  return readParts(request, {
    state: () => state,
    viewer: () => requireService(context),
    hasLanguages: async () => (await call(showLanguages, {})).items.length > 1,
    gaps: () => call(listGaps, { query: { state, limit: `${mostGaps}` } }),
  })
}

export default function Gaps({ loaderData }: Route.ComponentProps) {
  return <GapsPage {...useLivePage(loaderData, ({ type }) => touchedBy(touches, type))} />
}
