import { createWorkerPool } from './worker-pool.ts'

export const mailWorkers = createWorkerPool({
  script: new URL('./parse-worker.ts', import.meta.url),
  workers: 2,
  timeLimitMs: 5_000,
  memoryMb: 256,
})
