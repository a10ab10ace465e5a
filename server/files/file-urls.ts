import { uuidPattern } from '#contract/uuid.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isSame, type Keyring, keyedHash } from '#server/platform/secrets/keyring.ts'

/**
 * The purpose of a signed URL. `image`, `logo` and `thumbnail` show a picture without metadata. A `logo` URL is valid
 * for at least a day. `mail` shows the HTML of a mail in a frame, `source` the raw mail. `media` is a file of the media
 * library.
 */
export type FileUse = 'download' | 'image' | 'logo' | 'thumbnail' | 'play' | 'mail' | 'source' | 'media'
export type FileRef = { workspaceId: string; fileId: string; use: FileUse }

type Signer = Pick<Platform, 'keys' | 'settings'>

const hour = 3600
const lifeSeconds: Record<FileUse, number> = {
  download: 300,
  image: 300,
  logo: 24 * hour,
  thumbnail: hour,
  play: 6 * hour,
  mail: 300,
  source: 300,
  media: hour,
}

/**
 * Signs a URL on the files host. The URL stays the same for a period of five minutes to a day, depending on its use, so
 * that browsers can cache the file.
 */
export const signFileUrl = ({ keys, settings }: Signer, ref: FileRef, now = Date.now()): string =>
  `${settings.filesOrigin}/${ref.use}/${signToken(keys.fileUrl, ref, now)}`

export function expiryOf(use: FileUse, now = Date.now()): number {
  const life = lifeSeconds[use] * 1000
  return Math.floor(now / life) * life + 2 * life
}

/** Returns the token of a signed URL without host and path, for URLs that have another path. */
export function signToken([key]: Keyring, { workspaceId, fileId, use }: FileRef, now = Date.now()): string {
  const expires = expiryOf(use, now)
  const body = Buffer.from(`${workspaceId} ${fileId} ${use} ${expires}`).toString('base64url')
  return `${body}.${signature(key, body)}`
}

/** Returns the file of a signed URL. Null if the signature or the use is wrong. Refuses an expired URL. */
export function readFileUrl(keys: Keyring, use: FileUse, token: string, now = Date.now()): FileRef | null {
  const [body = '', given = ''] = token.split('.')
  if (!keys.some((key) => isSame(Buffer.from(given), Buffer.from(signature(key, body))))) return null
  const [workspaceId = '', fileId = '', signedUse, expires] = Buffer.from(body, 'base64url').toString().split(' ')
  if (signedUse !== use) return null
  if (Number(expires) < now) throw new Refusal('link-expired', { shown: { file: fileId } })
  return { workspaceId, fileId, use }
}

const signature = (key: Buffer, body: string) => keyedHash(key, `file ${body}`).subarray(0, 16).toString('base64url')

const placeholder = 'https://picture.invalid/'
const placeholders = new RegExp(`src="${placeholder}(${uuidPattern})"`, 'gi')

/** Returns a placeholder URL for a stored picture, because the sanitiser accepts only pictures with a URL. */
export const pictureUrl = (fileId: string) => placeholder + fileId

/** Replaces placeholder URLs of pictures by `data-file` with the file id. Real URLs are signed at display. */
export const hidePictures = (html: string) => html.replace(placeholders, 'data-file="$1"')
