import { drawingMime, movingMimes } from '#server/files/mime-types.ts'
import { makePicture } from '#server/files/pictures/make-picture.ts'
import { refusePicture } from '#server/files/pictures/refuse-picture.ts'
import { fileKey, pictureKey, shownEdge } from '#server/files/storage-keys.ts'
import { cleanPhotograph } from '#server/files/uploads/clean-photograph.ts'
import { takeDrawing } from '#server/files/uploads/take-drawing.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { measureColors, readMeasures } from '#server/platform/pictures/picture-work.ts'
import { kindOf } from './kinds.ts'

type UploadedFile = { id: string; name: string; mime: string }
export type MeasuredAsset = ReturnType<typeof withoutMeasures>

/**
 * Measures an uploaded file. Pictures lose their EXIF data and are rotated. Refuses pictures that cannot be decoded.
 */
export async function measureAsset(
  platform: Platform,
  workspaceId: string,
  file: UploadedFile,
): Promise<MeasuredAsset> {
  const found = withoutMeasures(file)
  if (found.kind !== 'image') return found
  const drawn = file.mime === drawingMime ? await takeDrawing(platform, workspaceId, file.id) : null
  if (file.mime === 'image/jpeg') await cleanPhotograph(platform, workspaceId, file.id)
  const ref = { workspaceId, fileId: file.id, edge: shownEdge } as const
  const shownMime = (await makePicture(platform, ref)) ?? (await refusePicture(platform, ref))
  const shown = await platform.storage.read(pictureKey(workspaceId, file.id, shownEdge))
  const colors = await measureColors(shown)
  const measures = drawn ?? (await readMeasures(await platform.storage.read(fileKey(workspaceId, file.id))))
  return { ...found, ...colors, ...measures, moves: movingMimes.has(shownMime) }
}

const withoutMeasures = ({ id, name, mime }: UploadedFile) => ({
  fileId: id,
  name,
  mime,
  kind: kindOf(mime),
  width: null as number | null,
  height: null as number | null,
  moves: false,
  thumbhash: null as Buffer | null,
  palette: [] as string[],
})
