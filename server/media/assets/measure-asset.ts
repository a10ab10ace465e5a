import { drawingMime } from '#server/files/mime-types.ts'
import { makePicture } from '#server/files/pictures/make-picture.ts'
import { fileKey, pictureKey, shownEdge } from '#server/files/storage-keys.ts'
import { cleanPhotograph } from '#server/files/uploads/clean-photograph.ts'
import { takeDrawing } from '#server/files/uploads/take-drawing.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { measureColors, readMeasures } from '#server/platform/pictures/picture-work.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { kindOf } from './kinds.ts'

type Uploaded = { id: string; name: string; mime: string }
export type Measured = ReturnType<typeof withoutMeasures>

/** What a file is, a picture without the notes of its camera and with its own measures as it is seen. One that we cannot show is refused. */
export async function measureAsset(platform: Platform, workspaceId: string, file: Uploaded): Promise<Measured> {
  const found = withoutMeasures(file)
  if (found.kind !== 'image') return found
  const isDrawing = file.mime === drawingMime
  if (isDrawing && !(await takeDrawing(platform, workspaceId, file.id))) throw new Refusal('picture-unreadable')
  if (file.mime === 'image/jpeg') await cleanPhotograph(platform, workspaceId, file.id)
  if (!(await makePicture(platform, { workspaceId, fileId: file.id, edge: shownEdge })))
    throw new Refusal('picture-unreadable')
  const shown = await platform.storage.read(pictureKey(workspaceId, file.id, shownEdge))
  const colors = await measureColors(shown)
  // A drawing has the measures of what is made of it.
  const seen = isDrawing ? shown : await platform.storage.read(fileKey(workspaceId, file.id))
  return { ...found, ...colors, ...(await readMeasures(seen)) }
}

const withoutMeasures = ({ id, name, mime }: Uploaded) => ({
  fileId: id,
  name,
  mime,
  kind: kindOf(mime),
  width: null as number | null,
  height: null as number | null,
  thumbhash: null as Buffer | null,
  palette: [] as string[],
})
