import { undoDays } from '#contract/content/models.ts'

/** Time in which a deletion can be undone. */
export const undoMs = undoDays * 86_400_000
