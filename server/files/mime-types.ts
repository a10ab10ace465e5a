/** Pictures that we re-encode and show; everything else is only ever downloaded. */
export const showableImages = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** A drawing is shown where the media library takes it, cleaned or as a picture that is made of it, and nowhere else. */
export const drawingMime = 'image/svg+xml' as const

/** What pictures become. */
export const pictureMimes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])

/** What pictures that move become, and no other. */
export const movingMimes = new Set(['image/gif', 'image/webp'])

const unknown = 'application/octet-stream'

/** Of files that whoever sends them leaves open. */
const mimes = new Map(
  Object.entries({
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
  }),
)

/** What a file says that it is, or where it says nothing of use, its ending. */
export function cleanMime(given: string | undefined, name: string): string {
  const isNamed = /^[a-z0-9][a-z0-9.+-]{0,60}\/[a-z0-9][a-z0-9.+-]{0,100}$/i.test(given ?? '')
  const mime = isNamed ? given!.toLowerCase() : unknown
  return mime === unknown ? (mimes.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? unknown) : mime
}
