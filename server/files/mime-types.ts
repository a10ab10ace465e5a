export const showableImages = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

export const drawingMime = 'image/svg+xml' as const

export const pictureMimes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])

export const movingMimes = new Set(['image/gif', 'image/webp'])

const unknown = 'application/octet-stream'

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

/** Returns the declared type of a file. If it is missing or unknown, returns the type of the file extension. */
export function cleanMime(given: string | undefined, name: string): string {
  const isNamed = /^[a-z0-9][a-z0-9.+-]{0,60}\/[a-z0-9][a-z0-9.+-]{0,100}$/i.test(given ?? '')
  const mime = isNamed ? given!.toLowerCase() : unknown
  return mime === unknown ? (mimes.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? unknown) : mime
}
