import type { EventDeclaration } from '#contract/events.ts'

/** Events of batches, imports and exports, sent to the person who started them. */
export const batchEvents = {
  'batch.changed': { isHistory: false },
} as const satisfies Record<string, EventDeclaration>
