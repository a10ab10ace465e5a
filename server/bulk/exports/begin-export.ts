import { z } from 'zod'
import { type beginExport as contract, mostExportsInDay } from '#contract/bulk/exports.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { Id } from '#contract/endpoint.ts'
import { discardFiles } from '#server/files/keep-file.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import type { AnyExportKind } from './export-kind.ts'
import {
  countExports,
  type ExportRow,
  insertExport,
  listExportsWith,
  lockExportRow,
  lockExports,
  updateExport,
} from './queries.ts'

export const OneExport = z.object({ exportId: Id })
export const runExport = { name: 'exports.run', payload: OneExport }

type Call = { tx: WorkspaceTx; caller: Member }

export async function beginExport(
  { tx, caller }: Call,
  kinds: readonly AnyExportKind[],
  body: BodyOf<typeof contract>,
): Promise<ExportRow> {
  const kind = kinds.find(({ name }) => name === body.kind)
  if (!kind) throw new Refusal('export-kind-unknown')
  const read = kind.options.safeParse(body.options)
  if (!read.success) throw new Refusal('invalid', { fields: { options: read.error.issues[0]!.message } })
  await kind.check(tx, read.data)
  await lockExports(tx)
  const { atWork, ofDay } = await countExports(tx)
  if (atWork > 0) throw new Refusal('export-at-work')
  if (ofDay >= mostExportsInDay) throw new Refusal('export-day-spent')
  const row = await insertExport(tx, { kind: kind.name, options: JSON.stringify(read.data), askedBy: caller.id })
  await queueExport(tx, row.id)
  await recordAudit(tx, {
    action: 'export.begun',
    by: sourceOf(caller),
    subjectId: row.id,
    detail: { kind: kind.name },
  })
  return row
}

export async function cancelExport({ tx }: Pick<Call, 'tx'>, id: string): Promise<ExportRow> {
  const row = await lockExportRow(tx, id)
  if (!row) throw new Refusal('export-not-found')
  if (row.state === 'done') return row.fileId ? forgetFile(tx, row) : row
  if (row.state !== 'waiting' && row.state !== 'running') return row
  return updateExport(tx, id, { state: 'cancelled', endedAt: new Date().toISOString() })
}

export async function forgetFile(tx: WorkspaceTx, { id, fileId }: ExportRow): Promise<ExportRow> {
  const row = await updateExport(tx, id, { fileId: null })
  await discardFiles(tx, [fileId!])
  await removeBytes(tx, { files: [fileId!] })
  return row
}

/** Cancels the exports of a kind with this option, and deletes their files, to erase personal data. */
export async function eraseExports(call: Pick<Call, 'tx'>, kind: string, options: Record<string, string>) {
  for (const { id } of await listExportsWith(call.tx, kind, options)) await cancelExport(call, id)
}

export const queueExport = (tx: WorkspaceTx, exportId: string) =>
  enqueue(tx, runExport, { exportId }, { key: `${runExport.name}:${exportId}`, importance: 10 })
