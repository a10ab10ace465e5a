import { hash, randomBytes } from 'node:crypto'
import { decodeBase32, encodeBase32 } from '#server/platform/mail/base32.ts'

// An API key has three parts: the prefix `stk`, which scanners for leaked secrets know, the workspace id, and 256
// random bits.
const form = /^stk_([a-z2-7]{26})_([\w-]{43})$/

export type KeyText = { workspaceId: string; hash: Buffer }

export const keyName = (text: string): string | null => (form.test(text) ? hash('sha256', text, 'base64url') : null)

/** Reads the workspace id from an API key and computes the key's hash. Returns null if the text is not an API key. */
export function readApiKey(text: string): KeyText | null {
  const bytes = decodeBase32(form.exec(text)?.[1] ?? '')
  if (bytes?.length !== 16) return null
  const hex = bytes.toString('hex')
  const workspaceId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  return { workspaceId, hash: hashOf(text) }
}

export function writeApiKey(workspaceId: string): { text: string; hash: Buffer } {
  const place = encodeBase32(Buffer.from(workspaceId.replaceAll('-', ''), 'hex'))
  const text = `stk_${place}_${randomBytes(32).toString('base64url')}`
  return { text, hash: hashOf(text) }
}

const hashOf = (text: string) => hash('sha256', text, 'buffer')
