import { uuidPattern } from '#contract/uuid.ts'
import { signToken } from '#server/files/file-urls.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { type Crop, deliveredMeasures } from '#server/platform/pictures/crop.ts'

// Addresses of assets on the host of the workspace: a plain one, which serves what it is now, and one a content, which lasts.

/** What an address is made of, as far as it is known: a film has no measures. */
export type Addressed = {
  id: string
  hash: Buffer
  name: string
  width: number | null
  height: number | null
  crop: Crop | null
  isPublic: boolean
}

const hashLetters = 16

export const shortHash = (hash: Buffer) => hash.toString('hex').slice(0, hashLetters)

/** Whoever has the addresses of what is not public may see it for an hour or two. */
export function addressesOf(
  { keys, settings }: Platform,
  at: { workspaceId: string; domain: string },
  asset: Addressed,
) {
  const { id, isPublic } = asset
  const own = `${settings.workspaceOrigin(at.domain)}/media/${id}`
  const token = isPublic
    ? ''
    : `?token=${signToken(keys.fileUrl, { workspaceId: at.workspaceId, fileId: id, use: 'media' })}`
  return { url: own + token, lastingUrl: own + lastingEnd(asset) + token }
}

/** As large as it is delivered. */
function lastingEnd(asset: Addressed) {
  const { width, height } = deliveredMeasures(asset)
  return `${width && height ? `-${width}x${height}` : ''}-${shortHash(asset.hash)}.${endingOf(asset.name)}`
}

const endingOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin'

export type AskedMedia = { id: string; hash: string | null }

const form = new RegExp(`^(${uuidPattern})(?:(?:-\\d{1,9}x\\d{1,9})?-([\\da-f]{16})\\.[a-z\\d]{1,8})?$`)

/** Which asset a name asks for, and which of its contents; null where no such name is ever given. */
export function readMediaName(name: string): AskedMedia | null {
  const [, id, hash = null] = form.exec(name) ?? []
  return id ? { id, hash } : null
}
