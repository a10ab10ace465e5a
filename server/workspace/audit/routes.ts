import { Readable } from 'node:stream'
import { exportAudit, listAudit } from '#contract/workspace/audit.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve, serveApart } from '#server/platform/http/serve.ts'
import { readCursor, writeCursor } from '#server/search/words/cursor.ts'
import { writeAuditCsv } from './audit-csv.ts'
import { type AuditRow, listAuditRows } from './queries.ts'
import { recordAudit, sourceOf } from './record-audit.ts'

export function auditRoutes(app: App) {
  serve(app, listAudit, async ({ tx, query: { limit, cursor, ...filter } }) => {
    const rows = await listAuditRows(tx, { filter, after: readCursor(cursor), limit: limit + 1 })
    const last = rows.length > limit ? rows[limit - 1]! : null
    const next = last ? writeCursor({ key: last.sortKey, id: last.id }) : null
    return { items: rows.slice(0, limit).map(withoutKey), next }
  })

  serveApart(app, exportAudit, async ({ caller, query: filter, reply, inTransaction }) => {
    await inTransaction((tx) =>
      recordAudit(tx, { action: 'audit-log.exported', by: sourceOf(caller), detail: { filter } }),
    )
    reply.header('Content-Disposition', 'attachment; filename="audit-log.csv"').header('Cache-Control', 'no-store')
    return reply.type('text/csv; charset=utf-8').send(Readable.from(writeAuditCsv(inTransaction, filter)))
  })
}

const withoutKey = ({ sortKey: _, ...entry }: AuditRow) => entry
