import { createHmac } from 'node:crypto'
import { isUuid } from '#contract/uuid.ts'
import { firstKnown, isSame, type Keyring } from '#server/platform/secrets/keyring.ts'
import { decodeBase32, encodeBase32 } from './base32.ts'

// Ids and tokens are case-insensitive base32, because some relays change the case.

const SIGNATURE_BYTES = 12
const UUID_BYTES = 16
const MARK_BYTES = 5

export type SignedMessage = {
  keys: Keyring
  workspaceId: string
  ticketId: string
  messageId: string
  domain: string
}

/** Returns a signed Message-ID. A reply that refers to it belongs to this ticket. */
export function signMessageId({ keys, workspaceId, ticketId, messageId, domain }: SignedMessage): string {
  const payload = Buffer.concat([packUuid(ticketId), packUuid(messageId)])
  return `<${encodeBase32(payload)}.${encodeBase32(sign(keys[0], 'message-id', workspaceId, payload))}@${domain}>`
}

export function verifyMessageId(keys: Keyring, workspaceId: string, raw: string) {
  const match = /^\s*<?([a-z2-7]{52})\.([a-z2-7]{20})@[^<>@\s]+>?\s*$/i.exec(raw)
  const payload = match && decodeBase32(match[1]!)
  const signature = match && decodeBase32(match[2]!)
  if (!payload || !signature || !isSigned(keys, 'message-id', workspaceId, payload, signature)) return null
  return { ticketId: readUuid(payload, 0), messageId: readUuid(payload, UUID_BYTES) }
}

export type AddressToken = { keys: Keyring; workspaceId: string; ticketId: string; recipient: string }

/**
 * Returns a token of 53 characters for a plus-address, `support+TOKEN@...`, which leads the recipient's reply to the
 * ticket.
 */
export function signAddressToken({ keys: [key], workspaceId, ticketId, recipient }: AddressToken): string {
  const payload = Buffer.concat([packUuid(ticketId), markOf(key, workspaceId, recipient)])
  return encodeBase32(Buffer.concat([payload, sign(key, 'recipient-address', workspaceId, payload)]))
}

export type OpenedToken = {
  ticketId: string
  /**
   * Returns whether the token was sent only to this address. Is null for tokens of earlier versions, which were equal
   * for all recipients of a ticket.
   */
  wasSentOnlyTo: ((address: string) => boolean) | null
}

export const verifyAddressToken = (keys: Keyring, workspaceId: string, token: string): OpenedToken | null =>
  firstKnown(keys, (key) => openAddressToken(key, workspaceId, token))

function openAddressToken(key: Buffer, workspaceId: string, token: string): OpenedToken | null {
  const bytes = /^(?:[a-z2-7]{45}|[a-z2-7]{53})$/i.test(token) ? decodeBase32(token) : null
  if (!bytes) return null
  const payload = bytes.subarray(0, -SIGNATURE_BYTES)
  const mark = payload.subarray(UUID_BYTES)
  const purpose = mark.length > 0 ? 'recipient-address' : 'address'
  if (!isSigned([key], purpose, workspaceId, payload, bytes.subarray(-SIGNATURE_BYTES))) return null
  const wasSentOnlyTo = (address: string) => mark.equals(markOf(key, workspaceId, address))
  return { ticketId: readUuid(payload, 0), wasSentOnlyTo: mark.length > 0 ? wasSentOnlyTo : null }
}

/**
 * Returns a token for the return path of one mail, so that a bounce can be matched to the mail. Only the recipient of
 * the mail knows the token.
 */
export function signReturnToken([key]: Keyring, workspaceId: string, outgoingMailId: string): string {
  const payload = packUuid(outgoingMailId)
  return encodeBase32(Buffer.concat([payload, sign(key, 'return', workspaceId, payload)]))
}

export function verifyReturnToken(keys: Keyring, workspaceId: string, token: string): string | null {
  const bytes = /^[a-z2-7]{45}$/i.test(token) ? decodeBase32(token) : null
  const payload = bytes?.subarray(0, UUID_BYTES)
  const isOurs = bytes && payload && isSigned(keys, 'return', workspaceId, payload, bytes.subarray(UUID_BYTES))
  return isOurs ? readUuid(payload, 0) : null
}

/** Returns a keyed hash of the recipient, so that a token does not reveal the address. */
const markOf = (key: Buffer, workspaceId: string, address: string) =>
  sign(key, 'recipient', workspaceId, Buffer.from(address.toLowerCase())).subarray(0, MARK_BYTES)

export function addAddressToken(address: string, token: string): string {
  const at = address.lastIndexOf('@')
  return at + 1 + token.length > 64 ? address : `${address.slice(0, at)}+${token}${address.slice(at)}`
}

export function splitPlusAddress(address: string): { address: string; token: string | null } {
  const at = address.lastIndexOf('@')
  const plus = address.slice(0, at).indexOf('+')
  if (plus === -1) return { address, token: null }
  return { address: address.slice(0, plus) + address.slice(at), token: address.slice(plus + 1, at) }
}

function sign(key: Buffer, purpose: string, workspaceId: string, payload: Buffer): Buffer {
  const hmac = createHmac('sha256', key)
    .update(`startup-tools/${purpose}/`)
    .update(packUuid(workspaceId))
    .update(payload)
  return hmac.digest().subarray(0, SIGNATURE_BYTES)
}

function isSigned(keys: Keyring, purpose: string, workspaceId: string, payload: Buffer, signature: Buffer): boolean {
  return keys.some((key) => isSame(signature, sign(key, purpose, workspaceId, payload)))
}

function packUuid(uuid: string): Buffer {
  if (!isUuid(uuid.toLowerCase())) throw new Error('Not a UUID')
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

function readUuid(bytes: Buffer, from: number): string {
  const hex = bytes.toString('hex', from, from + UUID_BYTES)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
