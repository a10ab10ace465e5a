import { Id } from '#contract/endpoint.ts'
import type { EventDeclaration } from '#contract/events.ts'
import { Takers } from './team.ts'

/** Events of a workspace as a whole. */
export const workspaceEvents = {
  /** The founder created it and is its only member. */
  'workspace.founded': { isHistory: false },
  /** API keys were created, changed or revoked. */
  'api-keys.changed': { isHistory: false },
  /** A member was deactivated. */
  'member.deactivated': {
    isHistory: false,
    with: Takers.extend({ memberId: Id }),
  },
  /** The operator suspended or resumed it. */
  'workspace.suspended': { isHistory: false },
  'workspace.resumed': { isHistory: false },
} as const satisfies Record<string, EventDeclaration>
