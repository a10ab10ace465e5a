import { mostCodeTries } from '#contract/workspace/identity.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  countFailedTries,
  insertFailedTry,
  type Purpose,
  type Subject,
  tryCode,
} from '#server/workspace/identity/queries/sign-in.ts'
import { type Asking, askerOf, hashesOfCode } from './send-code.ts'

const mostTries = { ofAsker: mostCodeTries, ofAll: 15 }
export const mostFailuresPerNetworkHour = 30
const alarmFailuresPerHour = 300
const alarmDelayMs = 2000

type Attempt = { purpose: Purpose; subject: Subject; code: string; newAddress?: string }
/** `address` is where it was mailed to, `invitedTo` the workspace that the code of an invitation is for. */
type RightCode = { id: string; address: string; invitedTo: string | null }

/**
 * The code, if it is right; it can be used once. The fifth wrong attempt ends the person's codes for whoever made it, so
 * that a stranger ends nobody else's, and the fifteenth of all ends them for everybody.
 */
export async function checkCode(
  call: Asking,
  { purpose, subject, code, newAddress }: Attempt,
): Promise<RightCode | undefined> {
  const { platform, tx, network, device } = call
  await limitTries(call)
  const right = await tryCode(tx, {
    ...{ purpose, subject, mostTries },
    codeHashes: hashesOfCode(platform, { purpose, subject, code: code.replace(/\s/g, ''), newAddress }),
    asker: askerOf(device, network),
  })
  if (!right) await insertFailedTry(tx, network)
  return right
}

/** A try for which there is no code at all. */
export async function countWrongTry(call: Asking) {
  await limitTries(call)
  await insertFailedTry(call.tx, call.network)
}

async function limitTries({ platform, tx, network }: Asking) {
  const failures = await countFailedTries(tx, network)
  if (failures.ofNetwork >= mostFailuresPerNetworkHour * platform.settings.limitFactor) {
    throw new Refusal('too-many-tries', { retryAfterSeconds: 3600 })
  }
  // Guessing across many accounts and networks: everybody waits a moment, and it is logged for the operator.
  if (failures.ofAll >= alarmFailuresPerHour * platform.settings.limitFactor) {
    platform.log.warn({ failures: failures.ofAll }, 'many wrong sign-in codes in the last hour')
    tx.afterwards.answerDelayMs = alarmDelayMs
  }
}
