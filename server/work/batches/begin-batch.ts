import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { aboutBatch } from '#contract/events.ts'
import { mostBatches, mostInBatch, mostInDay } from '#contract/work/batches.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { BatchKind } from './batch-kind.ts'
import {
  type BatchRow,
  countOfDay,
  countUndone,
  holdBatches,
  insertBatch,
  insertItems,
  insertUndoneItems,
  listAtWork,
  lockBatchRow,
  updateBatch,
} from './queries.ts'

export const OneBatch = z.object({ batchId: Id })
/** What takes the steps; it is queued here and made in `jobs.ts`, which has the kinds. */
export const runBatch = { name: 'batches.run', payload: OneBatch }

type Wanted<I extends z.ZodType> = { kind: BatchKind<I>; input: z.output<I>; canUndo: boolean; subjectIds: string[] }

/** Begins work over the things named: which they are is fixed now, whatever becomes of what they were found by. */
export async function beginBatch<I extends z.ZodType>(
  tx: WorkspaceTx,
  askedBy: string,
  { kind, input, canUndo, subjectIds }: Wanted<I>,
): Promise<BatchRow> {
  const ids = [...new Set(subjectIds)]
  await refuseTooMuch(tx, askedBy, ids.length)
  const batch = await insertBatch(tx, {
    ...{ kind: kind.name, askedBy, total: ids.length, canUndo: canUndo && kind.undo !== undefined },
    input: JSON.stringify(input),
  })
  await insertItems(tx, batch.id, ids)
  return begin(tx, batch)
}

/** Begins the batch that takes back what another one changed, once. */
export async function beginUndo(tx: WorkspaceTx, askedBy: string, undone: BatchRow): Promise<BatchRow> {
  // As it is now: somebody else may be taking it back as well.
  const locked = (await lockBatchRow(tx, undone.id))!
  if (!locked.canUndo || isAtWork(locked)) throw new Refusal('batch-not-undoable')
  const { id, kind, input } = locked
  const total = await countUndone(tx, id)
  await refuseTooMuch(tx, askedBy, total)
  const batch = await insertBatch(tx, {
    ...{ kind, askedBy, total, undoes: id, canUndo: false },
    input: JSON.stringify(input),
  })
  await insertUndoneItems(tx, batch.id, id)
  await updateBatch(tx, id, { canUndo: false })
  await tellBatch(tx, undone)
  return begin(tx, batch)
}

async function begin(tx: WorkspaceTx, batch: BatchRow) {
  await queueBatch(tx, batch.id)
  await tellBatch(tx, batch)
  return batch
}

async function refuseTooMuch(tx: WorkspaceTx, askedBy: string, things: number) {
  if (things === 0) throw new Refusal('batch-empty')
  if (things > mostInBatch) throw new Refusal('batch-too-large')
  await holdBatches(tx)
  const atWork = await listAtWork(tx)
  if (atWork.some((batch) => batch.askedBy === askedBy)) throw new Refusal('batch-at-work')
  if (atWork.length >= mostBatches) throw new Refusal('too-many-batches')
  if ((await countOfDay(tx)) + things > mostInDay) throw new Refusal('batch-day-spent')
}

export const isAtWork = ({ state }: Pick<BatchRow, 'state'>) => state === 'waiting' || state === 'running'

export const queueBatch = (tx: WorkspaceTx, batchId: string) =>
  enqueue(tx, runBatch, { batchId }, { key: `${runBatch.name}:${batchId}`, importance: 10 })

/** Whoever asked for it hears how far it is. */
export const tellBatch = (tx: WorkspaceTx, { id, askedBy }: Pick<BatchRow, 'id' | 'askedBy'>) =>
  record(tx, {
    ...{ type: 'batch.changed', subject: aboutBatch(id), audience: { member: askedBy } },
    by: { actor: { type: 'agent', id: askedBy } },
  })
