import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { QueryOf } from '#contract/endpoint.ts'
import type { AuditEntry, exportAudit } from '#contract/workspace/audit.ts'
import { auditDays } from '#contract/workspace/audit-actions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Cursor } from '#server/search/words/cursor.ts'

export type AuditFilter = QueryOf<typeof exportAudit>
export type AuditRow = z.output<typeof AuditEntry> & { sortKey: string }
type AuditPage = { filter: AuditFilter; after: Cursor | undefined; limit: number }

/** Lists audit rows, newest first. The log stores ids of people and keys, so the answer has their current names. */
export async function listAuditRows(tx: WorkspaceTx, { filter, after, limit }: AuditPage): Promise<AuditRow[]> {
  const conditions = sql.join([sql`a.workspace_id = ${tx.workspaceId}`, ...conditionsOf(filter, after)], sql` and `)
  const { rows } = await sql<AuditRow>`
    select a.id, a.created_at as at, a.created_at::text as sort_key, a.action, a.network, a.detail,
      json_build_object('type', a.actor_type, 'id', a.actor_id, 'name', coalesce(${nameOf('m')}, nullif(c.name, '')),
        'email', coalesce(m.email, ca.address)) as actor,
      case when a.key_id is not null then json_build_object('id', a.key_id, 'name', k.name) end as key,
      case when a.subject_id is not null then json_build_object('id', a.subject_id,
        'name', coalesce(${nameOf('sm')}, nullif(sc.name, ''), sk.name)) end as subject
    from (select * from audit_log a where ${conditions} order by a.created_at desc, a.id desc limit ${limit}) a
    left join members m on m.workspace_id = ${tx.workspaceId} and m.id = a.actor_id and a.actor_type = 'agent'
    left join customers c on c.workspace_id = ${tx.workspaceId} and c.id = a.actor_id and a.actor_type = 'customer'
    left join customer_emails ca on ca.workspace_id = ${tx.workspaceId} and ca.customer_id = c.id and ca.is_primary
    left join api_keys k on k.workspace_id = ${tx.workspaceId} and k.id = a.key_id
    left join members sm on sm.workspace_id = ${tx.workspaceId} and sm.id = a.subject_id
    left join customers sc on sc.workspace_id = ${tx.workspaceId} and sc.id = a.subject_id
    left join api_keys sk on sk.workspace_id = ${tx.workspaceId} and sk.id = a.subject_id
    order by a.created_at desc, a.id desc`.execute(tx)
  return rows
}

function conditionsOf({ action, actor, key, network, from, until }: AuditFilter, after: Cursor | undefined) {
  const conditions: RawBuilder<unknown>[] = []
  if (action) conditions.push(sql`a.action = ${action}`)
  if (actor) conditions.push(sql`a.actor_id = ${actor}::uuid`)
  if (key) conditions.push(sql`a.key_id = ${key}::uuid`)
  if (network) conditions.push(sql`a.network = ${network}`)
  if (from) conditions.push(sql`a.created_at >= ${from}::timestamptz`)
  if (until) conditions.push(sql`a.created_at < ${until}::timestamptz`)
  if (after) conditions.push(sql`(a.created_at, a.id) < (${after.key}::timestamptz, ${after.id}::uuid)`)
  return conditions
}

const nameOf = (member: 'm' | 'sm') => sql.raw(`nullif(trim(concat(${member}.name, ' ', ${member}.surname)), '')`)

/** Deletes rows after `auditDays` days. The database itself refuses to delete younger rows. */
export const forgetAuditRows = (tx: WorkspaceTx) =>
  tx
    .deleteFrom('auditLog')
    .where('createdAt', '<', sql<string>`now() - make_interval(days => ${auditDays}::int)`)
    .execute()
