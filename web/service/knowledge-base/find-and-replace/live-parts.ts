import type { Touches } from '#web/lib/live/parts.ts'

/** Only the batch is reloaded. Events do not repeat the search. */
export const touches: Touches<'batch'> = { 'batch.changed': ['batch'], otherwise: [] }
