import type { Command } from '#bin/admin/command.ts'
import { emailOf, sayRefusal } from '#bin/admin/create-workspace.ts'
import { tellSessions } from '#bin/admin/find-workspace.ts'
import { readKeys } from '#bin/admin/own-secrets.ts'
import { onProduct } from '#bin/admin/product-database.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { inIdentity } from '#server/platform/database.ts'
import { changeAddressByOperator } from '#server/workspace/identity/address/change-address.ts'
import { findMember } from './find-member.ts'

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
      await tellSessions(client, [id])
      return `${email} of ${domain} is ${newAddress} now and signs in again, with a code to that address. The old address is told.`
    }),
}
