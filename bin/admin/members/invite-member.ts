import type { Command } from '#bin/admin/command.ts'
import { emailOf, sayRefusal } from '#bin/admin/create-workspace.ts'
import { findWorkspace } from '#bin/admin/find-workspace.ts'
import { onProduct } from '#bin/admin/product-database.ts'
import { inIdentity } from '#server/platform/database.ts'
import { invitationDays } from '#server/workspace/accounts/accounts.ts'
import { inviteByOperator } from '#server/workspace/team/invite.ts'
import { invitationUrl } from '#server/workspace/team/jobs.ts'

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
