import { randomInt } from 'node:crypto'
import { codeLifeMinutes, codeResendSeconds } from '#contract/identity.ts'
import { mailCode } from '#server/identity/jobs.ts'
import {
  countCodes,
  insertChallenge,
  lockBudgets,
  type Purpose,
  type Subject,
} from '#server/identity/queries/sign-in.ts'
import type { IdentityTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { keyedHash, seal } from '#server/platform/secrets/seal.ts'

export type CodeRequest = {
  purpose: Purpose
  subject: Subject
  address: string
  network: string
  workspace?: { name: string; domain: string }
}

const mostPerNetworkHour = 20
const mostPerAddressHour = 5
const mostPerAddressDay = 10

/**
 * Makes a code and queues its mail. Over an address's budget nothing is sent and the answer is the same, so that a
 * stranger learns nothing; over a network's budget, or too soon, the caller is told to wait.
 */
export async function sendCode(platform: Platform, tx: IdentityTx, request: CodeRequest) {
  const { purpose, subject, address, network, workspace } = request
  await lockBudgets(tx, network, address)
  const counts = await countCodes(tx, network, address)
  const sinceLast = counts.secondsSinceLast
  if (sinceLast !== null && sinceLast < codeResendSeconds) {
    throw new Refusal('code-too-soon', { retryAfterSeconds: Math.ceil(codeResendSeconds - sinceLast) })
  }
  if (counts.ofNetwork >= mostPerNetworkHour * platform.settings.limitFactor) {
    throw new Refusal('too-many-codes', { retryAfterSeconds: 3600 })
  }
  if (counts.ofAddressHour >= mostPerAddressHour || counts.ofAddressDay >= mostPerAddressDay) return

  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = hashCode(platform, purpose, subject, code)
  const { expiresAt } = await insertChallenge(tx, {
    purpose,
    subject,
    address,
    codeHash,
    network,
    lifeMinutes: codeLifeMinutes,
  })
  const sealed = seal(platform.keys.seal, {
    address,
    code,
    purpose,
    expiresAt,
    workspaceName: workspace?.name,
    domain: workspace?.domain,
  })
  await enqueue(tx, mailCode, { sealed }, { importance: -10, attempts: 5 })
}

/** HMAC over purpose and person with a key kept outside the database, so a stolen table reveals no code. */
export function hashCode({ keys }: Platform, purpose: Purpose, subject: Subject, code: string): Buffer {
  const person = 'accountId' in subject ? subject.accountId : `${subject.workspaceId} ${subject.customerId}`
  return keyedHash(keys.codePepper, `${purpose} ${person} ${code}`)
}
