import type { Caller } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { serviceTrialOf } from './service-trial.ts'

/**
 * The team and its keys write while Service runs: from the start of the trial to its end, or under a plan. Customers
 * always do, and the product itself.
 */
export function refuseReadOnly(caller: Caller, trialDays: number) {
  if (caller.kind !== 'member' && caller.kind !== 'key') return
  const { state } = serviceTrialOf(caller, trialDays)
  if (state === 'not-started') throw new Refusal('trial-not-started')
  if (state === 'ended') throw new Refusal('trial-ended')
}
