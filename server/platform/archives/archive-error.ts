/** The reason why one entry is skipped while the others are taken. */
export type EntryFault = 'unsafe-path' | 'archived-link' | 'encrypted' | 'named-twice'
export type ArchiveFault = EntryFault | 'unreadable' | 'too-many-entries' | 'too-large' | 'overlap' | 'not-unicode'

/** The reason why an archive is refused, and the entry that caused it. */
export class ArchiveError extends Error {
  readonly fault: ArchiveFault
  readonly path: string | undefined
  constructor(fault: ArchiveFault, path?: string) {
    super(fault)
    this.fault = fault
    this.path = path
  }
}
