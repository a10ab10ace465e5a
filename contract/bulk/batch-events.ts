import type { EventDeclaration } from '#contract/events.ts'

export const batchEvents = {
  'batch.changed': { isHistory: false },
} as const satisfies Record<string, EventDeclaration>
