import { z } from 'zod'
import { mostBatches, mostInBatch, mostInDay, mostInShortBatch } from '#contract/bulk/batches.ts'
import { Id } from '#contract/endpoint.ts'
import { aboutBatch } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { BatchKind } from './batch-kind.ts'
import {
  type BatchRow,
  countItemsOfDay,
  countUndoableItems,
  insertBatch,
  insertItems,
  insertUndoItems,
  listRunning,
  lockBatches,
  lockBatchRow,
  updateBatch,
} from './queries.ts'

/** The job that runs a batch. `jobs.ts` defines it, because it needs the list of kinds. */
export const runBatch = { name: 'batches.run', payload: z.object({ batchId: Id }) }

type NewBatch<I extends z.ZodType> = { kind: BatchKind<I>; input: z.output<I>; canUndo: boolean; subjectIds: string[] }

/** Starts a batch. Its list of things is fixed now, even if a query finds other things later. */
export async function startBatch<I extends z.ZodType>(
  tx: WorkspaceTx,
  memberId: string,
  { kind, input, canUndo, subjectIds }: NewBatch<I>,
): Promise<BatchRow> {
  const ids = [...new Set(subjectIds)]
  await refuseTooMuch(tx, memberId, ids.length)
  const batch = await insertBatch(tx, {
    kind: kind.name,
    askedBy: memberId,
    total: ids.length,
    canUndo: canUndo && kind.undo !== undefined,
    input: JSON.stringify(input),
  })
  await insertItems(tx, batch.id, ids)
  await announce(tx, batch)
  return batch
}

/** Starts the batch that undoes another one. A batch can be undone once. */
export async function startUndo(tx: WorkspaceTx, memberId: string, batchId: string): Promise<BatchRow> {
  // Two members may undo it at the same moment.
  const undone = (await lockBatchRow(tx, batchId))!
  if (!undone.canUndo || isRunning(undone)) throw new Refusal('batch-not-undoable')
  const total = await countUndoableItems(tx, batchId)
  await refuseTooMuch(tx, memberId, total)
  const batch = await insertBatch(tx, {
    kind: undone.kind,
    askedBy: memberId,
    total,
    undoes: batchId,
    canUndo: false,
    input: JSON.stringify(undone.input),
  })
  await insertUndoItems(tx, batch.id, batchId)
  await updateBatch(tx, batchId, { canUndo: false })
  await recordProgress(tx, undone)
  await announce(tx, batch)
  return batch
}

async function announce(tx: WorkspaceTx, batch: BatchRow) {
  await queueBatch(tx, batch.id)
  await recordProgress(tx, batch)
}

/** A short batch ends soon, so it does not wait for batches of other members, nor they for it. */
async function refuseTooMuch(tx: WorkspaceTx, memberId: string, total: number) {
  if (total === 0) throw new Refusal('batch-empty')
  if (total > mostInBatch) throw new Refusal('batch-too-large')
  await lockBatches(tx)
  const running = await listRunning(tx)
  if (running.some((batch) => batch.askedBy === memberId)) throw new Refusal('batch-at-work')
  const long = running.filter((batch) => batch.total > mostInShortBatch)
  if (total > mostInShortBatch && long.length >= mostBatches) throw new Refusal('too-many-batches')
  if ((await countItemsOfDay(tx)) + total > mostInDay) throw new Refusal('batch-day-spent')
}

/** For an endpoint that counts what a query finds; `ids` holds one more than a batch may have. */
export const countUpToMost = (ids: string[]) => ({
  count: Math.min(ids.length, mostInBatch),
  isMore: ids.length > mostInBatch,
})

export const isRunning = ({ state }: Pick<BatchRow, 'state'>) => state === 'waiting' || state === 'running'

export const queueBatch = (tx: WorkspaceTx, batchId: string) =>
  enqueue(tx, runBatch, { batchId }, { key: `${runBatch.name}:${batchId}`, importance: 10 })

/** Tells the open pages of the member who started the batch. */
export const recordProgress = (tx: WorkspaceTx, { id, askedBy }: Pick<BatchRow, 'id' | 'askedBy'>) =>
  record(tx, {
    type: 'batch.changed',
    subject: aboutBatch(id),
    audience: { member: askedBy },
    by: { actor: { type: 'agent', id: askedBy } },
  })
