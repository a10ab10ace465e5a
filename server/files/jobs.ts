import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { deleteAbandoned } from './queries.ts'
import { fileKey } from './storage-keys.ts'

/** Deletes uploads that no message took within a day: the rows first, so that a crash leaves bytes and no broken file. */
export const deleteAbandonedUploads = job('files.delete-abandoned', z.object({}), async (_, { inEach, platform }) => {
  await inEach(async (tx) => {
    const files = await deleteAbandoned(tx)
    for (const { id } of files) await platform.storage.remove(fileKey(tx.workspaceId, id))
  })
})

export const fileJobs = [deleteAbandonedUploads]
