import type { Person } from '#server/platform/http/caller.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/http/platform.ts'

export type StoredKind = 'text' | 'file'

const hourMs = 3_600_000
const megabytes = (name: string, most: number): Limit => ({ name, most: most * 1_000_000, perMs: hourMs })

/** Maximum bytes per hour. Customers have separate limits, so that they cannot use up the limits of the team. */
export const byteLimits = {
  customer: {
    text: {
      person: megabytes('text-of-a-customer', 8),
      network: megabytes('text-of-a-network', 32),
      workspace: megabytes('text-of-customers', 128),
    },
    file: {
      person: megabytes('files-of-a-customer', 500),
      network: megabytes('files-of-a-network', 2_000),
      workspace: megabytes('files-of-customers', 10_000),
    },
  },
  member: {
    text: { person: megabytes('text-of-a-member', 64), workspace: megabytes('text-of-the-team', 512) },
    file: { person: megabytes('files-of-a-member', 5_000), workspace: megabytes('files-of-the-team', 20_000) },
  },
} as const

export function spendBytes({ limiter }: Platform, caller: Person, kept: StoredKind, bytes: number) {
  const limits = byteLimits[caller.kind][kept]
  limiter.spend(limits.person, caller.id, bytes)
  if ('network' in limits) limiter.spend(limits.network, caller.network, bytes)
  limiter.spend(limits.workspace, caller.workspaceId, bytes)
}
