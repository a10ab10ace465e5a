import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { deleteAbandoned } from './queries.ts'
import { removeBytes, removeStored } from './remove-bytes.ts'
import { deleteExpiredUploads } from './resumable/queries.ts'

const deleteAbandonedUploads = job('files.delete-abandoned', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    const files = await deleteAbandoned(tx)
    await removeBytes(tx, { files: files.map(({ id }) => id), parts: await deleteExpiredUploads(tx) })
  }),
)

export const fileJobs = [deleteAbandonedUploads, removeStored]

export const fileTimetable = [{ cron: '17 * * * *', job: deleteAbandonedUploads }]
