/** An error that the person at the terminal can fix. Shown as one sentence, without a stack. */
export class Problem extends Error {}
