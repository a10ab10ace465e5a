import { Id } from '#contract/endpoint.ts'
import type { EventDeclaration } from '#contract/events.ts'
import { Takers } from './team.ts'

/** What happens to a workspace as a whole. */
export const workspaceEvents = {
  /** Somebody founded it, and stands in it alone. */
  'workspace.founded': { isHistory: false },
  /** Keys of its API were made, changed or revoked. */
  'api-keys.changed': { isHistory: false },
  /** Somebody of the team cannot sign in any more. */
  'member.deactivated': {
    isHistory: false,
    with: Takers.extend({ memberId: Id }),
  },
  /** The operator lets nobody in, or everybody again. */
  'workspace.suspended': { isHistory: false },
  'workspace.resumed': { isHistory: false },
} as const satisfies Record<string, EventDeclaration>
