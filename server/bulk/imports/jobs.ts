import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { endAbandonedImport, OneImport, queueImport, readImport, runImport } from './begin-import.ts'
import type { ImportKind } from './import-kind.ts'
import { deleteOldImports, listAbandoned, listStalled } from './queries.ts'
import { readUpload } from './read-import.ts'
import { stepImport } from './step-import.ts'

const keepImports = job('imports.keep', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    for (const row of await listStalled(tx)) await queueImport(tx, row)
    for (const row of await listAbandoned(tx)) await endAbandonedImport(tx, row)
    await deleteOldImports(tx)
  }),
)

export const importJobs = (kinds: readonly ImportKind[]) => [
  job(readImport.name, OneImport, ({ importId }, context) => readUpload({ ...context, kinds }, importId)),
  {
    ...job(runImport.name, OneImport, ({ importId }, context) => stepImport({ ...context, kinds }, importId)),
    lane: 'outside' as const,
  },
  keepImports,
]
export const importTimetable = [{ cron: '*/5 * * * *', job: keepImports }]
