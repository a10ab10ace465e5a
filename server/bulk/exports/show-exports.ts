import { exportHours, type listExports as listContract } from '#contract/bulk/exports.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readIdCursor, writeIdCursor } from '#server/search/words/cursor.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { type ExportRow, findExportRow, listExportRows } from './queries.ts'

export async function listExports(tx: WorkspaceTx, { limit, cursor, kind }: QueryOf<typeof listContract>) {
  const rows = await listExportRows(tx, { kind, before: readIdCursor(cursor), limit: limit + 1 })
  const items = rows.slice(0, limit)
  return { items: await shape(tx, items), next: rows.length > limit ? writeIdCursor(items.at(-1)!.id) : null }
}

export const showRow = async (tx: WorkspaceTx, row: ExportRow) => (await shape(tx, [row]))[0]!

type Call = { tx: WorkspaceTx; platform: Platform }

export async function showExport({ tx, platform }: Call, id: string) {
  const row = await findExportRow(tx, id)
  if (!row) throw new Refusal('export-not-found')
  const url = row.fileId
    ? signFileUrl(platform, { workspaceId: tx.workspaceId, fileId: row.fileId, use: 'download' })
    : null
  return { ...(await showRow(tx, row)), url }
}

const hourMs = 3_600_000

async function shape(tx: WorkspaceTx, rows: ExportRow[]) {
  const names = await findMemberNames(
    tx,
    rows.map(({ askedBy }) => askedBy),
  )
  return rows.map(({ fileId, bytes, ...row }) => ({
    ...row,
    askedBy: { id: row.askedBy, name: names.get(row.askedBy) ?? '' },
    bytes: bytes === null ? null : Number(bytes),
    expiresAt: fileId && row.endedAt ? new Date(Date.parse(row.endedAt) + exportHours * hourMs).toISOString() : null,
  }))
}
