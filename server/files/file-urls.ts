import type { Platform } from '#server/platform/http/platform.ts'
import { isSame, keyedHash } from '#server/platform/secrets/seal.ts'

/** `download` saves the bytes, `image` shows a re-encoded picture, `logo` one for a day, `mail` frames a mail's HTML, `source` shows a mail as it came. */
export type FileUse = 'download' | 'image' | 'logo' | 'mail' | 'source'
export type FileRef = { workspaceId: string; fileId: string; use: FileUse }

type Signer = Pick<Platform, 'keys' | 'settings'>

const lifeSeconds: Record<FileUse, number> = { download: 300, image: 300, logo: 86_400, mail: 300, source: 300 }

/** A signed address on the files host. It stays the same for some minutes, so that pages that load again fetch nothing. */
export function signFileUrl(
  { keys, settings }: Signer,
  { workspaceId, fileId, use }: FileRef,
  now = Date.now(),
): string {
  const life = lifeSeconds[use] * 1000
  const expires = Math.floor(now / life) * life + 2 * life
  const body = Buffer.from(`${workspaceId} ${fileId} ${use} ${expires}`).toString('base64url')
  return `${settings.filesOrigin}/${use}/${body}.${signature(keys.fileUrl, body)}`
}

/** What a signed address stands for, or null when it was made up, changed or has run out. */
export function readFileUrl(key: Buffer, use: string, token: string, now = Date.now()): FileRef | null {
  const [body = '', given = ''] = token.split('.')
  if (!isSame(Buffer.from(given), Buffer.from(signature(key, body)))) return null
  const [workspaceId = '', fileId = '', signedUse, expires] = Buffer.from(body, 'base64url').toString().split(' ')
  if (signedUse !== use || Number(expires) < now) return null
  return { workspaceId, fileId, use: signedUse as FileUse }
}

const signature = (key: Buffer, body: string) => keyedHash(key, `file ${body}`).subarray(0, 16).toString('base64url')
