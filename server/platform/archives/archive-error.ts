/** Why one entry is left out, while the others are taken. */
export type EntryFault = 'unsafe-path' | 'archived-link' | 'encrypted' | 'named-twice'
export type ArchiveFault = EntryFault | 'unreadable' | 'too-many-entries' | 'too-large' | 'overlap' | 'not-unicode'

/** Why an archive is not taken, and by which of its entries. */
export class ArchiveError extends Error {
  readonly fault: ArchiveFault
  readonly path: string | undefined
  constructor(fault: ArchiveFault, path?: string) {
    super(fault)
    this.fault = fault
    this.path = path
  }
}
