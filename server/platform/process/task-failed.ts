export type PassedLimit = 'time' | 'memory'

/** The task crashed its worker or exceeded a limit. Trouble with the workers themselves is another error. */
export class TaskFailed extends Error {
  readonly isTimeout: boolean
  readonly tookTooMuchMemory: boolean
  constructor(message: string, passed: PassedLimit | null) {
    super(message)
    this.isTimeout = passed === 'time'
    this.tookTooMuchMemory = passed === 'memory'
  }
}
