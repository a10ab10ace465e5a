import type { mediaKinds } from '#contract/content/media.ts'
import { drawingMime, showableImages } from '#server/files/mime-types.ts'

export type MediaKind = (typeof mediaKinds)[number]

const documents =
  /^(text\/(plain|markdown|csv|rtf)|application\/(pdf|rtf|json|msword|vnd\.(ms-|oasis\.opendocument|openxmlformats-officedocument)\S*))$/

/** SVG counts as a picture because its rendering is shown. */
export function kindOf(mime: string): MediaKind {
  if (showableImages.has(mime) || mime === drawingMime) return 'image'
  if (mime.startsWith('video/')) return 'video'
  if (mime.startsWith('audio/')) return 'audio'
  return documents.test(mime) ? 'document' : 'other'
}
