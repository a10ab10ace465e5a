import type { Caller, MemberWithPlan } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'

type TrialFields = { plan: 'free' | 'active' | null; serviceStartedAt: string | null }
const dayMs = 24 * 3600 * 1000

/** Returns the trial state of Service. If `trialDays` is 0, there is no trial, and Service has no time limit. */
export function serviceTrialOf({ plan, serviceStartedAt }: TrialFields, trialDays: number, now = Date.now()) {
  const startedAt = serviceStartedAt
  if (trialDays === 0) return { state: 'unlimited', startedAt, endsAt: null, daysLeft: null } as const
  if (plan === 'active') return { state: 'active', startedAt, endsAt: null, daysLeft: null } as const
  if (!startedAt) return { state: 'not-started', startedAt, endsAt: null, daysLeft: trialDays } as const
  const endsMs = Date.parse(startedAt) + trialDays * dayMs
  const endsAt = new Date(endsMs).toISOString()
  if (endsMs <= now) return { state: 'ended', startedAt, endsAt, daysLeft: 0 } as const
  return { state: 'trial', startedAt, endsAt, daysLeft: Math.ceil((endsMs - now) / dayMs) } as const
}

/** Refuses writes of members and their API keys outside the trial. Never refuses customers or the system. */
export function refuseReadOnly(caller: Caller | MemberWithPlan, trialDays: number) {
  if (caller.kind !== 'member' && caller.kind !== 'key') return
  const { state } = serviceTrialOf(caller, trialDays)
  if (state === 'not-started') throw new Refusal('trial-not-started')
  if (state === 'ended') throw new Refusal('trial-ended')
}
