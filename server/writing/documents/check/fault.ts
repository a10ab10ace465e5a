import type { DocumentFault } from '#contract/writing/document.ts'

/** Ends a check. Never leaves the room: `checkDocument` answers what it holds. */
export class Fault extends Error {
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }

  get told(): DocumentFault {
    return { path: this.path, message: this.message }
  }
}
