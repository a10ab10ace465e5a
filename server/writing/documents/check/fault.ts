import type { DocumentFault } from '#contract/writing/document.ts'

/** Ends a check. `checkDocument` catches it and returns it as a value. */
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
