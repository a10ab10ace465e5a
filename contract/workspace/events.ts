import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import type { EventDeclaration } from '#contract/events.ts'
import { Takers } from './team.ts'

const Facts = z
  .object({
    name: z.string(),
    emails: z.array(z.string()),
    phones: z.array(z.string()),
    tags: z.array(z.string()),
    language: z.string().nullable(),
    timeZone: z.string().nullable(),
    notes: z.string(),
    externalId: z.string().nullable(),
  })
  .partial()

export const workspaceEvents = {
  'customer.created': { isHistory: true },
  'customer.changed': { isHistory: true, old: Facts, new: Facts },
  'suppression.lifted': { isHistory: true, new: z.object({ address: z.string() }) },
  'workspace.founded': { isHistory: false },
  'api-keys.changed': { isHistory: false },
  'member.deactivated': {
    isHistory: false,
    with: Takers.extend({ memberId: Id }),
  },
  'workspace.suspended': { isHistory: false },
  'workspace.resumed': { isHistory: false },
} as const satisfies Record<string, EventDeclaration>
