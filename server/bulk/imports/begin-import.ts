import { z } from 'zod'
import { mostImports, mostImportsInDay } from '#contract/bulk/imports.ts'
import { Id } from '#contract/endpoint.ts'
import { discardFiles, findUpload, keepUpload } from '#server/files/keep-file.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { ImportKind } from './import-kind.ts'
import {
  countImports,
  deleteItems,
  type ImportRow,
  insertImport,
  lockImportRow,
  lockImports,
  retryFailed,
  updateImport,
} from './queries.ts'

export const OneImport = z.object({ importId: Id })
/**
 * Names and payloads for queueing the two jobs. `jobs.ts` defines the jobs, because they need the list of import kinds.
 */
export const readImport = { name: 'imports.read', payload: OneImport }
export const runImport = { name: 'imports.run', payload: OneImport }

type Call = { tx: WorkspaceTx; caller: Pick<Member, 'id'> }

/**
 * Refuses an unknown kind of import, and an import above the limits. The route calls this before it stores a finished
 * upload as a file, so that a refused upload can be used again.
 */
export async function refuseImport({ tx }: Pick<Call, 'tx'>, kinds: readonly ImportKind[], kind: string) {
  if (!kinds.some(({ name }) => name === kind)) throw new Refusal('import-kind-unknown')
  await refuseTooMany(tx)
  const { ofDay } = await countImports(tx)
  if (ofDay >= mostImportsInDay) throw new Refusal('import-day-spent')
}

export async function beginImport(
  { tx, caller }: Call,
  kinds: readonly ImportKind[],
  { kind, file }: { kind: string; file: string },
): Promise<ImportRow> {
  await refuseImport({ tx }, kinds, kind)
  const upload = await findUpload(tx, file)
  if (!upload) throw new Refusal('file-not-found')
  await keepUpload(tx, file, caller.id)
  const row = await insertImport(tx, { kind, fileId: file, fileName: upload.name, askedBy: caller.id })
  await queueImport(tx, row)
  return row
}

/**
 * Starts an import whose file was read. Also continues a cancelled import, and retries the failed items of a finished
 * one.
 */
export async function executeImport({ tx }: Call, id: string): Promise<ImportRow> {
  const row = await lockImportRow(tx, id)
  if (!row) throw new Refusal('import-not-found')
  if (row.state === 'running') return row
  if (!isExecutable(row)) throw new Refusal('import-not-ready')
  await refuseTooMany(tx)
  await retryFailed(tx, id)
  const begunAt = row.begunAt ?? new Date().toISOString()
  const begun = await updateImport(tx, id, { state: 'running', begunAt, endedAt: null, reason: null })
  await queueImport(tx, begun)
  return begun
}

/**
 * Whether an import can be started or continued: its file still exists, and it is ready or was already started and then
 * ended.
 */
export const isExecutable = ({ state, begunAt, fileId }: Pick<ImportRow, 'state' | 'begunAt' | 'fileId'>) =>
  fileId !== null && (state === 'ready' || (begunAt !== null && (state === 'cancelled' || state === 'done')))

export async function readImportAgain({ tx }: Pick<Call, 'tx'>, id: string): Promise<ImportRow> {
  const row = await lockImportRow(tx, id)
  if (!row) throw new Refusal('import-not-found')
  if (row.state === 'reading') return row
  if (!isReadable(row)) throw new Refusal('import-not-readable')
  await refuseTooMany(tx)
  await deleteItems(tx, id)
  const begun = await updateImport(tx, id, { state: 'reading', begunAt: null, endedAt: null, reason: null })
  await queueImport(tx, begun)
  return begun
}

export const isReadable = ({ state, fileId }: Pick<ImportRow, 'state' | 'fileId'>) =>
  fileId !== null && (state === 'ready' || state === 'cancelled' || state === 'done')

async function refuseTooMany(tx: WorkspaceTx) {
  await lockImports(tx)
  if ((await countImports(tx)).atWork >= mostImports) throw new Refusal('too-many-imports')
}

export async function cancelImport({ tx }: Call, id: string): Promise<ImportRow> {
  const row = await lockImportRow(tx, id)
  if (!row) throw new Refusal('import-not-found')
  if (row.state === 'running') return updateImport(tx, id, { state: 'cancelled', endedAt: new Date().toISOString() })
  return row.state === 'ready' || row.state === 'reading' ? endImport(tx, row, { state: 'cancelled' }) : row
}

/** Ends an import: stores its final state and deletes its file. The report stays. */
export async function endImport(
  tx: WorkspaceTx,
  { id, fileId }: Pick<ImportRow, 'id' | 'fileId'>,
  end: { state: ImportRow['state']; reason?: string; endedAt?: string },
): Promise<ImportRow> {
  const ended = await updateImport(tx, id, { endedAt: new Date().toISOString(), ...end, fileId: null })
  if (fileId) {
    await discardFiles(tx, [fileId])
    await removeBytes(tx, { files: [fileId] })
  }
  return ended
}

export const endAbandonedImport = (tx: WorkspaceTx, row: ImportRow) =>
  row.state === 'ready' || !row.endedAt
    ? endImport(tx, row, { state: 'cancelled' })
    : endImport(tx, row, { state: row.state, endedAt: row.endedAt })

export const queueImport = (tx: WorkspaceTx, { id, state }: Pick<ImportRow, 'id' | 'state'>) => {
  const { name, payload } = state === 'reading' ? readImport : runImport
  return enqueue(tx, { name, payload }, { importId: id }, { key: `${name}:${id}`, importance: 10 })
}
