import type { Client } from 'pg'
import { CannotStart } from '#server/platform/cannot-start.ts'
import type { Staged } from './load-rows.ts'

type KnownAccount = { id: string; email: string; workspaceId: string | null; isKept: boolean; archivedId: string }

/**
 * No file proves an address. Members without an account here get one, which a code must verify. People with a verified
 * account, or an invitation elsewhere, keep it and are invited; they join when they accept. Returns the accounts to
 * connect after the workspace is there.
 */
export async function matchAccounts(client: Client, staged: Staged[]): Promise<string[]> {
  await leaveOutInvited(client, staged)
  const invited: string[] = []
  const accounts = staged.filter(({ table }) => table.name === 'identity.accounts')
  for (const { stage } of accounts) {
    const known = await listKnown(client, stage)
    refuseElsewhere(known)
    await refuseForeignIds(client, stage)
    for (const one of known) {
      if (!one.isKept) await client.query('delete from accounts where id = $1', [one.id])
      else {
        await invite(client, staged, stage, one)
        invited.push(one.id)
      }
    }
    await client.query(`update ${stage} set verified_at = null`)
  }
  return invited
}

/** Invited people without an account in the file are invited again. Those who wrote something stay, deactivated. */
async function leaveOutInvited(client: Client, staged: Staged[]) {
  const accounts = staged.filter(({ table }) => table.name === 'identity.accounts').map(({ stage }) => stage)
  const isWithout =
    accounts.map((stage) => `not exists (select from ${stage} a where a.id = m.id)`).join(' and ') || 'true'
  for (const { stage } of staged.filter(({ table }) => table.name === 'app.members')) {
    await client.query(`delete from ${stage} m where status = 'invited' and joined_at is null and ${isWithout}`)
    await client.query(`update ${stage} m set status = 'deactivated' where status = 'invited' and ${isWithout}`)
  }
}

async function listKnown(client: Client, stage: string): Promise<KnownAccount[]> {
  const { rows } = await client.query<KnownAccount>(
    `select a.id, a.email, a.workspace_id as "workspaceId", 
       a.verified_at is not null or exists (select from identity.invitations i where i.account_id = a.id) as "isKept", s.id as "archivedId"
     from accounts a join ${stage} s on lower(s.email) = a.email order by a.email`,
  )
  return rows
}

function refuseElsewhere(known: KnownAccount[]) {
  const emails = known.filter(({ workspaceId }) => workspaceId !== null).map(({ email }) => email)
  if (emails.length === 0) return
  throw new CannotStart(
    `These addresses belong to another workspace's team here: ${emails.join(', ')}. Nothing was imported.`,
  )
}

async function refuseForeignIds(client: Client, stage: string) {
  const { rowCount } = await client.query(
    `select from accounts a join ${stage} s on s.id = a.id where a.email is distinct from lower(s.email) limit 1`,
  )
  if (rowCount) throw new CannotStart("The file contains the id of another person's account: nothing was imported.")
}

async function invite(client: Client, staged: Staged[], stage: string, { id, archivedId }: KnownAccount) {
  await client.query(`delete from ${stage} where id = $1`, [archivedId])
  for (const one of staged) await rename(client, one, archivedId, id)
  for (const { stage: members } of staged.filter(({ table }) => table.name === 'app.members'))
    await client.query(
      `update ${members} set invited_at = case status when 'deactivated' then null else now() end, status = 'invited',
         joined_at = coalesce(joined_at, now())
       where id = $1`,
      [id],
    )
}

/** They join when they accept, and stay free until then. */
export const inviteMatched = (client: Client, ids: string[], workspaceId: string) =>
  client.query('insert into identity.invitations (account_id, workspace_id) select unnest($1::uuid[]), $2', [
    ids,
    workspaceId,
  ])

const holdingIds = new Set(['uuid', 'uuid[]', 'json', 'jsonb'])

/** The columns with the id of a person. */
async function rename(client: Client, { table, columns, stage }: Staged, from: string, to: string) {
  for (const { name, type } of table.columns.filter((column) => columns.includes(column.name))) {
    if (!holdingIds.has(type)) continue
    const column = client.escapeIdentifier(name)
    await client.query(
      `update ${stage} set ${column} = replace(${column}::text, $1, $2)::${type} where position($1 in ${column}::text) > 0`,
      [from, to],
    )
  }
}
