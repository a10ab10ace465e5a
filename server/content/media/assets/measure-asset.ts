import type { AssetRow } from '#server/content/media/queries/media.ts'
import { drawingMime, movingMimes, showableImages } from '#server/files/mime-types.ts'
import { makePicture } from '#server/files/pictures/make-picture.ts'
import { refusePicture } from '#server/files/pictures/refuse-picture.ts'
import { fileKey, pictureKey, shownEdge } from '#server/files/storage-keys.ts'
import { cleanPhotograph, takeDrawing } from '#server/files/uploads/clean-upload.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { measureColors, readMeasures } from '#server/platform/pictures/picture-work.ts'

type UploadedFile = { id: string; name: string; mime: string }
export type MeasuredAsset = ReturnType<typeof withoutMeasures>

/** Measures an uploaded file. Removes metadata from JPEG pictures. Refuses pictures that cannot be decoded. */
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

type Measures = Pick<AssetRow, 'width' | 'height' | 'thumbhash' | 'palette'>
const unmeasured: Measures = { width: null, height: null, thumbhash: null, palette: [] }
const withoutMeasures = ({ id, name, mime }: UploadedFile) => ({
  ...{ fileId: id, name, mime, kind: kindOf(mime), moves: false },
  ...unmeasured,
})

const documents =
  /^(text\/(plain|markdown|csv|rtf)|application\/(pdf|rtf|json|msword|vnd\.(ms-|oasis\.opendocument|openxmlformats-officedocument)\S*))$/

/** SVG counts as a picture, because its rendering is shown. */
function kindOf(mime: string): AssetRow['kind'] {
  if (showableImages.has(mime) || mime === drawingMime) return 'image'
  if (mime.startsWith('video/')) return 'video'
  if (mime.startsWith('audio/')) return 'audio'
  return documents.test(mime) ? 'document' : 'other'
}
