import { mostCodeTries } from '#contract/workspace/identity.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  countFailedTries,
  insertFailedTry,
  type Purpose,
  type Subject,
  tryCode,
} from '#server/workspace/identity/queries/sign-in.ts'
import { askerOf, hashesOfCode, type SignInCall } from './send-code.ts'

const mostTries = { ofAsker: mostCodeTries, ofAll: 15 }
export const mostFailuresPerNetworkHour = 30
const alarmFailuresPerHour = 300
const alarmDelayMs = 2000

export type EnteredCode = { userGuidId: string; code: string }
type CodeAttempt = { purpose: Purpose; subject: Subject; code: string; newAddress?: string }
/** `address`: the recipient of the code. `invitedTo`: the workspace of an invitation code, otherwise null. */
type RightCode = { id: string; address: string; invitedTo: string | null }

/**
 * Checks a code. After five wrong tries from a browser or network, the code is invalid there, but others can still use
 * it: strangers must not invalidate the codes of other people. After fifteen wrong tries it is invalid everywhere.
 */
export async function checkCode(
  call: SignInCall,
  { purpose, subject, code, newAddress }: CodeAttempt,
): Promise<RightCode | undefined> {
  const { platform, tx, network, device } = call
  await limitTries(call)
  const right = await tryCode(tx, {
    purpose,
    subject,
    mostTries,
    codeHashes: hashesOfCode(platform, { purpose, subject, code: code.replace(/\s/g, ''), newAddress }),
    asker: askerOf(device, network),
  })
  if (!right) await insertFailedTry(tx, network)
  return right
}

export async function countWrongTry(call: SignInCall) {
  await limitTries(call)
  await insertFailedTry(call.tx, call.network)
}

async function limitTries({ platform, tx, network }: SignInCall) {
  const failures = await countFailedTries(tx, network)
  if (failures.ofNetwork >= mostFailuresPerNetworkHour * platform.settings.limitFactor) {
    throw new Refusal('too-many-tries', { retryAfterSeconds: 3600 })
  }
  // Many wrong codes in the whole installation mean that somebody guesses across accounts and networks. Every try is
  // then delayed, and the operator gets a log line.
  if (failures.ofAll >= alarmFailuresPerHour * platform.settings.limitFactor) {
    platform.log.warn({ failures: failures.ofAll }, 'many wrong sign-in codes in the last hour')
    tx.afterwards.answerDelayMs = alarmDelayMs
  }
}

export const invalidCode = {
  message: 'InvalidCode',
  accessToken: null,
  refreshToken: null,
  email: null,
  role: null,
  workspaceDomain: null,
}
