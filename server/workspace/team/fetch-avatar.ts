import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Platform } from '#server/platform/http/platform.ts'
import { runApart } from '#server/platform/pictures/picture-work.ts'

type FetchPicture = (url: string) => Promise<Buffer>
type Avatar = { bytes: Buffer; mime: 'image/webp' } | null

export const transparentPixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const avatarSize = 256
const keptForMs = 24 * 3600 * 1000
const missingKeptForMs = 3600 * 1000
const mostKept = 500
const mostBytes = 1024 * 1024

const kept = new LRUCache<string, { avatar: Avatar }>({ max: mostKept, ttl: keptForMs })

/** Fetches an avatar, so that browsers do not reveal the team to the avatar service. Null if there is none. */
export async function fetchAvatar(serviceUrl: string, email: string, fetchPicture: FetchPicture): Promise<Avatar> {
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

/**
 * Fetches pictures from the avatar service. The operator chose its URL, so the URL may lead into the private network.
 */
export const avatarService =
  ({ outbound }: Pick<Platform, 'outbound'>): FetchPicture =>
  async (url) => {
    const answer = await outbound.fetch(url, {
      withinMs: 4000,
      maxRedirects: 0,
      maxBytes: mostBytes,
      allowsPrivateNetwork: true,
    })
    if (answer.status !== 200) throw new Error('No picture')
    return answer.body
  }

const script = new URL('./apart/encode-avatar.ts', import.meta.url)

async function encode(bytes: Buffer): Promise<Avatar> {
  const input = { size: avatarSize }
  return { mime: 'image/webp', ...(await runApart<{ bytes: Buffer }>({ script, name: 'encodeAvatar', bytes, input })) }
}

/** Returns an avatar's URL on this server, which alone contacts the avatar service. Null without a service. */
export const avatarUrl = ({ settings }: Pick<Platform, 'settings'>, memberId: string): string | null =>
  settings.avatarUrl ? `/api/v1/avatars/${memberId}` : null
