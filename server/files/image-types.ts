/** Pictures that we re-encode and show; everything else is only ever downloaded. */
export const showableImages = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** A drawing becomes a picture where the media library takes it, and nowhere is it shown itself. */
export const drawingMime = 'image/svg+xml'

/** What pictures become. */
export const pictureMimes = new Set(['image/jpeg', 'image/png', 'image/webp'])
