import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Encrypts (AES-256-GCM) what must wait in the database but may not be read there, such as a code that is to be mailed. */
export function seal(key: Buffer, value: unknown): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

export function unseal<T>(key: Buffer, sealed: string): T {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'))
}

export const keyedHash = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)
