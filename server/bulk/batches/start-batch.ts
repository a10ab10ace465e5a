import { z } from 'zod'
import { type MatchCount, mostBatches, mostInBatch, mostInDay, mostInShortBatch } from '#contract/bulk/batches.ts'
import { Id } from '#contract/endpoint.ts'
import { aboutBatch } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { AnyBatchKind, BatchKind } from './batch-kind.ts'
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

export const runBatch = { name: 'batches.run', payload: z.object({ batchId: Id }) }

type NewBatch<I extends z.ZodType> = { kind: BatchKind<I>; input: z.output<I>; subjectIds: string[] }

/** Starts a batch. Its list of things is fixed, even if a query finds other things later. */
export async function startBatch<I extends z.ZodType>(
  tx: WorkspaceTx,
  memberId: string,
  { kind, input, subjectIds }: NewBatch<I>,
): Promise<BatchRow> {
  const ids = [...new Set(subjectIds)]
  await refuseTooMuch(tx, memberId, ids.length)
  const batch = await insertBatch(tx, {
    kind: kind.name,
    askedBy: memberId,
    total: ids.length,
    canUndo: kind.canUndo(input),
    input: JSON.stringify(input),
  })
  await insertItems(tx, batch.id, ids)
  await announce(tx, batch)
  return batch
}

type UndoCall = { tx: WorkspaceTx; caller: Member; platform: Platform; kinds: readonly AnyBatchKind[] }

export async function startUndo({ tx, caller, platform, kinds }: UndoCall, batchId: string): Promise<BatchRow> {
  const memberId = caller.id
  // Locks the batch, because two members may undo it at the same moment.
  const undone = (await lockBatchRow(tx, batchId))!
  const kind = kinds.find(({ name }) => name === undone.kind)
  if (!kind || !undone.canUndo || isRunning(undone)) throw new Refusal('batch-not-undoable')
  for (const need of kind.needs) platform.needs[need](caller)
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

// Refuses an empty batch, a batch over a limit, and a second running batch of the same member. The limit of running
// batches does not apply to short batches.
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

/** Finds at most `limit` ids. One id more than a batch may have is enough to refuse the batch. */
type FindIds = (limit: number) => Promise<string[]>

export const idsOrMatching = async (ids: string[] | undefined, find: FindIds) => ids ?? (await find(mostInBatch + 1))

export async function countMatching(find: FindIds): Promise<MatchCount> {
  const { length } = await find(mostInBatch + 1)
  return { count: Math.min(length, mostInBatch), isMore: length > mostInBatch }
}

export const isRunning = ({ state }: Pick<BatchRow, 'state'>) => state === 'waiting' || state === 'running'

export const queueBatch = (tx: WorkspaceTx, batchId: string) =>
  enqueue(tx, runBatch, { batchId }, { key: `${runBatch.name}:${batchId}`, importance: 10 })

export const recordProgress = (tx: WorkspaceTx, { id, askedBy }: Pick<BatchRow, 'id' | 'askedBy'>) =>
  record(tx, {
    type: 'batch.changed',
    subject: aboutBatch(id),
    audience: { member: askedBy },
    by: { actor: { type: 'agent', id: askedBy } },
  })
