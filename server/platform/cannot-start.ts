/** A problem that the operator must solve before the server can start. It is shown as one sentence, without a stack. */
export class CannotStart extends Error {}
