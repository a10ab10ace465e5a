import {
  countFailedTries,
  insertFailedTry,
  type Purpose,
  type Subject,
  tryCode,
} from '#server/identity/queries/sign-in.ts'
import type { IdentityTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashCode } from './send-code.ts'

const mostTriesOfCode = 5
const mostFailuresPerNetworkHour = 30
const alarmFailuresPerHour = 300
const alarmDelayMs = 2000

type Attempt = { purpose: Purpose; subject: Subject; code: string; network: string }

/** Whether the code is right; it can be used once, and the fifth wrong attempt invalidates it. */
export async function checkCode(
  platform: Platform,
  tx: IdentityTx,
  { purpose, subject, code, network }: Attempt,
): Promise<boolean> {
  const failures = await countFailedTries(tx, network)
  if (failures.ofNetwork >= mostFailuresPerNetworkHour * platform.settings.limitFactor) {
    throw new Refusal('too-many-tries', { retryAfterSeconds: 3600 })
  }
  // Guessing across many accounts and networks: everybody waits a moment, and it is logged for the operator.
  if (failures.ofAll >= alarmFailuresPerHour * platform.settings.limitFactor) {
    platform.log.warn({ failures: failures.ofAll }, 'many wrong sign-in codes in the last hour')
    tx.afterwards.answerDelayMs = alarmDelayMs
  }
  const isRight = await tryCode(
    tx,
    purpose,
    subject,
    hashCode(platform, purpose, subject, code.replace(/\s/g, '')),
    mostTriesOfCode,
  )
  if (!isRight) await insertFailedTry(tx, network)
  return isRight
}
