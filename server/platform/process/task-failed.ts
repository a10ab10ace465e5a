/** What a task may pass: so much time, or so much memory. */
export type PassedLimit = 'time' | 'memory'

/** The task broke its worker or passed a limit, as opposed to trouble with the workers themselves. */
export class TaskFailed extends Error {
  readonly isTimeout: boolean
  readonly tookTooMuchMemory: boolean
  constructor(message: string, passed: PassedLimit | null) {
    super(message)
    this.isTimeout = passed === 'time'
    this.tookTooMuchMemory = passed === 'memory'
  }
}
