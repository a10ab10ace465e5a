import type { EventDeclaration } from '#contract/events.ts'

/** What happens to the media library. */
export const mediaEvents = {
  'media.changed': { isHistory: false },
} as const satisfies Record<string, EventDeclaration>
