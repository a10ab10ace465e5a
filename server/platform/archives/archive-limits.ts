/** What an archive from elsewhere may hold. Bytes are counted while they are inflated, whatever its headers say. */
export const archiveLimits = {
  entries: 10_000,
  inflatedBytes: 1024 * 1024 * 1024,
  bytesOfEntry: 64 * 1024 * 1024,
  /** Inflated to packed. It counts from `freeBytes` on, since short texts are packed well. */
  ratio: 100,
  freeBytes: 1024 * 1024,
  pathBytes: 1024,
} as const
