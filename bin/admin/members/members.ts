import type { Client } from 'pg'
import { auditLine, type Command } from '#bin/admin/command.ts'
import { emailOf, sayRefusal } from '#bin/admin/create-workspace.ts'
import { findWorkspace, recheckSessions, recordAudit, type Workspace } from '#bin/admin/find-workspace.ts'
import { asOwner, inTransaction, readKeys } from '#bin/admin/owner-database.ts'
import { onProduct } from '#bin/admin/product-database.ts'
import { comparedAddress } from '#contract/email-address.ts'
import { codeLifeMinutes } from '#contract/workspace/identity.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { inIdentity, inWorkspace } from '#server/platform/database.ts'
import { invitationDays } from '#server/workspace/accounts/accounts.ts'
import { changeAddressByOperator } from '#server/workspace/identity/address/change-address.ts'
import { makeCode } from '#server/workspace/identity/sign-in/make-code.ts'
import { deactivateByOperator } from '#server/workspace/team/change-member.ts'
import { inviteByOperator, withdrawByOperator } from '#server/workspace/team/invite.ts'
import { invitationUrl } from '#server/workspace/team/jobs.ts'

export type Member = { id: string; email: string; role: string; status: 'invited' | 'active' | 'deactivated' }

export async function findMember(
  client: Client,
  domain: string,
  typed: string,
): Promise<Workspace & { member: Member }> {
  const workspace = await findWorkspace(client, domain)
  const email = comparedAddress(typed)
  const { rows } = await client.query<Member>(
    'select id, email, role, status from members where workspace_id = $1 and email = $2 for update',
    [workspace.id, email],
  )
  if (!rows[0]) throw new CannotStart(`${email} is not on the team of ${workspace.domain}.`)
  return { ...workspace, member: rows[0] }
}

export const inviteMember: Command = {
  name: 'member invite',
  takes: 'DOMAIN EMAIL [--admin]',
  does: 'Invites an e-mail address to a team and prints the link',
  options: { admin: { type: 'boolean' } },
  run: ({ settings, words: [named, typed], options }) =>
    onProduct(settings, async ({ client, database }) => {
      const email = emailOf(typed!)
      const { id, domain } = await findWorkspace(client, named!)
      const role = options.admin ? 'AdminUser' : 'TeamUser'
      await inIdentity(database, (tx) => inviteByOperator(tx, id, { email, role })).catch(sayRefusal)
      return `${email} may join ${domain} as ${role} within ${invitationDays} days. Nothing is mailed: send them ${invitationUrl(settings, { email, domain })}`
    }),
}

export const makeMemberCode: Command = {
  name: 'member code',
  takes: 'EMAIL',
  does: 'Prints a sign-in code for a member who receives no mail',
  run: ({ settings, words: [typed] }) =>
    onProduct(settings, async ({ database }) => {
      const email = emailOf(typed!)
      const keys = readKeys(settings)
      const made = await inIdentity(database, (tx) => makeCode(tx, keys, email)).catch(sayRefusal)
      if (!made)
        throw new CannotStart(
          `${email} may not sign in: they are on no team or deactivated, and nobody invited them. See member invite, workspace create and workspace invite.`,
        )
      const { code, purpose, domain } = made
      const to = does[purpose === 'register' || purpose === 'invitation' ? purpose : 'login']
      return [
        `${code} ${to}${domain ? ` ${purpose === 'login' ? 'to ' : ''}${domain}` : ''}, once, within ${codeLifeMinutes} minutes. They enter it with ${email} at ${settings.appOrigin}/auth/verify?other`,
        auditLine('sign-in.code-made', { email, ...(domain && { domain }) }),
      ].join('\n')
    }),
}

const does = { login: 'signs in', invitation: 'joins', register: 'begins to found a workspace' }

export const changeEmail: Command = {
  name: 'member email',
  takes: 'DOMAIN EMAIL NEW',
  does: 'Changes the address of a member, ends their sessions and informs the old address',
  run: ({ settings, words: [named, typed, wanted] }) =>
    onProduct(settings, async ({ client, database }) => {
      const newAddress = emailOf(wanted!)
      const keys = readKeys(settings)
      const { id: workspaceId, domain, member } = await findMember(client, named!, typed!)
      const { id, email, status } = member
      if (status === 'invited')
        throw new CannotStart(`${email} has not joined ${domain} yet: invite the other address.`)
      if (email === newAddress) throw new CannotStart(`${email} is already their address.`)
      const operated = { keys, workspaceId, id, email }
      const isGiven = await inIdentity(database, (tx) =>
        changeAddressByOperator({ tx, ...operated }, newAddress),
      ).catch(sayRefusal)
      if (!isGiven) throw new CannotStart(`${newAddress} is on the team of a workspace, or has an account of its own.`)
      await recheckSessions(client, [id])
      return `The address of ${email} in ${domain} is now ${newAddress}. The member must sign in again with a code to that address. The old address is notified.`
    }),
}

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
  await recheckSessions(client, [member.id])
  return `${email} is AdminUser of ${domain} now.`
}

export const disableMember: Command = {
  name: 'member disable',
  takes: 'DOMAIN EMAIL',
  does: 'Deactivates a member and ends their sessions and keys, or withdraws their invitation',
  run: ({ settings, words: [named, typed] }) =>
    onProduct(settings, async ({ client, database }) => {
      const { id, domain, member } = await findMember(client, named!, typed!)
      const { email, status } = member
      if (status === 'deactivated') throw new CannotStart(`${email} is already deactivated in ${domain}.`)
      if (status === 'invited') {
        await inIdentity(database, (tx) => withdrawByOperator(tx, id, member.id)).catch(sayRefusal)
        return `The invitation of ${email} to ${domain} was withdrawn.`
      }
      await inWorkspace(database, id, (tx) => deactivateByOperator(tx, member.id)).catch(sayRefusal)
      await recheckSessions(client, [member.id])
      return `${email} is deactivated in ${domain}. Their sessions and keys ended, and their open tickets become unassigned. An admin can activate this member again.`
    }),
}
