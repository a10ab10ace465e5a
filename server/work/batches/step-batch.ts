import type { WorkspaceTx } from '#server/platform/database.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { AnyBatchKind, BatchCall } from './batch-kind.ts'
import { isAtWork, queueBatch, tellBatch } from './begin-batch.ts'
import {
  type BatchRow,
  findAsker,
  findDomain,
  findNextItem,
  type Item,
  lockBatchRow,
  updateBatch,
  updateItem,
} from './queries.ts'

/** So many things are changed before other work has its turn. */
const mostInTurn = 100
/** Open pages hear of every so many. */
const toldEach = 10
const mostTries = 3

type Context = Pick<JobContext, 'inWorkspace' | 'stopping' | 'platform' | 'log'> & { kinds: readonly AnyBatchKind[] }

/**
 * Changes one thing after the other, each in a transaction of its own that says so of the batch, too: whoever is killed goes
 * on where it stood, and two who run at once wait for each other at the batch.
 */
export async function stepBatch(context: Context, batchId: string) {
  for (let taken = 0; taken < mostInTurn; taken += 1) {
    if (context.stopping.aborted) break
    if (!(await takeStep(context, batchId))) return
  }
  await context.inWorkspace((tx) => queueBatch(tx, batchId))
}

/** Whether there may be another step. */
async function takeStep(context: Context, batchId: string): Promise<boolean> {
  let tried: Item | undefined
  try {
    return await context.inWorkspace(async (tx) => {
      const batch = await lockBatchRow(tx, batchId)
      if (!batch || !isAtWork(batch)) return false
      tried = await findNextItem(tx, batchId)
      if (!tried) return end(tx, batch, 'done')
      const kind = context.kinds.find(({ name }) => name === batch.kind)
      const asker = await findAsker(tx, batch.askedBy)
      if (!kind) return end(tx, batch, 'failed', 'This version does not know how to do it')
      if (!asker) return end(tx, batch, 'failed', 'Whoever asked for it is no longer a member of the team')
      const caller = { id: asker.id, isAdmin: asker.role !== 'TeamUser', domain: await findDomain(tx), key: null }
      await changeItem({ tx, caller, platform: context.platform }, kind, batch, tried)
      return true
    })
  } catch (error) {
    if (!tried) throw error
    return noteFailure(context, batchId, tried, error)
  }
}

async function changeItem(call: BatchCall, kind: AnyBatchKind, batch: BatchRow, item: Item) {
  const input = kind.input.parse(batch.input)
  const before = batch.undoes
    ? await kind.undo!(call, item.subjectId, item.before, input).then(() => item.before)
    : await kind.change(call, item.subjectId, input)
  await updateItem(call.tx, batch.id, item.position, {
    state: 'done',
    before: before == null ? null : JSON.stringify(before),
  })
  await advance(call.tx, batch, { done: batch.done + 1 })
}

async function advance(tx: WorkspaceTx, batch: BatchRow, counts: { done: number } | { failed: number }) {
  const begun = batch.begunAt ? {} : { begunAt: new Date().toISOString() }
  const { done, failed } = await updateBatch(tx, batch.id, { ...counts, ...begun, state: 'running' })
  if ((done + failed) % toldEach === 1) await tellBatch(tx, batch)
}

/** A refusal is what became of the thing; an outage or a bug is tried again, so that a bug with one keeps no other waiting. */
async function noteFailure({ inWorkspace, kinds, log }: Context, batchId: string, item: Item, error: unknown) {
  const tries = item.tries + 1
  const isFinal = (error instanceof Refusal && error.status < 500) || tries >= mostTries
  await inWorkspace(async (tx) => {
    const batch = await lockBatchRow(tx, batchId)
    const next = await findNextItem(tx, batchId)
    if (!batch || !isAtWork(batch) || next?.position !== item.position) return
    if (!isFinal) return updateItem(tx, batchId, item.position, { tries })
    const label = (await kinds.find(({ name }) => name === batch.kind)?.label(tx, item.subjectId)) ?? ''
    await updateItem(tx, batchId, item.position, {
      state: 'failed',
      tries,
      label: label.slice(0, 300),
      ...sayWhy(error),
    })
    await advance(tx, batch, { failed: batch.failed + 1 })
  })
  if (!isFinal) throw error
  if (!(error instanceof Refusal)) log.error({ err: error }, 'one thing of a batch was given up')
  return true
}

function sayWhy(error: unknown) {
  if (!(error instanceof Refusal)) return { reason: 'Something went wrong here. It was noted for whoever runs this.' }
  const faults = Object.entries(error.fields ?? {}).map(([field, fault]) => `${field}: ${fault}`)
  // Some refusals tell of the first field themselves.
  return { reason: [...new Set([error.message, ...faults])].join('. ').slice(0, 1000) }
}

async function end(tx: WorkspaceTx, batch: BatchRow, state: 'done' | 'failed', reason: string | null = null) {
  await endBatch(tx, batch, state, reason)
  return false
}

export async function endBatch(
  tx: WorkspaceTx,
  batch: BatchRow,
  state: 'done' | 'failed' | 'cancelled',
  reason: string | null = null,
): Promise<BatchRow> {
  const ended = await updateBatch(tx, batch.id, { state, reason, endedAt: new Date().toISOString() })
  await tellBatch(tx, batch)
  return ended
}
