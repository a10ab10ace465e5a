import { listImportItems, listImportRemarks, showImport } from '#contract/bulk/imports.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { api } from '#web/lib/api.ts'
import { requireService } from '#web/service/require-service.ts'
import type { Route } from './+types/import.ts'
import { readReportQuery } from './addresses.ts'
import { ImportPage } from './import-page.tsx'

const shown = 50

export const meta: Route.MetaFunction = () => [{ title: 'Import of articles · Startup Tools' }]

export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const query = readReportQuery(new URL(request.url).searchParams)
  const [viewer, row, remarks, { items: languages }, report] = await Promise.all([
    requireService(context),
    call(showImport, { params: { id } }),
    call(listImportRemarks, { params: { id } }),
    call(showLanguages, { query: {} }),
    call(listImportItems, {
      params: { id },
      query: {
        limit: shown,
        cursor: query.cursor ?? undefined,
        remark: query.remark ?? undefined,
        which: query.view === 'all' ? undefined : query.view,
      },
    }),
  ])
  return { canWrite: viewer.service?.state !== 'ended', query, row, remarks, languages, report }
}

export default function Import({ loaderData }: Route.ComponentProps) {
  return <ImportPage key={loaderData.row.id} {...loaderData} />
}
