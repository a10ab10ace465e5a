import type { Caller, Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { serviceTrialOf } from '#server/workspaces/service-trial.ts'

/** The team writes while Service runs: from the start of the trial to its end, or under a plan. Customers always do. */
export function refuseReadOnly({ settings }: Pick<Platform, 'settings'>, caller: Caller) {
  if (caller.isCustomer) return
  const { state } = serviceTrialOf(caller, settings.serviceTrialDays)
  if (state === 'not-started') throw new Refusal('trial-not-started')
  if (state === 'ended') throw new Refusal('trial-ended')
}
