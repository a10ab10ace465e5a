import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import type { AnyBatchKind } from './batch-kind.ts'
import { OneBatch, queueBatch, runBatch } from './begin-batch.ts'
import { deleteOldBatches, listStanding } from './queries.ts'
import { stepBatch } from './step-batch.ts'

/** Queues again what stands still, which a job does that failed too often, and forgets what ended 30 days ago. */
const keepBatches = job('batches.keep', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    for (const { id } of await listStanding(tx)) await queueBatch(tx, id)
    await deleteOldBatches(tx)
  }),
)

export const batchJobs = (kinds: readonly AnyBatchKind[]) => [
  job(runBatch.name, OneBatch, ({ batchId }, context) => stepBatch({ ...context, kinds }, batchId)),
  keepBatches,
]
export const batchTimetable = [{ cron: '*/2 * * * *', job: keepBatches }]
