import type { Client } from 'pg'
import type { Command } from '#bin/admin/command.ts'
import { recordAudit, tellSessions } from '#bin/admin/find-workspace.ts'
import { asOwner, inTransaction } from '#bin/admin/owner-database.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { findMember } from './find-member.ts'

export const promoteMember: Command = {
  name: 'member promote',
  takes: 'DOMAIN EMAIL',
  does: 'Makes a member of the team an admin',
  run: ({ settings, words: [domain, email] }) =>
    asOwner(settings, (client) => inTransaction(client, () => promote(client, domain!, email!))),
}

async function promote(client: Client, named: string, typed: string) {
  const { id: workspaceId, domain, member } = await findMember(client, named, typed)
  const { email } = member
  if (member.status === 'deactivated') {
    throw new CannotStart(`${email} is deactivated in ${domain}: an admin has to activate them first.`)
  }
  if (member.role !== 'TeamUser') return `${email} is ${member.role} of ${domain} already.`
  await client.query("update members set role = 'AdminUser' where workspace_id = $1 and id = $2", [
    workspaceId,
    member.id,
  ])
  const detail = { old: { role: member.role }, new: { role: 'AdminUser' } }
  await recordAudit(client, workspaceId, 'member.changed', detail, member.id)
  await tellSessions(client, [member.id])
  return `${email} is AdminUser of ${domain} now.`
}
