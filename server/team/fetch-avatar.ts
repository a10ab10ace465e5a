import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'

export type Avatar = { bytes: Buffer; mime: 'image/webp' } | null

/** A transparent GIF of one pixel. */
export const transparentPixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const avatarSize = 256
const keptForMs = 24 * 3600 * 1000
const missingKeptForMs = 3600 * 1000
const mostKept = 500
const mostBytes = 1024 * 1024

const kept = new LRUCache<string, { avatar: Avatar }>({ max: mostKept, ttl: keptForMs })

/**
 * A member's picture from the e-mail-hash avatar service (SHA-256 of the trimmed lower-case address), asked by this
 * server so that no browser tells the service who works here. Null when there is none; pages then draw initials.
 */
export async function fetchAvatar(serviceUrl: string, email: string, fetchPicture = fetchBounded): Promise<Avatar> {
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex')
  const known = kept.get(hash)
  if (known) return known.avatar
  const url = serviceUrl.replace('{hash}', hash).replace('{size}', String(avatarSize))
  const avatar = await fetchPicture(url)
    .then(encode)
    .catch(() => null)
  kept.set(hash, { avatar }, { ttl: avatar ? keptForMs : missingKeptForMs })
  return avatar
}

/** The service's address is the operator's setting, so this is the one request that asks no outbound rules. */
async function fetchBounded(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(4000), redirect: 'error' })
  if (!response.ok || Number(response.headers.get('content-length') ?? 0) > mostBytes) throw new Error('No picture')
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length > mostBytes) throw new Error('Too large')
  return bytes
}

async function encode(bytes: Buffer): Promise<Avatar> {
  const picture = sharp(bytes, { limitInputPixels: 4_000_000, failOn: 'error' }).resize(avatarSize, avatarSize, {
    fit: 'cover',
  })
  return { mime: 'image/webp', bytes: await picture.webp().toBuffer() }
}
