import { isAdminRole } from '#contract/workspace/admin-role.ts'
import { inSavepoint, type WorkspaceTx } from '#server/platform/database.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { AnyBatchKind, BatchCall } from './batch-kind.ts'
import {
  type BatchItem,
  type BatchRow,
  findStarter,
  type ItemResult,
  listNextItems,
  lockBatchRow,
  updateBatch,
  updateItems,
} from './queries.ts'
import { isRunning, queueBatch, recordProgress } from './start-batch.ts'

/** After this many transactions the batch is queued again, so that other jobs have their turn. */
const mostSteps = 20
/** PostgreSQL keeps 64 savepoints of a transaction in memory. */
const mostItems = 50
/** Items hold their locks until the end of the transaction, so a transaction ends soon after this time. */
const mostMs = 100
const msBetweenEvents = 1000
const mostTries = 3

type Context = Pick<JobContext, 'inWorkspace' | 'stopping' | 'platform' | 'log'> & { kinds: readonly AnyBatchKind[] }

/**
 * Changes several items per transaction and saves the progress in the same transaction, so a killed worker loses
 * nothing. Each item has a savepoint, so a failed item does not undo the others. Two workers take turns, because each
 * step locks the row of the batch.
 */
export async function stepBatch(context: Context, batchId: string) {
  let toldAt = 0
  for (let steps = 0; steps < mostSteps; steps += 1) {
    if (context.stopping.aborted) break
    const tells = Date.now() - toldAt >= msBetweenEvents
    if (tells) toldAt = Date.now()
    const { isLast, error } = await context.inWorkspace((tx) => takeStep(context, tx, { batchId, tells }))
    // The job fails and is tried again later. What the step changed is committed.
    if (error) throw error
    if (isLast) return
  }
  await context.inWorkspace((tx) => queueBatch(tx, batchId))
}

type Step = { isLast: boolean; error?: unknown }

async function takeStep(
  context: Context,
  tx: WorkspaceTx,
  { batchId, tells }: { batchId: string; tells: boolean },
): Promise<Step> {
  const batch = await lockBatchRow(tx, batchId)
  if (!batch || !isRunning(batch)) return { isLast: true }
  const items = await listNextItems(tx, batchId, mostItems)
  if (items.length === 0) return endBatch(tx, batch, 'done').then(() => ({ isLast: true }))
  const kind = context.kinds.find(({ name }) => name === batch.kind)
  const input = kind?.input.safeParse(batch.input)
  const member = await findStarter(tx, batch.askedBy)
  const fail = (reason: string) => endBatch(tx, batch, 'failed', reason).then(() => ({ isLast: true }))
  if (!kind || !input?.success) return fail('This version does not know this kind of batch')
  if (!member) return fail('The person who started it is no longer a member of the team')
  const { role, ...rest } = member
  const caller = { ...rest, kind: 'member' as const, isAdmin: isAdminRole(role), key: null }
  const refusal = refusalOf(() => {
    for (const need of kind.needs) context.platform.needs[need](caller)
  })
  if (refusal) return fail(reasonOf(refusal))
  const call = { tx, caller, platform: context.platform }
  const { results, error } = await changeItems(context, call, { batch, kind, input: input.data, items })
  await updateItems(tx, batchId, results)
  const countOf = (state: ItemResult['state']) => results.filter((result) => result.state === state).length
  await updateBatch(tx, batchId, {
    state: 'running',
    done: batch.done + countOf('done'),
    failed: batch.failed + countOf('failed'),
    begunAt: batch.begunAt ?? new Date().toISOString(),
  })
  if (tells) await recordProgress(tx, batch)
  return { isLast: false, error }
}

function refusalOf(check: () => void): Refusal | undefined {
  try {
    check()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

type ItemResults = { results: ItemResult[]; error?: unknown }

// Ends early after the time of a transaction, or with the error of an item that is tried again.
async function changeItems(
  { stopping, log }: Context,
  call: BatchCall,
  { batch, kind, input, items }: { batch: BatchRow; kind: AnyBatchKind; input: unknown; items: BatchItem[] },
): Promise<ItemResults> {
  const until = Date.now() + mostMs
  const results: ItemResult[] = []
  for (const { position, subjectId, tries, before } of items) {
    try {
      const done = await inSavepoint(call.tx, (tx) =>
        batch.undoes
          ? kind.undo({ ...call, tx }, subjectId, before, input).then(() => before)
          : kind.change({ ...call, tx }, subjectId, input),
      )
      results.push({ position, tries, state: 'done', before: done ?? null })
    } catch (error) {
      const isRefusal = error instanceof Refusal && error.status < 500
      if (!isRefusal && tries + 1 < mostTries)
        return { results: [...results, { position, tries: tries + 1, state: 'waiting' }], error }
      if (!isRefusal) log.error({ err: error }, 'a step of a batch failed')
      const label = (await kind.label(call.tx, subjectId)) ?? ''
      results.push({
        position,
        tries: tries + 1,
        state: 'failed',
        label: label.slice(0, 300),
        reason: reasonOf(error),
      })
    }
    if (stopping.aborted || Date.now() > until) break
  }
  return { results }
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
