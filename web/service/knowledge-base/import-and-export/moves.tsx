import { listExports } from '#contract/bulk/exports.ts'
import { listImports } from '#contract/bulk/imports.ts'
import { listCategories } from '#contract/knowledge-base/categories.ts'
import { api } from '#web/lib/api.ts'
import { categoryLines } from '#web/service/knowledge-base/article/sent.ts'
import { requireService } from '#web/service/require-service.ts'
import type { Route } from './+types/moves.ts'
import { MovesPage } from './moves-page.tsx'

const shown = 25

export const meta: Route.MetaFunction = () => [{ title: 'Import and export of articles · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const search = new URL(request.url).searchParams
  const [viewer, imports, exports, { items }] = await Promise.all([
    requireService(context),
    call(listImports, { query: { limit: shown, cursor: search.get('imports') ?? undefined } }),
    call(listExports, { query: { limit: shown, cursor: search.get('exports') ?? undefined } }),
    call(listCategories, { query: {} }),
  ])
  return {
    canWrite: viewer.service?.state !== 'ended',
    cursors: { imports: search.get('imports'), exports: search.get('exports') },
    imports,
    exports,
    categories: categoryLines(items),
  }
}

export default function Moves({ loaderData }: Route.ComponentProps) {
  return <MovesPage {...loaderData} />
}
