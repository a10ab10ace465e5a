import { createWorkerPool } from './worker-pool.ts'

/** The lanes: ordinary mails, which are short; large or slow ones; and mails that a person wants to see. */
export type Lane = 'quick' | 'slow' | 'asked'

const kind = { script: new URL('./parse-worker.ts', import.meta.url), memoryMb: 256 }

export const mailWorkers = {
  quick: createWorkerPool({ ...kind, workers: 2, timeLimitMs: 500 }),
  slow: createWorkerPool({ ...kind, workers: 1, timeLimitMs: 5_000 }),
  asked: createWorkerPool({ ...kind, workers: 1, timeLimitMs: 5_000 }),
} satisfies Record<Lane, unknown>
