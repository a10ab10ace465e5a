import { readEmailAddress } from '#contract/email-address.ts'
import { asLine } from '#contract/letters/as-line.ts'
import { workspaceErrors } from '#contract/workspace/settings.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { inIdentity } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { createByOperator } from '#server/workspace/settings/create-workspace.ts'
import { auditLine, type Command } from './command.ts'
import { onProduct } from './product-database.ts'

export const createWorkspace: Command = {
  name: 'workspace create',
  takes: 'DOMAIN EMAIL [--name NAME] [--time-zone ZONE]',
  does: 'Creates a workspace with its first admin, even if REGISTRATION does not allow it',
  options: { name: { type: 'string' }, 'time-zone': { type: 'string' } },
  run: ({ settings, words: [domain, typed], options }) =>
    onProduct(settings, async ({ database }) => {
      const email = emailOf(typed!)
      const timeZone = String(options['time-zone'] ?? 'UTC')
      const input = { domain: domain!, timeZone, email, rootDomain: settings.rootDomain }
      const name = options.name === undefined ? {} : { name: asLine(String(options.name)).slice(0, 120) }
      const created = await inIdentity(database, async (tx) => {
        const answer = await createByOperator(tx, { ...input, ...name })
        if (answer.error) throw new CannotStart(whyNot(answer.error, { domain: domain!, email }))
        return answer.workspaceDomain
      }).catch(sayRefusal)
      return [
        `Created ${created}, ${settings.workspaceOrigin(created!)}. ${email} is its first admin and signs in at ${settings.appOrigin}/auth/login with a code.`,
        auditLine('workspace.created', { domain: created, email }),
      ].join('\n')
    }),
}

export function emailOf(typed: string): string {
  const email = readEmailAddress(typed)
  if (!email) throw new CannotStart(`${typed} is not an e-mail address.`)
  return email
}

function whyNot(error: keyof typeof workspaceErrors, { domain, email }: { domain: string; email: string }): string {
  if (error === 'useralreadyhasworkspace') return `${email} is on the team of a workspace already.`
  if (error === 'invaliddomainformat')
    return `${domain} can't be a workspace's domain. Use 3 to 40 letters (a to z), numbers and hyphens, with no hyphen first or last and no xn-- at its beginning.`
  if (error === 'domainalreadyexists') return `${domain} is taken.`
  if (error === 'domainreserved') return `${domain} is reserved: no workspace can have this name.`
  return `${workspaceErrors[error]}.`
}

export function sayRefusal(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const fields = Object.entries(error.fields ?? {}).map(([name, sentence]) => `${name}: ${sentence}`)
  throw new CannotStart(fields.length > 0 ? fields.join('\n') : error.message)
}
