import { pictureKey, shownEdge } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { readMeasures } from '#server/platform/pictures/picture-work.ts'
import { makePicture } from './make-picture.ts'
import { findPicture, type Measures, writeMeasures } from './queries.ts'

/** The size of a picture at its largest; null if the file is not a picture. */
export async function measurePicture(
  platform: Platform,
  workspaceId: string,
  fileId: string,
): Promise<Measures | null> {
  const ref = { fileId, edge: shownEdge } as const
  if (!(await makePicture(platform, { ...ref, workspaceId }))) return null
  const known = await inWorkspace(platform.app, workspaceId, (tx) => findPicture(tx, ref))
  if (known?.width && known.height) return { width: known.width, height: known.height }
  const made = await platform.storage.read(pictureKey(workspaceId, fileId, shownEdge))
  const measures = await readMeasures(made)
  await inWorkspace(platform.app, workspaceId, (tx) => writeMeasures(tx, ref, measures))
  return measures
}
