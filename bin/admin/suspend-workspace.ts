import { CannotStart } from '#server/platform/cannot-start.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import * as operations from '#server/workspace/settings/suspend-workspace.ts'
import { auditLine, type Command } from './command.ts'
import { findWorkspace } from './find-workspace.ts'
import { onProduct } from './product-database.ts'

export const suspendWorkspace: Command = {
  name: 'workspace suspend',
  takes: 'DOMAIN [--reason TEXT]',
  does: 'Suspends a workspace: nobody can sign in and it sends nothing until it is resumed',
  options: { reason: { type: 'string' } },
  run: ({ settings, words: [domain], options }) => {
    const reason = options.reason === undefined ? null : String(options.reason)
    return turn(settings, domain!, {
      act: (tx) => operations.suspendWorkspace(tx, reason),
      already: 'is suspended already',
      did: 'is suspended. Nobody signs in, reads or writes there, mail to it is put off, and nothing of it is lost',
      audit: 'workspace.suspended',
      detail: reason ? { reason } : {},
    })
  },
}

export const resumeWorkspace: Command = {
  name: 'workspace resume',
  takes: 'DOMAIN',
  does: 'Resumes a suspended workspace',
  run: ({ settings, words: [domain] }) =>
    turn(settings, domain!, {
      act: operations.resumeWorkspace,
      already: 'is not suspended',
      did: 'is there again. What waited goes within five minutes',
      audit: 'workspace.resumed',
      detail: {},
    }),
}

type Turn = {
  act(tx: WorkspaceTx): Promise<boolean>
  already: string
  did: string
  audit: string
  detail: object
}

const turn = (settings: Settings, named: string, { act, already, did, audit, detail }: Turn) =>
  onProduct(settings, async ({ client, database }) => {
    const { id, domain } = await findWorkspace(client, named)
    if (!(await inWorkspace(database, id, act))) throw new CannotStart(`${domain} ${already}.`)
    return [`${domain} ${did}.`, auditLine(audit, { domain, workspace: id, ...detail })].join('\n')
  })
