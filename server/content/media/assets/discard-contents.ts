import { forgetVariants } from '#server/content/media-delivery/forget-variants.ts'
import { discardFiles } from '#server/files/keep-file.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export async function discardContents(tx: WorkspaceTx, fileIds: string[]) {
  if (fileIds.length === 0) return
  await forgetVariants(tx, fileIds)
  await discardFiles(tx, fileIds)
  await removeBytes(tx, { files: fileIds })
}
