import type { EventDeclaration } from '#contract/events.ts'

/** Events of the media library. */
export const mediaEvents = {
  'media.changed': { isHistory: false },
} as const satisfies Record<string, EventDeclaration>
