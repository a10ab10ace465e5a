import type { Platform } from '#server/platform/http/platform.ts'
import { isHashOf, keyedHash } from '#server/platform/secrets/seal.ts'

type Keys = Pick<Platform['keys'], 'fileUrl'>

/** Nobody makes one from an id, nor from the link of another workspace. */
export const writeToken = (keys: Keys, workspaceId: string, id: string) =>
  `${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}.${keyedHash(keys.fileUrl[0], signed(workspaceId, id)).toString('base64url')}`

/** The id of the link that a token is for, or null where it was made up. */
export function readToken(keys: Keys, workspaceId: string, token: string): string | null {
  const [named = '', signature = ''] = token.split('.')
  const hex = Buffer.from(named, 'base64url').toString('hex')
  if (hex.length !== 32) return null
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isHashOf(keys.fileUrl, signed(workspaceId, id), Buffer.from(signature, 'base64url')) ? id : null
}

const signed = (workspaceId: string, id: string) => `preview ${workspaceId} ${id}`
