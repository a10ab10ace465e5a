/** The task broke its worker or outlived its time, as opposed to trouble with the workers themselves. */
export class TaskFailed extends Error {
  readonly isTimeout: boolean
  constructor(message: string, isTimeout: boolean) {
    super(message)
    this.isTimeout = isTimeout
  }
}
