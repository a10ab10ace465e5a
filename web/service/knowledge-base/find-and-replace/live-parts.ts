import type { Touches } from '#web/lib/live/parts.ts'

/** What was found stays as it was found: it is looked for again by who wants that. */
export const touches: Touches<'batch'> = { 'batch.changed': ['batch'], otherwise: [] }
