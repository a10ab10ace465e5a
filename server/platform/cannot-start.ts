/** Something the operator has to put right before the server can run; shown as one sentence, without a stack. */
export class CannotStart extends Error {}
