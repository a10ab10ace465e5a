export type PassedLimit = 'time' | 'memory'

/**
 * The task threw an error, crashed its worker or exceeded a limit. Failures of the workers themselves are other errors.
 */
export class TaskFailed extends Error {
  readonly isTimeout: boolean
  readonly tookTooMuchMemory: boolean
  constructor(message: string, passed: PassedLimit | null) {
    super(message)
    this.isTimeout = passed === 'time'
    this.tookTooMuchMemory = passed === 'memory'
  }
}
