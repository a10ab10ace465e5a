import { movesPath } from '#web/service/knowledge-base/addresses.ts'

export const reportViews = {
  all: 'All',
  create: 'New',
  change: 'Changed',
  unchanged: 'Unchanged',
  'left-out': 'Left out',
  problem: 'With problems',
  failed: 'Failed',
}
export type ReportView = keyof typeof reportViews
export const reportViewNames = Object.keys(reportViews) as ReportView[]

export type ReportQuery = { view: ReportView; cursor: string | null }

/** What it does not know is left out. */
export const readReportQuery = (search: URLSearchParams): ReportQuery => ({
  view: reportViewNames.find((view) => view === search.get('show')) ?? 'all',
  cursor: search.get('cursor'),
})

export function importHref(id: string, { view = 'all', cursor }: Partial<ReportQuery> = {}): string {
  const params = new URLSearchParams({ ...(view !== 'all' && { show: view }), ...(cursor && { cursor }) })
  return params.size > 0 ? `${movesPath}/${id}?${params}` : `${movesPath}/${id}`
}
