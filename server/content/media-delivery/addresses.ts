import { uuidPattern } from '#contract/uuid.ts'
import { signToken } from '#server/files/file-urls.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { type Crop, deliveredMeasures } from '#server/platform/pictures/crop.ts'

// A media file has two URLs on the workspace host. One always serves the current content. The other contains a hash and
// serves only the content with this hash.

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

/** Returns the URLs of an asset. URLs of non-public files are signed and expire after one to two hours. */
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

function lastingEnd(asset: Addressed) {
  const { width, height } = deliveredMeasures(asset)
  return `${width && height ? `-${width}x${height}` : ''}-${shortHash(asset.hash)}.${endingOf(asset.name)}`
}

const endingOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin'

export type MediaAddress = { id: string; hash: string | null }

const form = new RegExp(`^(${uuidPattern})(?:(?:-\\d{1,9}x\\d{1,9})?-([\\da-f]{16})\\.[a-z\\d]{1,8})?$`)

export function readMediaName(name: string): MediaAddress | null {
  const [, id, hash = null] = form.exec(name) ?? []
  return id ? { id, hash } : null
}
