import type { ChosenScope } from '#contract/scopes.ts'
import { type ApiKey, createApiKey, type KeyKind } from '#contract/workspace/api-keys.ts'
import { writeApiKey } from '#server/platform/api-keys/api-key.ts'
import { as } from '#test/ask.ts'
import { owner, type World } from '#test/world.ts'

/** Creates a management key for the admin of the workspace. Returns the text of the key. */
export async function newKey(
  { id, admin }: World,
  scopes: ChosenScope[],
  { createdBy = admin.id, lifeDays = 365 } = {},
) {
  const { text, hash } = writeApiKey(id)
  await owner.query(
    `insert into api_keys (workspace_id, name, kind, hash, scopes, created_by, expires_at)
     values ($1, 'Test', 'management', $2, $3, $4, now() + make_interval(days => $5))`,
    [id, hash, scopes, createdBy, lifeDays],
  )
  return text
}

type Chosen = { models?: string[]; dailyCalls?: number; expiresAt?: string; networks?: string[] }

/** Creates an API key that reads content. */
export const newContentKey = (
  { admin }: World,
  kind: KeyKind,
  chosen: Chosen = {},
): Promise<ApiKey & { secret: string }> => as(admin)(createApiKey, { body: { name: 'Test', kind, ...chosen } })
