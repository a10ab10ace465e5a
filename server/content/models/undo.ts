import { undoDays } from '#contract/content/models.ts'

/** For how long what was hidden can be taken back. */
export const undoMs = undoDays * 86_400_000
