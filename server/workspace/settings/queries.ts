import { sql, type Updateable } from 'kysely'
import type { ServiceSettings, Workspaces } from '#database/types.ts'
import type { IdentityTx, WorkspaceTx } from '#server/platform/database.ts'

export async function isDomainTaken(tx: IdentityTx, domain: string): Promise<boolean> {
  const { rows } = await sql`
    select from workspace_by_domain(${domain})
    union all select from identity.resting_domains where domain = ${domain} and until_at > now()`.execute(tx)
  return rows.length > 0
}

export type NewWorkspace = { id: string; domain: string; name: string; timeZone: string }

/** Inserts a workspace. Returns false if its domain is in use, also by a simultaneous call. */
export async function insertWorkspace(tx: WorkspaceTx, { id, domain, name, timeZone }: NewWorkspace): Promise<boolean> {
  const { rows } = await sql`
    insert into workspaces (id, domain, name, time_zone) values (${id}, ${domain}, ${name}, ${timeZone})
    on conflict (domain) do nothing returning id`.execute(tx)
  return rows.length > 0
}

export const insertServiceSettings = (tx: WorkspaceTx, settings: { supportName: string }) =>
  tx.insertInto('serviceSettings').values(settings).execute()

export const findWorkspace = (tx: WorkspaceTx) => tx.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow()

export const holdWorkspace = (tx: WorkspaceTx) =>
  tx.selectFrom('workspaces').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow()

export const findServiceSettings = (tx: WorkspaceTx) =>
  tx
    .selectFrom('serviceSettings')
    .select([
      ...(['supportName', 'replyStatus', 'assignsOnReply', 'reopenDays', 'closeDays', 'remindDays'] as const),
      ...(['detectsThanks', 'tellsSolved', 'formsAndLists', 'signature'] as const),
    ])
    .executeTakeFirstOrThrow()

/** Starts the trial of Service. A second call does not change the time of the start. */
export async function startService(tx: WorkspaceTx): Promise<string> {
  await tx.updateTable('serviceSettings').set({ startedAt: sql`now()` }).where('startedAt', 'is', null).execute()
  const { startedAt } = await tx.selectFrom('serviceSettings').select('startedAt').executeTakeFirstOrThrow()
  return startedAt!
}

export type WorkspaceChanges = Omit<Updateable<Workspaces>, 'id' | 'domain' | 'plan' | 'createdAt'>
export type ServiceChanges = Omit<Updateable<ServiceSettings>, 'workspaceId' | 'startedAt'>

export const updateWorkspace = (tx: WorkspaceTx, changes: WorkspaceChanges) =>
  tx.updateTable('workspaces').set(changes).execute()

export const updateServiceSettings = (tx: WorkspaceTx, changes: ServiceChanges) =>
  tx.updateTable('serviceSettings').set(changes).execute()
