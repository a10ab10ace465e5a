import type { Batch, showBatch, undoBatch } from '#contract/bulk/batches.ts'
import type { Problem } from '#contract/refusals.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Outcome } from '#web/lib/write/writer.ts'

type ChangeFailure = { id: string; reason: string }
/** What became of a change of some rows. `unreached` rows were not tried, because the batch was cancelled. */
export type ChangeResult = {
  failures: ChangeFailure[]
  unreached: number
  undo?: (() => Promise<Outcome<ChangeResult>>) | undefined
}

/** Starts a batch and waits for its end. `onProgress` gets the batch as it is, and null at the end. */
export async function runBatch(
  start: () => Promise<Outcome<Batch>>,
  onProgress: (batch: Batch | null) => void,
): Promise<Outcome<ChangeResult>> {
  const started = await start()
  if (!started.answer) return { problem: started.problem! }
  let batch = started.answer
  for (let polls = 0; isRunning(batch); polls += 1) {
    onProgress(batch)
    await new Promise((resolve) => setTimeout(resolve, Math.min(100 * (polls + 1), 1000)))
    const { answer, problem } = await ask<typeof showBatch>('GET', '/api/v1/batches/:id', { params: { id: batch.id } })
    if (answer) batch = answer
    // The batch goes on without this page: only an answer that will not change ends the wait.
    else if (isFinal(problem)) {
      onProgress(null)
      return { problem }
    }
  }
  dismissBatch(batch.id)
  onProgress(null)
  const { id, total, done, failed, canUndo } = batch
  const undo = () =>
    runBatch(() => ask<typeof undoBatch>('PUT', '/api/v1/batches/:id/reversal', { params: { id } }), onProgress)
  return {
    answer: {
      failures: batch.failures.map(({ subject, detail }) => ({ id: subject, reason: detail })),
      unreached: total - done - failed,
      undo: canUndo ? undo : undefined,
    },
  }
}

const isFinal = ({ status }: Problem) => status >= 400 && status < 500 && status !== 408 && status !== 429

export const isRunning = ({ state }: Batch) => state === 'waiting' || state === 'running'

const key = 'dismissed-batches'
/** A page may show an older batch until it is read again, so older ids stay. */
const mostKept = 50
const listeners = new Set<() => void>()

/** The banner of this batch stays away in this window: a toast told of it, or a person closed it. */
export function dismissBatch(id: string) {
  const ids = [...(readDismissed()?.split(' ') ?? []), id].slice(-mostKept)
  sessionStorage.setItem(key, ids.join(' '))
  for (const listen of listeners) listen()
}

export const readDismissed = () => sessionStorage.getItem(key)

export function listenToDismissed(listen: () => void) {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
