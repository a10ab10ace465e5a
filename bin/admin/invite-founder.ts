import { endInvitation, inviteToFound } from '#server/accounts/registration.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { inIdentity } from '#server/platform/database.ts'
import type { Settings } from '#server/settings.ts'
import { auditLine, type Command } from './command.ts'
import { emailOf } from './create-workspace.ts'
import { onProduct } from './product-database.ts'

const lifeDays = 14

export const inviteFounder: Command = {
  name: 'workspace invite',
  takes: 'EMAIL [--withdraw]',
  does: 'Lets the owner of an address found a workspace where REGISTRATION is invited',
  options: { withdraw: { type: 'boolean' } },
  run: ({ settings, words: [typed], options }) =>
    onProduct(settings, async ({ database }) => {
      const email = emailOf(typed!)
      if (!options.withdraw) {
        await inIdentity(database, (tx) => inviteToFound(tx, email, lifeDays))
        return [...tellInvited(settings, email), auditLine('founder.invited', { email })].join('\n')
      }
      if (!(await inIdentity(database, (tx) => endInvitation(tx, email))))
        throw new CannotStart(`${email} has no invitation.`)
      return [`${email} is invited no more.`, auditLine('founder.uninvited', { email })].join('\n')
    }),
}

function tellInvited({ appOrigin, registration }: Settings, email: string): string[] {
  const address = `${appOrigin}/auth/register?email=${encodeURIComponent(email)}`
  return [
    `${email} may found one workspace within ${lifeDays} days. Nothing is mailed: send them ${address}`,
    ...(registration === 'invited'
      ? []
      : [`REGISTRATION is ${registration}: the invitation counts while it is invited.`]),
  ]
}
