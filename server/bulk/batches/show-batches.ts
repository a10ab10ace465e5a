import type { Batch, listBatches as listContract } from '#contract/bulk/batches.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readIdCursor, writeIdCursor } from '#server/search/words/cursor.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { type BatchRow, findBatchRow, listBatchRows, listFailures, lockBatchRow } from './queries.ts'
import { isRunning } from './start-batch.ts'
import { endBatch } from './step-batch.ts'

type BatchesCall = { tx: WorkspaceTx; caller: Pick<Member, 'id' | 'isAdmin'> }

export async function listBatches({ tx, caller }: BatchesCall, { limit, cursor, kind }: QueryOf<typeof listContract>) {
  const rows = await listBatchRows(tx, { memberId: caller.id, kind, before: readIdCursor(cursor), limit: limit + 1 })
  const items = rows.slice(0, limit)
  const names = await findMemberNames(
    tx,
    items.map(({ askedBy }) => askedBy),
  )
  return {
    items: items.map((row) => shape(row, names)),
    next: rows.length > limit ? writeIdCursor(items.at(-1)!.id) : null,
  }
}

export async function showBatch(tx: WorkspaceTx, row: BatchRow): Promise<Batch> {
  const failures = row.failed === 0 ? [] : await listFailures(tx, row.id)
  return {
    ...shape(row, await findMemberNames(tx, [row.askedBy])),
    failures: failures.map(({ subjectId, label, reason }) => ({
      subject: subjectId,
      label: label ?? '',
      detail: reason ?? '',
    })),
  }
}

export async function findBatch({ tx, caller }: BatchesCall, id: string): Promise<BatchRow> {
  const row = await findBatchRow(tx, id)
  if (!row || !(row.askedBy === caller.id || caller.isAdmin)) throw new Refusal('batch-not-found')
  return row
}

/** Cancels a batch. Waits until its running step has released the lock of the row. */
export async function cancelBatch(call: BatchesCall, id: string): Promise<BatchRow> {
  await findBatch(call, id)
  const row = (await lockBatchRow(call.tx, id))!
  return isRunning(row) ? endBatch(call.tx, row, 'cancelled') : row
}

const shape = (row: BatchRow, names: ReadonlyMap<string, string>) => ({
  ...row,
  askedBy: { id: row.askedBy, name: names.get(row.askedBy) ?? '' },
  canUndo: row.canUndo && !isRunning(row) && row.done > 0,
})
