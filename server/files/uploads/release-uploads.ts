import { deleteFiles, markReleased } from '#server/files/queries.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Files that no message holds any more are uploads again, and last a day from now on. */
export async function releaseUploads(tx: WorkspaceTx, ids: string[]) {
  if (ids.length > 0) await markReleased(tx, ids)
}

/** The rows only; their bytes go once this is committed. */
export async function discardFiles(tx: WorkspaceTx, ids: string[]) {
  if (ids.length > 0) await deleteFiles(tx, ids)
}
