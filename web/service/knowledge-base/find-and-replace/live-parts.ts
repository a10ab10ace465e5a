import type { Touches } from '#web/lib/live/parts.ts'

/** Found texts are not searched again. */
export const touches: Touches<'batch'> = { 'batch.changed': ['batch'], otherwise: [] }
