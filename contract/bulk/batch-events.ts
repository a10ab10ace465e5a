import type { EventDeclaration } from '#contract/events.ts'

/** What happens to work over many things, told to whoever asked for it. */
export const batchEvents = {
  'batch.changed': { isHistory: false },
} as const satisfies Record<string, EventDeclaration>
