import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { isAdminRole } from '#contract/workspace/admin-role.ts'
import type * as contract from '#contract/workspace/team.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { refuseUnknownZone } from '#server/platform/refuse-unknown-zone.ts'
import { avatarUrl } from './fetch-avatar.ts'
import { findProfileRow, updateProfile } from './queries.ts'

export const findActiveMember = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('members').select('id').where('id', '=', id).where('status', '=', 'active').executeTakeFirst()

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

/** Returns whether a member is still an active admin. Jobs that a member started earlier check this. */
export const isActiveAdmin = async (tx: WorkspaceTx, id: string) =>
  (await listActiveMembers(tx, [id])).some(({ role }) => isAdminRole(role))

export const listActiveMembers = (tx: WorkspaceTx, ids: string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx.selectFrom('members').select(['id', 'role']).where('id', 'in', ids).where('status', '=', 'active').execute()

export async function listActiveColleagues(tx: WorkspaceTx, id: string): Promise<{ id: string; isAdmin: boolean }[]> {
  const rows = await tx
    .selectFrom('members')
    .select(['id', 'role'])
    .where('status', '=', 'active')
    .where('id', '<>', id)
    .orderBy('id')
    .execute()
  return rows.map(({ role, ...member }) => ({ ...member, isAdmin: isAdminRole(role) }))
}

export async function showProfile(platform: Platform, tx: WorkspaceTx, id: string) {
  const row = await findProfileRow(tx, id)
  return { ...row, avatarUrl: avatarUrl(platform, id) }
}

export async function changeProfile(
  platform: Platform,
  tx: WorkspaceTx,
  id: string,
  body: BodyOf<typeof contract.changeProfile>,
) {
  const { notifications = {}, ...changes } = body
  if (changes.timeZone) refuseUnknownZone(changes.timeZone)
  await updateProfile(tx, id, changes, notifications)
  return showProfile(platform, tx, id)
}

export const addFounder = (tx: WorkspaceTx, founder: { id: string; email: string; name: string; surname: string }) =>
  tx
    .insertInto('members')
    .values({ ...founder, role: 'FreeAdminUser', joinedAt: sql`now()` })
    .execute()

/** Activates an invited member. Returns false if the person is not invited. */
export async function activateMember(tx: WorkspaceTx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('members')
    .set({ status: 'active', joinedAt: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'invited')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const markMemberSeen = (tx: WorkspaceTx, id: string) =>
  tx.updateTable('members').set({ lastSeenAt: sql`now()` }).where('id', '=', id).execute()

export const renameMember = (tx: WorkspaceTx, id: string, email: string) =>
  tx.updateTable('members').set({ email }).where('id', '=', id).execute()
