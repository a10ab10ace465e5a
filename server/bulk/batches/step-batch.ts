import { isAdminRole } from '#contract/workspace/admin-role.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { AnyBatchKind, BatchCall } from './batch-kind.ts'
import {
  type BatchItem,
  type BatchRow,
  findNextItem,
  findStarter,
  lockBatchRow,
  updateBatch,
  updateItem,
} from './queries.ts'
import { isRunning, queueBatch, recordProgress } from './start-batch.ts'

/** After this many steps the batch is queued again, so that other jobs have their turn. */
const mostSteps = 100
const stepsPerEvent = 10
const mostTries = 3

type Context = Pick<JobContext, 'inWorkspace' | 'stopping' | 'platform' | 'log'> & { kinds: readonly AnyBatchKind[] }

/**
 * Changes one item per transaction and saves the progress in the same transaction, so a killed worker loses nothing.
 * Two workers take turns, because each step locks the row of the batch.
 */
export async function stepBatch(context: Context, batchId: string) {
  for (let steps = 0; steps < mostSteps; steps += 1) {
    if (context.stopping.aborted) break
    if (!(await takeStep(context, batchId))) return
  }
  await context.inWorkspace((tx) => queueBatch(tx, batchId))
}

async function takeStep(context: Context, batchId: string): Promise<boolean> {
  let item: BatchItem | undefined
  try {
    return await context.inWorkspace(async (tx) => {
      const batch = await lockBatchRow(tx, batchId)
      if (!batch || !isRunning(batch)) return false
      item = await findNextItem(tx, batchId)
      if (!item) return endBatch(tx, batch, 'done').then(() => false)
      const kind = context.kinds.find(({ name }) => name === batch.kind)
      const member = await findStarter(tx, batch.askedBy)
      const obstacle = !kind
        ? 'This version does not know this kind of batch'
        : !member && 'The person who started it is no longer a member of the team'
      if (obstacle) return endBatch(tx, batch, 'failed', obstacle).then(() => false)
      const { role, ...rest } = member!
      const caller = { ...rest, kind: 'member' as const, isAdmin: isAdminRole(role), key: null }
      for (const need of kind!.needs) context.platform.needs[need](caller)
      await changeItem({ tx, caller, platform: context.platform }, kind!, batch, item)
      return true
    })
  } catch (error) {
    if (!item) throw error
    return recordFailure(context, batchId, item, error)
  }
}

async function changeItem(call: BatchCall, kind: AnyBatchKind, batch: BatchRow, item: BatchItem) {
  const input = kind.input.parse(batch.input)
  const before = batch.undoes
    ? await kind.undo(call, item.subjectId, item.before, input).then(() => item.before)
    : await kind.change(call, item.subjectId, input)
  await updateItem(call.tx, batch.id, item.position, {
    state: 'done',
    before: before == null ? null : JSON.stringify(before),
  })
  await advance(call.tx, batch, { done: batch.done + 1 })
}

async function advance(tx: WorkspaceTx, batch: BatchRow, counts: { done: number } | { failed: number }) {
  const begunAt = batch.begunAt ?? new Date().toISOString()
  const { done, failed } = await updateBatch(tx, batch.id, { ...counts, begunAt, state: 'running' })
  if ((done + failed) % stepsPerEvent === 1) await recordProgress(tx, batch)
}

// Records the failure of an item. A refusal is final, except one with status 500 or higher. Any other error is final
// after `mostTries` tries, so that a bug with one item does not block the batch.
async function recordFailure({ inWorkspace, kinds, log }: Context, batchId: string, item: BatchItem, error: unknown) {
  const tries = item.tries + 1
  const isFinal = (error instanceof Refusal && error.status < 500) || tries >= mostTries
  await inWorkspace(async (tx) => {
    const batch = await lockBatchRow(tx, batchId)
    const next = await findNextItem(tx, batchId)
    if (!batch || !isRunning(batch) || next?.position !== item.position) return
    if (!isFinal) return updateItem(tx, batchId, item.position, { tries })
    const label = (await kinds.find(({ name }) => name === batch.kind)?.label(tx, item.subjectId)) ?? ''
    await updateItem(tx, batchId, item.position, {
      state: 'failed',
      tries,
      label: label.slice(0, 300),
      reason: reasonOf(error),
    })
    await advance(tx, batch, { failed: batch.failed + 1 })
  })
  if (!isFinal) throw error
  if (!(error instanceof Refusal)) log.error({ err: error }, 'a step of a batch failed')
  return true
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal)) return 'Something went wrong on the server. The error was logged.'
  const faults = Object.entries(error.fields ?? {}).map(([field, fault]) => `${field}: ${fault}`)
  // Removes duplicates, because the message of some refusals repeats the first fault.
  return [...new Set([error.message, ...faults])].join('. ').slice(0, 1000)
}

export async function endBatch(
  tx: WorkspaceTx,
  batch: BatchRow,
  state: 'done' | 'failed' | 'cancelled',
  reason: string | null = null,
): Promise<BatchRow> {
  const ended = await updateBatch(tx, batch.id, { state, reason, endedAt: new Date().toISOString() })
  await recordProgress(tx, batch)
  return ended
}
