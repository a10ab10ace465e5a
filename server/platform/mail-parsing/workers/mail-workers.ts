import { createWorkerPool } from './worker-pool.ts'

/**
 * Who waits for what: an ordinary mail for ordinary ones, which are short; one that is large, or took longer than it
 * may there, for its like; and what a person asks to see for neither.
 */
export type Lane = 'quick' | 'slow' | 'asked'

const kind = { script: new URL('./parse-worker.ts', import.meta.url), memoryMb: 256 }

export const mailWorkers = {
  quick: createWorkerPool({ ...kind, workers: 2, timeLimitMs: 500 }),
  slow: createWorkerPool({ ...kind, workers: 1, timeLimitMs: 5_000 }),
  asked: createWorkerPool({ ...kind, workers: 1, timeLimitMs: 5_000 }),
} satisfies Record<Lane, unknown>
