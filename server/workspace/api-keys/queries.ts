import { type Insertable, sql, type Updateable } from 'kysely'
import type { ApiKey } from '#contract/workspace/api-keys.ts'
import type { ApiKeys } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

type ApiKeyRow = Omit<ApiKey, 'state'> & { isExpired: boolean | null; hasMaker: boolean }
type KeyListQuery = { revoked: boolean; after: string | undefined; limit: number }

export async function listKeyRows(tx: WorkspaceTx, { revoked, after, limit }: KeyListQuery): Promise<ApiKey[]> {
  const isRevoked = revoked ? sql`k.revoked_at is not null` : sql`k.revoked_at is null`
  return selectKeys(tx, sql`${isRevoked} and ${after ? sql`k.id < ${after}::uuid` : sql`true`}`, limit)
}

export const findKey = async (tx: WorkspaceTx, id: string): Promise<ApiKey | undefined> =>
  (await selectKeys(tx, sql`k.id = ${id}::uuid`, 1))[0]

async function selectKeys(tx: WorkspaceTx, condition: ReturnType<typeof sql>, limit: number): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKeyRow>`
    select k.id, k.name, k.kind, k.hint, k.scopes, k.is_wide, coalesce(to_jsonb(k.models), '"all"') as models, k.created_at,
      k.expires_at, k.daily_calls, k.networks, coalesce(d.calls, 0) as calls_today, k.last_used_at, k.revoked_at,
      k.expires_at <= now() as is_expired, m.status = 'active' as has_maker,
      json_build_object('id', m.id, 'name', ${nameOf('m')}) as created_by,
      case when r.id is not null then json_build_object('id', r.id, 'name', ${nameOf('r')}) end as revoked_by
    from api_keys k
    join members m on m.workspace_id = ${tx.workspaceId} and m.id = k.created_by
    left join members r on r.workspace_id = ${tx.workspaceId} and r.id = k.revoked_by
    left join api_key_days d on d.workspace_id = ${tx.workspaceId} and d.key_id = k.id
      and d.day = (now() at time zone 'UTC')::date
    where k.workspace_id = ${tx.workspaceId} and k.kind <> 'link' and ${condition}
    order by k.id desc limit ${limit}`.execute(tx)
  return rows.map(({ isExpired, hasMaker, ...key }) => ({ ...key, state: stateOf({ ...key, isExpired, hasMaker }) }))
}

function stateOf({ revokedAt, isExpired, kind, hasMaker }: ApiKeyRow): ApiKey['state'] {
  if (revokedAt) return 'revoked'
  if (isExpired) return 'expired'
  return kind === 'management' && !hasMaker ? 'without-maker' : 'live'
}

const nameOf = (member: 'm' | 'r') =>
  sql.raw(`coalesce(nullif(trim(${member}.name || ' ' || ${member}.surname), ''), ${member}.email)`)

/** Counts unrevoked keys. Locks the workspace, so that simultaneous calls cannot exceed the limit of keys. */
export async function countUnrevoked(tx: WorkspaceTx): Promise<number> {
  await tx.selectFrom('workspaces').select('id').forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('apiKeys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('revokedAt', 'is', null)
    .where('kind', '<>', 'link')
    .executeTakeFirstOrThrow()
  return count
}

export const insertKey = async (tx: WorkspaceTx, key: Insertable<ApiKeys>): Promise<string> =>
  (await tx.insertInto('apiKeys').values(key).returning('id').executeTakeFirstOrThrow()).id

export const lockKey = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('apiKeys')
    .select('revokedAt')
    .where('id', '=', id)
    .where('kind', '<>', 'link')
    .forUpdate()
    .executeTakeFirst()

export type KeyChanges = Pick<
  Updateable<ApiKeys>,
  'name' | 'models' | 'scopes' | 'isWide' | 'expiresAt' | 'dailyCalls' | 'networks'
>

export const updateKey = (tx: WorkspaceTx, id: string, changes: KeyChanges) =>
  tx.updateTable('apiKeys').set(changes).where('id', '=', id).execute()

export const revokeKeyRow = (tx: WorkspaceTx, id: string, revokedBy: string) =>
  tx.updateTable('apiKeys').set({ revokedAt: sql`now()`, revokedBy }).where('id', '=', id).execute()

export const revokeManagementKeysOf = (tx: WorkspaceTx, memberId: string, revokedBy: string) =>
  tx
    .updateTable('apiKeys')
    .set({ revokedAt: sql`now()`, revokedBy })
    .where('createdBy', '=', memberId)
    .where('kind', '=', 'management')
    .where('revokedAt', 'is', null)
    .returning(['id', 'name', 'kind', 'scopes'])
    .execute()

export async function countModels(tx: WorkspaceTx, ids: string[]): Promise<number> {
  const { count } = await tx
    .selectFrom('contentModels')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const touchKey = (tx: WorkspaceTx, id: string) =>
  tx.updateTable('apiKeys').set({ lastUsedAt: sql`now()` }).where('id', '=', id).execute()

export async function deleteOldKeys(tx: WorkspaceTx) {
  await tx
    .deleteFrom('apiKeys')
    .where(sql<boolean>`least(revoked_at, expires_at) < now() - interval '90 days'`)
    .execute()
  await tx.deleteFrom('apiKeyDays').where(sql<boolean>`day < current_date - 90`).execute()
}
