import type { Batch, showBatch, undoBatch } from '#contract/bulk/batches.ts'
import type { Problem } from '#contract/refusals.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Outcome } from '#web/lib/write/writer.ts'

type ChangeFailure = { id: string; reason: string }
/** The result of a change of rows. `unreached` is the number of rows that the batch did not try before it ended. */
export type ChangeResult = {
  failures: ChangeFailure[]
  unreached: number
  undo?: (() => Promise<Outcome<ChangeResult>>) | undefined
}

/**
 * Starts a batch and waits for its end. Calls `onProgress` with each new state of the batch, and with null at the end.
 */
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
    // The batch continues on the server after a failed poll, so only a final refusal ends the wait.
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
// The maximum number of stored batch ids. Older ids are needed, because a page may show an older batch.
const mostKept = 50
const listeners = new Set<() => void>()

/** Hides the banner about this batch in this browser tab. */
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
