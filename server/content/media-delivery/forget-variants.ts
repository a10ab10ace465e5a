import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { variantKey } from '#server/files/storage-keys.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { countVariants, deleteOldest, deleteVariants } from './queries.ts'

const mostVariants = 240
/** When the limit is exceeded, the oldest variants are deleted down to this number. */
const kept = 200

/** Deletes the files of variants after their rows were deleted. Missing files are ignored. */
export const removeVariants = job(
  'media-delivery.remove-variants',
  z.object({ ids: z.array(Id) }),
  async ({ ids }, { workspaceId, platform }) => {
    for (const id of ids) await platform.storage.remove(variantKey(workspaceId, id))
  },
)

export async function forgetVariants(tx: WorkspaceTx, fileIds: string[]) {
  if (fileIds.length > 0) await remove(tx, await deleteVariants(tx, fileIds))
}

/** Deletes the oldest variants of a file if it has too many. A deleted variant is created again on request. */
export async function thinVariants(tx: WorkspaceTx, fileId: string) {
  if ((await countVariants(tx, fileId)) > mostVariants) await remove(tx, await deleteOldest(tx, fileId, kept))
}

async function remove(tx: WorkspaceTx, ids: string[]) {
  if (ids.length > 0) await enqueue(tx, removeVariants, { ids })
}
