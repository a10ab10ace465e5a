import { sql, type Updateable } from 'kysely'
import type { Workspaces } from '#database/types.ts'
import type { IdentityTx, WorkspaceTx } from '#server/platform/database.ts'

/** Holds the account, so that a founder who clicks twice makes one workspace. */
export const lockAccount = (tx: IdentityTx, id: string) =>
  tx
    .selectFrom('identity.accounts')
    .select(['id', 'email', 'workspaceId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function isDomainTaken(tx: IdentityTx, domain: string): Promise<boolean> {
  const { rows } = await sql`
    select from workspace_by_domain(${domain})
    union all select from identity.resting_domains where domain = ${domain} and until_at > now()`.execute(tx)
  return rows.length > 0
}

type NewWorkspace = { id: string; domain: string; name: string; timeZone: string }

/** Whether it was free: of two at once exactly one gets the name. */
export async function insertWorkspace(tx: WorkspaceTx, { id, domain, name, timeZone }: NewWorkspace): Promise<boolean> {
  const { rows } = await sql`
    insert into workspaces (id, domain, name, time_zone, support_name) values (${id}, ${domain}, ${name}, ${timeZone}, ${name})
    on conflict (domain) do nothing returning id`.execute(tx)
  return rows.length > 0
}

export const bindAccount = (tx: IdentityTx, accountId: string, workspaceId: string) =>
  tx.updateTable('identity.accounts').set({ workspaceId }).where('id', '=', accountId).execute()

export const insertFounder = (tx: WorkspaceTx, founder: { id: string; email: string; name: string; surname: string }) =>
  tx
    .insertInto('members')
    .values({ ...founder, role: 'FreeAdminUser', joinedAt: sql`now()` })
    .execute()

export const findWorkspace = (tx: WorkspaceTx) => tx.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow()

export const startService = (tx: WorkspaceTx) =>
  tx
    .updateTable('workspaces')
    .set({ serviceStartedAt: sql`coalesce(service_started_at, now())` })
    .returning(['plan', 'serviceStartedAt'])
    .executeTakeFirstOrThrow()

export type WorkspaceChanges = Omit<Updateable<Workspaces>, 'id' | 'domain' | 'plan' | 'serviceStartedAt' | 'createdAt'>

export const updateWorkspace = (tx: WorkspaceTx, changes: WorkspaceChanges) =>
  tx.updateTable('workspaces').set(changes).execute()
