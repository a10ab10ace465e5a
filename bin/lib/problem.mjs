/** Something that the person at the terminal can fix; shown as one sentence, without a stack. */
export class Problem extends Error {}
