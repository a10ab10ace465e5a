import type { Caller } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { serviceTrialOf } from './service-trial.ts'

/**
 * The team and its keys can write while Service is active: during the trial or with a plan. Customers and the system
 * always can.
 */
export function refuseReadOnly(caller: Caller, trialDays: number) {
  if (caller.kind !== 'member' && caller.kind !== 'key') return
  const { state } = serviceTrialOf(caller, trialDays)
  if (state === 'not-started') throw new Refusal('trial-not-started')
  if (state === 'ended') throw new Refusal('trial-ended')
}
