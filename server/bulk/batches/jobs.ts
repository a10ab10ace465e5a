import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import type { AnyBatchKind } from './batch-kind.ts'
import { deleteOldBatches, listStalled } from './queries.ts'
import { queueBatch, runBatch } from './start-batch.ts'
import { stepBatch } from './step-batch.ts'

// Queues a batch again if it has made no step for two minutes, for example because its job failed too often. Deletes
// batches that ended 30 days ago.
const keepBatches = job('batches.keep', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    for (const { id } of await listStalled(tx)) await queueBatch(tx, id)
    await deleteOldBatches(tx)
  }),
)

export const batchJobs = (kinds: readonly AnyBatchKind[]) => [
  job(runBatch.name, runBatch.payload, ({ batchId }, context) => stepBatch({ ...context, kinds }, batchId)),
  keepBatches,
]
export const batchTimetable = [{ cron: '*/2 * * * *', job: keepBatches }]
