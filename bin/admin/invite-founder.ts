import { CannotStart } from '#server/platform/cannot-start.ts'
import { auditLine, type Command } from './command.ts'
import { emailOf } from './create-workspace.ts'
import { asOwner } from './owner-database.ts'

const lifeDays = 14

export const inviteFounder: Command = {
  name: 'workspace invite',
  takes: 'EMAIL [--withdraw]',
  does: 'Lets the owner of an address found a workspace where REGISTRATION is invited',
  options: { withdraw: { type: 'boolean' } },
  run: ({ settings, words: [typed], options }) =>
    asOwner(settings, async (client) => {
      const email = emailOf(typed!)
      if (options.withdraw) {
        const { rowCount } = await client.query('delete from workspace_invitations where email = $1', [email])
        if (rowCount === 0) throw new CannotStart(`${email} has no invitation.`)
        return [`${email} is invited no more.`, auditLine('founder.uninvited', { email })].join('\n')
      }
      await client.query(
        `insert into workspace_invitations (email, expires_at) values ($1, now() + make_interval(days => $2))
         on conflict (email) do update set expires_at = excluded.expires_at`,
        [email, lifeDays],
      )
      const address = `${settings.appOrigin}/auth/register?email=${encodeURIComponent(email)}`
      return [
        `${email} may found one workspace within ${lifeDays} days. Nothing is mailed: send them ${address}`,
        ...(settings.registration === 'invited'
          ? []
          : [`REGISTRATION is ${settings.registration}: the invitation counts while it is invited.`]),
        auditLine('founder.invited', { email }),
      ].join('\n')
    }),
}
