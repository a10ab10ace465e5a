import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Newest key first. The first key signs and seals. Signatures and seals of all keys are accepted. */
export type Keyring = readonly [Buffer, ...Buffer[]]

/** Returns the key for hashes in rows that outlive a rotation. Hashes with a new key would not match these rows. */
export const oldestOf = (keys: Keyring): Buffer => keys.at(-1)!

export function firstKnown<T>(keys: Keyring, read: (key: Buffer) => T | null): T | null {
  for (const key of keys) {
    const found = read(key)
    if (found !== null) return found
  }
  return null
}

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

/** Hashes an email address for rows that must not contain it, such as counters and known devices. */
export const hashAddress = ({ codePepper }: { codePepper: Keyring }, address: string) =>
  keyedHash(oldestOf(codePepper), `address ${address}`)
