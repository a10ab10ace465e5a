import { Readable } from 'node:stream'
import { exportAudit, listAudit } from '#contract/workspace/audit.ts'
import { mostAuditExportRows } from '#contract/workspace/audit-actions.ts'
import { csvLine, csvMark } from '#server/platform/csv/csv-line.ts'
import type { App } from '#server/platform/http/platform.ts'
import { type InTransaction, serve, serveWithoutTransaction } from '#server/platform/http/serve.ts'
import { type Cursor, readCursor, writeCursor } from '#server/search/words/cursor.ts'
import { type AuditFilter, type AuditRow, listAuditRows } from './queries.ts'
import { recordAudit, sourceOf } from './record-audit.ts'

export function auditRoutes(app: App) {
  serve(app, listAudit, async ({ tx, query: { limit, cursor, ...filter } }) => {
    const rows = await listAuditRows(tx, { filter, after: readCursor(cursor), limit: limit + 1 })
    const last = rows.length > limit ? rows[limit - 1]! : null
    const next = last ? writeCursor({ key: last.sortKey, id: last.id }) : null
    return { items: rows.slice(0, limit).map(withoutKey), next }
  })

  serveWithoutTransaction(app, exportAudit, async ({ caller, query: filter, reply, inTransaction }) => {
    await inTransaction((tx) =>
      recordAudit(tx, { action: 'audit-log.exported', by: sourceOf(caller), detail: { filter } }),
    )
    reply.header('Content-Disposition', 'attachment; filename="audit-log.csv"').header('Cache-Control', 'no-store')
    return reply.type('text/csv; charset=utf-8').send(Readable.from(writeAuditCsv(inTransaction, filter)))
  })
}

const withoutKey = ({ sortKey: _, ...entry }: AuditRow) => entry

const pageRows = 1000
const header = [
  ...['time', 'action', 'actor_type', 'actor', 'actor_email', 'key', 'subject', 'network', 'device', 'detail'],
]

async function* writeAuditCsv(inTransaction: InTransaction, filter: AuditFilter): AsyncGenerator<string> {
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
