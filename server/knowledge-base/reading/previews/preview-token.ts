import type { Platform } from '#server/platform/http/platform.ts'
import { isHashOf, keyedHash } from '#server/platform/secrets/seal.ts'

type TokenKeys = Pick<Platform['keys'], 'fileUrl'>

/** Signed, so it cannot be forged or used in another workspace. */
export const writeToken = (keys: TokenKeys, workspaceId: string, id: string) =>
  `${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}.${keyedHash(keys.fileUrl[0], signed(workspaceId, id)).toString('base64url')}`

export function readToken(keys: TokenKeys, workspaceId: string, token: string): string | null {
  const [named = '', signature = ''] = token.split('.')
  const hex = Buffer.from(named, 'base64url').toString('hex')
  if (hex.length !== 32) return null
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isHashOf(keys.fileUrl, signed(workspaceId, id), Buffer.from(signature, 'base64url')) ? id : null
}

const signed = (workspaceId: string, id: string) => `preview ${workspaceId} ${id}`
