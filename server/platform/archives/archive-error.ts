export type ArchiveFault =
  | 'unreadable'
  | 'too-many-entries'
  | 'too-large'
  | 'path'
  | 'link'
  | 'encrypted'
  | 'overlap'
  | 'named-twice'

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
