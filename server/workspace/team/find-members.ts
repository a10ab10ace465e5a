import { sql } from 'kysely'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export const findActiveMember = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('members').select('id').where('id', '=', id).where('status', '=', 'active').executeTakeFirst()

/** What members are called, by their address where they have no name. */
export async function findMemberNames(tx: WorkspaceTx, ids: (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await tx
    .selectFrom('members')
    .select(['id', 'name', 'surname', 'email'])
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map(({ id, name, surname, email }) => [id, `${name} ${surname}`.trim() || shownAddress(email)]))
}

/** Who is active, by their address. */
export async function findActiveByEmails(tx: WorkspaceTx, emails: string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const wanted = emails.map((email) => email.toLowerCase())
  const rows = await tx
    .selectFrom('members')
    .select(['id', 'email'])
    .where(sql<boolean>`email = any(${wanted}::text[])`)
    .where('status', '=', 'active')
    .execute()
  return new Map(rows.map(({ id, email }) => [email, id]))
}

/** Whether somebody is an admin still, for what they asked for earlier. */
export const isActiveAdmin = async (tx: WorkspaceTx, id: string) =>
  (await listActiveMembers(tx, [id])).some(({ role }) => role !== 'TeamUser')

/** Those of some members who are active, and what they are. */
export const listActiveMembers = (tx: WorkspaceTx, ids: string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx.selectFrom('members').select(['id', 'role']).where('id', 'in', ids).where('status', '=', 'active').execute()

/** Everybody who is active beside a member, and whether they are an admin. */
export async function listActiveColleagues(tx: WorkspaceTx, id: string): Promise<{ id: string; isAdmin: boolean }[]> {
  const rows = await tx
    .selectFrom('members')
    .select(['id', 'role'])
    .where('status', '=', 'active')
    .where('id', '<>', id)
    .orderBy('id')
    .execute()
  return rows.map(({ role, ...member }) => ({ ...member, isAdmin: role !== 'TeamUser' }))
}
