import { CannotStart } from '#server/platform/cannot-start.ts'
import { inIdentity } from '#server/platform/database.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import {
  endInvitation,
  inviteToFound,
  type RegistrationState,
  registrationStateFor,
} from '#server/workspace/accounts/registration.ts'
import { auditLine, type Command } from './command.ts'
import { emailOf } from './create-workspace.ts'
import { onProduct } from './product-database.ts'

const lifeDays = 14

export const inviteFounder: Command = {
  name: 'workspace invite',
  takes: 'EMAIL [--withdraw]',
  does: 'Invites an e-mail address to create a workspace, if REGISTRATION is invited',
  options: { withdraw: { type: 'boolean' } },
  run: ({ settings, words: [typed], options }) =>
    onProduct(settings, async ({ database }) => {
      const email = emailOf(typed!)
      if (!options.withdraw) {
        const standing = await inIdentity(database, async (tx) => {
          await inviteToFound(tx, email, lifeDays)
          return registrationStateFor(tx, settings.registration)
        })
        return [tellInvited(settings, email, standing), auditLine('founder.invited', { email })].join('\n')
      }
      if (!(await inIdentity(database, (tx) => endInvitation(tx, email))))
        throw new CannotStart(`${email} has no invitation.`)
      return [`${email} is no longer invited.`, auditLine('founder.uninvited', { email })].join('\n')
    }),
}

function tellInvited({ appOrigin, registration }: Settings, email: string, standing: RegistrationState): string {
  const sending = `send them ${appOrigin}/auth/register?email=${encodeURIComponent(email)}`
  const known = `REGISTRATION is ${registration} in the environment of this command`
  if (standing === 'open')
    return `Anybody may found a workspace here now (${known}), so ${email} needs no invitation: ${sending}\nThe invitation counts for ${lifeDays} days where REGISTRATION is invited.`
  if (standing === 'closed')
    return `${email} is invited for ${lifeDays} days, but nobody may found a workspace here now (${known}). Set REGISTRATION=invited and start again. Nothing is mailed: ${sending}`
  return `${email} may found one workspace within ${lifeDays} days. Nothing is mailed: ${sending}`
}
