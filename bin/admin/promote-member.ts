import type { Client } from 'pg'
import { comparedAddress } from '#contract/email-address.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import type { Command } from './command.ts'
import { findWorkspace, recordAudit, tellSessions, type Workspace } from './find-workspace.ts'
import { asOwner, inTransaction } from './owner-database.ts'

export const promoteMember: Command = {
  name: 'member promote',
  takes: 'DOMAIN EMAIL',
  does: 'Makes a member of the team an admin',
  run: ({ settings, words: [domain, email] }) =>
    asOwner(settings, (client) =>
      inTransaction(client, async () => promote(client, await findWorkspace(client, domain!), comparedAddress(email!))),
    ),
}

type Row = { id: string; role: string; status: string }

async function promote(client: Client, { id: workspaceId, domain }: Workspace, email: string) {
  const { rows } = await client.query<Row>(
    'select id, role, status from members where workspace_id = $1 and email = $2 for update',
    [workspaceId, email],
  )
  const [member] = rows
  if (!member) throw new CannotStart(`${email} is not on the team of ${domain}.`)
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
