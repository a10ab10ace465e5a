import type { EventDeclaration } from './events.ts'

/** What happens to a workspace as a whole. */
export const workspaceEvents = {
  /** Somebody founded it, and stands in it alone. */
  'workspace.founded': { isHistory: false },
} as const satisfies Record<string, EventDeclaration>
