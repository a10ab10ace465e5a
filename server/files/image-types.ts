/** Pictures that we re-encode and show; everything else is only ever downloaded. */
export const showableImages = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** What pictures become. */
export const pictureMimes = new Set(['image/jpeg', 'image/png', 'image/webp'])
