/** An error that the operator must fix before the server can start. Shown as one sentence, without a stack. */
export class CannotStart extends Error {}
