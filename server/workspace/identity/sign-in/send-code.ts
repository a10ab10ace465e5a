import { randomInt } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { codeLifeMinutes, codeResendSeconds } from '#contract/workspace/identity.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { IdentityCall } from '#server/platform/http/serve.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashAddress, keyedHash, seal } from '#server/platform/secrets/keyring.ts'
import { mailCode } from '#server/workspace/identity/jobs.ts'
import {
  countCodes,
  hasJoined,
  insertChallenge,
  keepDevice,
  knowsDevice,
  lockBudgets,
  type Purpose,
  type Subject,
} from '#server/workspace/identity/queries/sign-in.ts'

type CodeRequest = {
  purpose: Purpose
  subject: Subject
  address: string
  workspace?: { name: string; domain: string }
  invitedTo?: string | null
  newAddress?: string
  /** If false, sends no mail, but the response is the same. */
  isMailed?: boolean
}

export type SignInCall = Pick<
  IdentityCall<Endpoint>,
  'platform' | 'tx' | 'network' | 'device' | 'giveDevice' | 'userAgent'
>

/** Maximum unused codes per network and hour. Members of an office share a network, so they have another limit. */
export const mostPerNetworkHour = { strangers: 20, members: 200 }
export const mostPerAddressHour = 5
/**
 * Maximum unused codes per address and day. Known browsers have a separate limit, so that strangers cannot use it up.
 */
export const mostPerAddressDay = { unknown: 10, known: 20 }

/**
 * Sends a code. Refuses if the network reached its limit or the last code was sent less than 30 seconds ago. If the
 * address reached its limit, sends nothing and returns false; strangers then get the same response, so that they learn
 * nothing.
 */
export async function sendCode(
  { platform, tx, network, device, giveDevice }: SignInCall,
  request: CodeRequest,
): Promise<boolean> {
  const { purpose, subject, address, workspace, invitedTo = null, newAddress, isMailed = true } = request
  await lockBudgets(tx, network, address)
  const isKnownDevice = device !== null && (await knowsDevice(tx, hashAddress(platform.keys, address), device))
  const counts = await countCodes(tx, { network, address, isKnownDevice })
  const sinceLast = counts.secondsSinceLast
  if (sinceLast !== null && sinceLast < codeResendSeconds) {
    throw new Refusal('code-too-soon', { retryAfterSeconds: Math.ceil(codeResendSeconds - sinceLast) })
  }
  const isMember = 'accountId' in subject && (await hasJoined(tx, subject.accountId))
  const most = mostPerNetworkHour[isMember ? 'members' : 'strangers'] * platform.settings.limitFactor
  if ((isMember ? counts.ofMembers : counts.ofStrangers) >= most) {
    const detail = `${most} unused codes were requested from this network in the last hour. Enter a code that arrived, or try again later.`
    throw new Refusal('too-many-codes', { detail, retryAfterSeconds: 3600 })
  }
  const mostOfDay = mostPerAddressDay[isKnownDevice ? 'known' : 'unknown']
  if (counts.ofAddressHour >= mostPerAddressHour || counts.ofAddressDay >= mostOfDay) return false

  const code = String(randomInt(1_000_000)).padStart(6, '0')
  // The code for the old address is valid only for this new address. The code for the new address needs no such rule,
  // because it was mailed to the new address.
  const boundTo = purpose === 'address-old' ? newAddress : undefined
  const [codeHash] = hashesOfCode(platform, { purpose, subject, code, newAddress: boundTo })
  const { expiresAt } = await insertChallenge(tx, {
    purpose,
    subject,
    address,
    codeHash,
    network,
    asker: askerOf(giveDevice(), network),
    isKnownDevice,
    invitedTo,
    lifeMinutes: codeLifeMinutes,
  })
  if (!isMailed) return true
  const sealed = seal(platform.keys.seal, {
    address,
    code,
    purpose,
    expiresAt,
    workspaceName: workspace?.name,
    domain: workspace?.domain,
    newAddress,
  })
  await enqueue(tx, mailCode, { sealed }, { importance: -10, attempts: 5 })
  return true
}

export const askerOf = (device: string | null, network: string) => (device ? `device ${device}` : `network ${network}`)

/** Stores the browser as known for this address. Known browsers have a separate limit of codes. */
export async function rememberDevice({ platform, tx, device }: SignInCall, address: string) {
  if (device) await keepDevice(tx, hashAddress(platform.keys, address), device)
}

type CodeToHash = { purpose: Purpose; subject: Subject; code: string; newAddress?: string | undefined }

/**
 * Hashes a code with keys that are not in the database, so that a stolen table reveals no codes. The first hash uses
 * the current key, the others use the former keys.
 */
export function hashesOfCode(
  { keys }: { keys: Pick<Platform['keys'], 'codePepper'> },
  { purpose, subject, code, newAddress }: CodeToHash,
): [Buffer, ...Buffer[]] {
  const person = 'accountId' in subject ? subject.accountId : `${subject.workspaceId} ${subject.customerId}`
  const text = `${purpose} ${person} ${code}${newAddress ? ` ${newAddress}` : ''}`
  const [first, ...former] = keys.codePepper
  return [keyedHash(first, text), ...former.map((key) => keyedHash(key, text))]
}
