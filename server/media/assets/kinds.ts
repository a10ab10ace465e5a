import type { mediaKinds } from '#contract/media.ts'
import { drawingMime, showableImages } from '#server/files/image-types.ts'

export type Kind = (typeof mediaKinds)[number]

const documents =
  /^(text\/(plain|markdown|csv|rtf)|application\/(pdf|rtf|json|msword|vnd\.(ms-|oasis\.opendocument|openxmlformats-officedocument)\S*))$/

/** What browsers leave open of files that they do not know. */
const mimes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: drawingMime,
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  pdf: 'application/pdf',
}

export const mimeOf = (sent: string, name: string) =>
  sent === 'application/octet-stream' ? (mimes[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? sent) : sent

/** A drawing (SVG) is a picture here, since what is made of it is shown. */
export function kindOf(mime: string): Kind {
  if (showableImages.has(mime) || mime === drawingMime) return 'image'
  if (mime.startsWith('video/')) return 'video'
  if (mime.startsWith('audio/')) return 'audio'
  return documents.test(mime) ? 'document' : 'other'
}
