import { importRemarkWords } from '#contract/bulk/import-words.ts'
import type { ImportRemark } from '#contract/bulk/imports.ts'
import { keysOf } from '#contract/keys-of.ts'
import { withQuery } from '#web/lib/list/with-query.ts'
import { movesPath } from '#web/service/knowledge-base/article/addresses.ts'

export const reportViews = {
  all: 'All',
  create: 'New',
  change: 'Changed',
  unchanged: 'Unchanged',
  'left-out': 'Skipped',
  problem: 'With problems',
  failed: 'Failed',
}
type ReportView = keyof typeof reportViews
export const reportViewNames = keysOf(reportViews)

export type ReportQuery = { view: ReportView; remark: ImportRemark['code'] | null; cursor: string | null }

const remarkNames = keysOf(importRemarkWords)

export const reportFileOf = (id: string) => `/api/v1/imports/${id}/report`

export const readReportQuery = (search: URLSearchParams): ReportQuery => ({
  view: reportViewNames.find((view) => view === search.get('show')) ?? 'all',
  remark: remarkNames.find((code) => code === search.get('remark')) ?? null,
  cursor: search.get('cursor'),
})

export const importHref = (id: string, { view = 'all', remark, cursor }: Partial<ReportQuery> = {}): string =>
  withQuery(`${movesPath}/${id}`, { show: view !== 'all' && view, remark, cursor })
