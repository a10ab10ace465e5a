import { type Command, quietly } from '#bin/admin/command.ts'
import { sayRefusal } from '#bin/admin/create-workspace.ts'
import { findMember } from '#bin/admin/members/members.ts'
import { onProduct } from '#bin/admin/product-database.ts'
import { namesOfScopes } from '#contract/scopes.ts'
import { createApiKey } from '#contract/workspace/api-keys.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { createKeyByOperator } from '#server/workspace/api-keys/change-keys.ts'
import { isActiveAdmin } from '#server/workspace/team/find-members.ts'

type Options = Record<string, string | boolean | undefined>

export const createKey: Command = {
  name: 'key create',
  takes: 'DOMAIN EMAIL [--kind KIND] [--scopes LIST] [--name NAME] [--quiet]',
  does: 'Creates an API key in the name of an admin and prints it',
  options: { kind: { type: 'string' }, scopes: { type: 'string' }, name: { type: 'string' }, ...quietly },
  run: ({ settings, words: [domainArgument, emailArgument], options }) =>
    onProduct(settings, async ({ client, database }) => {
      const body = readBody(options)
      const { id, domain, member } = await findMember(client, domainArgument!, emailArgument!)
      const { secret, kind, scopes, expiresAt } = await inWorkspace(database, id, async (tx) => {
        if (!(await isActiveAdmin(tx, member.id)))
          throw new CannotStart(`${member.email} is not an active admin of ${domain}. Only admins can have API keys.`)
        return createKeyByOperator(tx, member.id, body)
      }).catch(sayRefusal)
      if (options.quiet) return secret
      const can = kind === 'management' ? `, with ${scopes.join(', ')}` : ''
      return [
        secret,
        `This is a ${kind} key of ${domain}${can}. It expires on ${expiresAt!.slice(0, 10)}. The key is not shown again.`,
      ].join('\n')
    }),
}

function readBody({ kind = 'delivery', scopes, name = 'From the command line' }: Options) {
  const parsed = createApiKey.body.safeParse({
    name,
    kind,
    ...(scopes !== undefined && { scopes: scopes === 'all' ? namesOfScopes : String(scopes).split(',') }),
  })
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw new CannotStart(`--${String(path[0])}: ${message}`)
  }
  return parsed.data
}
