import type { Platform } from '#server/platform/http/platform.ts'
import { isSame, keyedHash } from '#server/platform/secrets/seal.ts'

type Keys = Pick<Platform['keys'], 'fileUrl'>

/** Nobody makes one from an id, nor from the link of another workspace. */
export const writeToken = (keys: Keys, workspaceId: string, id: string) =>
  `${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}.${signature(keys, workspaceId, id).toString('base64url')}`

/** The id of the link that a token is for, or null where it was made up. */
export function readToken(keys: Keys, workspaceId: string, token: string): string | null {
  const [named = '', signed = ''] = token.split('.')
  const hex = Buffer.from(named, 'base64url').toString('hex')
  if (hex.length !== 32) return null
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isSame(Buffer.from(signed, 'base64url'), signature(keys, workspaceId, id)) ? id : null
}

const signature = ({ fileUrl }: Keys, workspaceId: string, id: string) =>
  keyedHash(fileUrl, `preview ${workspaceId} ${id}`)
