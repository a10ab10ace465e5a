import type { Touches } from '#web/lib/live/parts.ts'

/** Events reload only the batch. They do not repeat the search. */
export const touches: Touches<'batch'> = { 'batch.changed': ['batch'], otherwise: [] }
