import { createHash, randomBytes } from 'node:crypto'
import type { Scope } from '#contract/endpoint.ts'
import { encodeBase32 } from '#server/platform/mail/base32.ts'
import { owner, type World } from '#test/world.ts'

/** The text of a new key, made by the workspace's admin. */
export async function newKey({ id, admin }: World, scopes: Scope[], { createdBy = admin.id, lifeDays = 365 } = {}) {
  const text = `stk_${encodeBase32(Buffer.from(id.replaceAll('-', ''), 'hex'))}_${randomBytes(32).toString('base64url')}`
  await owner.query(
    `insert into api_keys (workspace_id, name, hash, scopes, created_by, expires_at)
     values ($1, 'Test', $2, $3, $4, now() + make_interval(days => $5))`,
    [id, createHash('sha256').update(text).digest(), scopes, createdBy, lifeDays],
  )
  return text
}
