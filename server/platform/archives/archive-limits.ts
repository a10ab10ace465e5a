/** The limits of archives from elsewhere. Bytes are counted while they are inflated, whatever the headers say. */
export const archiveLimits = {
  entries: 10_000,
  inflatedBytes: 1024 * 1024 * 1024,
  bytesOfEntry: 64 * 1024 * 1024,
  /** The most bytes inflated per packed byte. It applies from `freeBytes` on, because short texts compress well. */
  ratio: 100,
  freeBytes: 1024 * 1024,
  pathBytes: 1024,
} as const
