import { auditLine, type Command } from '#bin/admin/command.ts'
import { emailOf, sayRefusal } from '#bin/admin/create-workspace.ts'
import { readKeys } from '#bin/admin/own-secrets.ts'
import { onProduct } from '#bin/admin/product-database.ts'
import { codeLifeMinutes } from '#contract/workspace/identity.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { inIdentity } from '#server/platform/database.ts'
import { makeCode } from '#server/workspace/identity/sign-in/make-code.ts'

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
