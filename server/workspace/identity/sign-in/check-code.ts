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
/** `address` is the recipient of the code; `invitedTo` is the workspace of an invitation code. */
type RightCode = { id: string; address: string; invitedTo: string | null }

/**
 * Five wrong tries end the code for this asker only, so that strangers cannot end others' codes. Fifteen wrong tries
 * end it for all.
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
  // Guessing across many accounts and networks delays every try, and is logged for the operator.
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
