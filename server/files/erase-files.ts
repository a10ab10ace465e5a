import type { WorkspaceTx } from '#server/platform/database.ts'
import { deleteUploadsOf, setFileName } from './queries.ts'
import { removeBytes } from './remove-bytes.ts'
import { deleteUnfinished } from './resumable/queries.ts'

/** Gives files new names. `rename` returns the new name of a file. */
export async function renameFiles(
  tx: WorkspaceTx,
  files: { id: string; name: string }[],
  rename: (name: string) => string,
) {
  for (const { id, name } of files) {
    const renamed = rename(name)
    if (renamed !== name) await setFileName(tx, id, renamed)
  }
}

/** Deletes what people uploaded and nothing uses, also unfinished uploads. */
export async function eraseUploads(tx: WorkspaceTx, uploaderIds: string[]) {
  const files = await deleteUploadsOf(tx, uploaderIds)
  await removeBytes(tx, { files, parts: await deleteUnfinished(tx, uploaderIds) })
}
