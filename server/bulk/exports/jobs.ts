import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { forgetFile, OneExport, queueExport, runExport } from './begin-export.ts'
import type { AnyExportKind } from './export-kind.ts'
import { deleteOldExports, listExpired, listStanding } from './queries.ts'
import { writeExport } from './run-export.ts'

/** Queues stalled exports again, and deletes files that are older than a day. */
const keepExports = job('exports.keep', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    for (const { id } of await listStanding(tx)) await queueExport(tx, id)
    for (const row of await listExpired(tx)) await forgetFile(tx, row)
    await deleteOldExports(tx)
  }),
)

export const exportJobs = (kinds: readonly AnyExportKind[]) => [
  job(runExport.name, OneExport, ({ exportId }, context) => writeExport({ ...context, kinds }, exportId)),
  keepExports,
]
export const exportTimetable = [{ cron: '*/5 * * * *', job: keepExports }]
