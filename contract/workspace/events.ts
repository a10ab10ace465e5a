import { Id } from '#contract/endpoint.ts'
import type { EventDeclaration } from '#contract/events.ts'
import { Takers } from './team.ts'

export const workspaceEvents = {
  'workspace.founded': { isHistory: false },
  'api-keys.changed': { isHistory: false },
  'member.deactivated': {
    isHistory: false,
    with: Takers.extend({ memberId: Id }),
  },
  'workspace.suspended': { isHistory: false },
  'workspace.resumed': { isHistory: false },
} as const satisfies Record<string, EventDeclaration>
