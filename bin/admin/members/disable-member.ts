import type { Command } from '#bin/admin/command.ts'
import { sayRefusal } from '#bin/admin/create-workspace.ts'
import { tellSessions } from '#bin/admin/find-workspace.ts'
import { onProduct } from '#bin/admin/product-database.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { inIdentity, inWorkspace } from '#server/platform/database.ts'
import { deactivateByOperator } from '#server/workspace/team/change-member.ts'
import { withdrawByOperator } from '#server/workspace/team/invite.ts'
import { findMember } from './find-member.ts'

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
        return `${email} is invited to ${domain} no more.`
      }
      await inWorkspace(database, id, (tx) => deactivateByOperator(tx, member.id)).catch(sayRefusal)
      await tellSessions(client, [member.id])
      return `${email} is deactivated in ${domain}: their sessions and keys ended, and nobody has their tickets. An admin activates them again.`
    }),
}
