import { z } from 'zod'
import { removeBytes } from '#server/files/remove-bytes.ts'
import { discardFiles } from '#server/files/uploads/release-uploads.ts'
import { job } from '#server/platform/jobs.ts'
import { OneImport, queueImport, readImport, runImport } from './begin-import.ts'
import type { ImportKind } from './import-kind.ts'
import { deleteOldImports, forgetFile, listLeft, listStanding } from './queries.ts'
import { readUpload } from './read-import.ts'
import { stepImport } from './step-import.ts'

/** Queues again what stands still, which a job does that failed too often, and lets go of what is of no use any more. */
const keepImports = job('imports.keep', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    for (const row of await listStanding(tx)) await queueImport(tx, row)
    const left = await listLeft(tx)
    const files = left.flatMap(({ fileId }) => fileId ?? [])
    for (const { id } of left) await forgetFile(tx, id)
    await discardFiles(tx, files)
    await removeBytes(tx, { files })
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
