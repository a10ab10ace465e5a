import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { fileKey, mailKey, partKey, pictureEdges, pictureKey } from './storage-keys.ts'

const Ids = z.array(Id)
const Stored = z.object({ files: Ids, mails: Ids, parts: Ids.default([]) })

/**
 * Deletes the bytes of files whose rows were deleted. Missing bytes are no error. The job name cannot change, because
 * queued jobs contain it.
 */
export const removeStored = job(
  'tickets.remove-stored',
  Stored,
  async ({ files, mails, parts }, { workspaceId, platform }) => {
    for (const id of files) {
      await platform.storage.remove(fileKey(workspaceId, id))
      for (const edge of pictureEdges) await platform.storage.remove(pictureKey(workspaceId, id, edge))
    }
    for (const id of mails) await platform.storage.remove(mailKey(workspaceId, id))
    for (const id of parts) await platform.storage.remove(partKey(workspaceId, id))
  },
)

export async function removeBytes(
  tx: WorkspaceTx,
  { files = [], mails = [], parts = [] }: Partial<z.output<typeof Stored>>,
) {
  if (files.length + mails.length + parts.length > 0) await enqueue(tx, removeStored, { files, mails, parts })
}
