import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { firstKnown, type Keyring, oldestOf } from './keyring.ts'

/**
 * Encrypts (AES-256-GCM) values that wait in the database but must not be readable there, such as a code to be mailed.
 */
export function seal([key]: Keyring, value: unknown): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

export function unseal<T>(keys: Keyring, sealed: string): T {
  const bytes = Buffer.from(sealed, 'base64url')
  const text = firstKnown(keys, (key) => tryToOpen(key, bytes))
  if (text === null) throw new Error('Sealed by a key that is not known')
  return JSON.parse(text)
}

function tryToOpen(key: Buffer, bytes: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

export const keyedHash = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export const isHashOf = (keys: Keyring, text: string, given: Buffer) =>
  keys.some((key) => isSame(given, keyedHash(key, text)))

export const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

/** A hash that stands for a person's address where a row only counts. */
export const hashAddress = ({ codePepper }: { codePepper: Keyring }, address: string) =>
  keyedHash(oldestOf(codePepper), `address ${address}`)
