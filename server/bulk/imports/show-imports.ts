import { importRemarkWords } from '#contract/bulk/import-words.ts'
import {
  type ImportRemark,
  importRemarks,
  type listImportItems as itemsContract,
  type listImports as listContract,
} from '#contract/bulk/imports.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { csvLine, csvMark } from '#server/platform/csv/csv-line.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { InTransaction } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readIdCursor, readNumberCursor, writeIdCursor, writeNumberCursor } from '#server/search/words/cursor.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { isExecutable, isReadable } from './begin-import.ts'
import {
  type Counts,
  countItems,
  countRemarks,
  findImportRow,
  type ImportRow,
  listImportRows,
  listItems,
  listSubjects,
  listUnknownLanguages,
} from './queries.ts'

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

export async function listReport(
  tx: WorkspaceTx,
  id: string,
  { limit, cursor, which, remark }: QueryOf<typeof itemsContract>,
) {
  await findImport(tx, id)
  const after = readNumberCursor(cursor) ?? -1
  const rows = await listItems(tx, id, { which, remark, after, limit: limit + 1 })
  const items = rows.slice(0, limit)
  return {
    items: items.map(({ subjectId, ...item }) => ({ ...item, subject: subjectId })),
    next: rows.length > limit ? writeNumberCursor(items.at(-1)!.position) : null,
  }
}

export async function listRemarks(tx: WorkspaceTx, id: string) {
  await findImport(tx, id)
  const [counts, languages] = await Promise.all([countRemarks(tx, id), listUnknownLanguages(tx, id)])
  const rank = ({ code }: { code: ImportRemark['code'] }) => importRemarks.indexOf(code)
  return { items: counts.toSorted((one, other) => rank(one) - rank(other)), languages }
}

const rowsOfPage = 500
const header = ['path', 'title', 'action', 'state', 'remark', 'words', 'line', 'about', 'reason']

export async function* writeReport(inTransaction: InTransaction, id: string): AsyncGenerator<string> {
  yield csvMark + csvLine(header)
  for (let after = -1; ; ) {
    const rows = await inTransaction((tx) => listItems(tx, id, { which: undefined, after, limit: rowsOfPage }))
    if (rows.length > 0) yield rows.flatMap(reportLines).join('')
    if (rows.length < rowsOfPage) return
    after = rows.at(-1)!.position
  }
}

type ReportItem = Awaited<ReturnType<typeof listItems>>[number]

function reportLines({ source, title, action, state, remarks, reason }: ReportItem): string[] {
  const own = [source, title, action, state]
  if (remarks.length === 0) return [csvLine([...own, '', '', '', '', reason ?? ''])]
  return remarks.map(({ code, line, about }) =>
    csvLine([...own, code, importRemarkWords[code], line === null ? '' : String(line), about, reason ?? '']),
  )
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
      isReadable: isReadable({ ...row, fileId }),
      isExecutable: isExecutable({ ...row, fileId }) && (row.state !== 'done' || failed > 0),
    }
  })
}

export async function findSubjects(tx: WorkspaceTx, kind: string, things: string[]): Promise<Map<string, string>> {
  const rows = await listSubjects(tx, kind, things)
  return new Map(rows.map(({ thing, subjectId }) => [thing, subjectId]))
}
