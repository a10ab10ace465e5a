import type { QueryOf } from '#contract/endpoint.ts'
import type { ImportRemark, listImportItems as itemsContract, listImports as listContract } from '#contract/imports.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readIdCursor, readNumberCursor, writeIdCursor, writeNumberCursor } from '#server/search/cursor.ts'
import { findMemberNames } from '#server/team/find-members.ts'
import { isExecutable } from './begin-import.ts'
import { type Counts, countItems, findImportRow, type ImportRow, listImportRows, listItems } from './queries.ts'

export async function listImports(tx: WorkspaceTx, { limit, cursor, kind }: QueryOf<typeof listContract>) {
  const rows = await listImportRows(tx, { kind, before: readIdCursor(cursor), limit: limit + 1 })
  const items = rows.slice(0, limit)
  return { items: await shape(tx, items), next: rows.length > limit ? writeIdCursor(items.at(-1)!.id) : null }
}

export async function findImport(tx: WorkspaceTx, id: string): Promise<ImportRow> {
  const row = await findImportRow(tx, id)
  if (!row) throw new Refusal('import-not-found')
  return row
}

export const showImport = async (tx: WorkspaceTx, row: ImportRow) => (await shape(tx, [row]))[0]!

export async function listReport(tx: WorkspaceTx, id: string, { limit, cursor, which }: QueryOf<typeof itemsContract>) {
  await findImport(tx, id)
  const after = readNumberCursor(cursor) ?? -1
  const rows = await listItems(tx, id, { which, after, limit: limit + 1 })
  const items = rows.slice(0, limit)
  return {
    items: items.map(({ subjectId, remarks, ...item }) => ({
      ...{ ...item, subject: subjectId, remarks: remarks as ImportRemark[] },
    })),
    next: rows.length > limit ? writeNumberCursor(items.at(-1)!.position) : null,
  }
}

const none: Counts = { create: 0, change: 0, skip: 0, unchanged: 0, problem: 0, total: 0, begun: 0, done: 0, failed: 0 }

async function shape(tx: WorkspaceTx, rows: ImportRow[]) {
  const ids = rows.map(({ id }) => id)
  const [counts, names] = await Promise.all([
    countItems(tx, ids),
    findMemberNames(
      tx,
      rows.map(({ askedBy }) => askedBy),
    ),
  ])
  return rows.map(({ fileId, ...row }) => {
    const { total, begun, done, failed, ...planned } = counts.get(row.id) ?? none
    const askedBy = { id: row.askedBy, name: names.get(row.askedBy) ?? '' }
    return {
      ...row,
      askedBy,
      counts: planned,
      total,
      begun,
      done,
      failed,
      isExecutable: isExecutable({ ...row, fileId }),
    }
  })
}
