import { mostAuditExportRows } from '#contract/workspace/audit-actions.ts'
import { csvLine, csvMark } from '#server/platform/csv/csv-line.ts'
import type { InTransaction } from '#server/platform/http/serve.ts'
import type { Cursor } from '#server/search/words/cursor.ts'
import { type AuditFilter, type AuditRow, listAuditRows } from './queries.ts'

const pageRows = 1000
const header = [
  ...['time', 'action', 'actor_type', 'actor', 'actor_email', 'key', 'subject', 'network', 'device', 'detail'],
]

/** The log as CSV lines (RFC 4180), newest first. Each page is read in its own transaction. */
export async function* writeAuditCsv(inTransaction: InTransaction, filter: AuditFilter): AsyncGenerator<string> {
  yield csvMark + csvLine(header)
  let after: Cursor | undefined
  for (let left = mostAuditExportRows; left > 0; left -= pageRows) {
    const rows = await inTransaction((tx) => listAuditRows(tx, { filter, after, limit: Math.min(left, pageRows) }))
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row))).join('')
    if (rows.length < pageRows) return
    const { sortKey, id } = rows.at(-1)!
    after = { key: sortKey, id }
  }
}

function cellsOf({ at, action, actor, key, subject, network, detail }: AuditRow): string[] {
  const { device, ...rest } = detail
  return [
    ...[new Date(at).toISOString(), action, actor.type, actor.name ?? '', actor.email ?? ''],
    ...[key?.name ?? key?.id ?? '', subject?.name ?? subject?.id ?? '', network ?? ''],
    ...[typeof device === 'string' ? device : '', Object.keys(rest).length > 0 ? JSON.stringify(rest) : ''],
  ]
}
