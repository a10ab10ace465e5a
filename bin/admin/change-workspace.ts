import type { Client } from 'pg'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import * as operations from '#server/workspace/settings/suspend-workspace.ts'
import { auditLine, type Command } from './command.ts'
import { findWorkspace, recheckSessions, recordAudit, type Workspace } from './find-workspace.ts'
import { asOwner, inTransaction } from './owner-database.ts'
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
      did: 'is suspended. Nobody can sign in, read or write, incoming mail is deferred, and no data is lost',
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
      did: 'is active again. Waiting mails and jobs go out within five minutes',
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

export const setPlan: Command = {
  name: 'workspace plan',
  takes: 'DOMAIN active|free',
  does: 'Sets the plan; an active one makes its founder AdminUser',
  async run({ settings, words: [domain, plan] }) {
    if (plan !== 'active' && plan !== 'free')
      throw new CannotStart(`The plan must be active or free, and it is ${plan}.`)
    return asOwner(settings, (client) =>
      inTransaction(client, async () => {
        const workspace = await findWorkspace(client, domain!)
        if (workspace.plan === plan) return `${workspace.domain} is on the plan ${plan} already.`
        return changePlan(client, workspace, plan)
      }),
    )
  },
}

async function changePlan(client: Client, { id, domain, plan: old }: Workspace, plan: 'active' | 'free') {
  await client.query('update workspaces set plan = $2 where id = $1', [id, plan])
  await recordAudit(client, id, 'workspace.plan-changed', { old, new: plan })
  const founders = plan === 'active' ? await raiseFounders(client, id) : []
  const raised = founders.length > 0 ? ` ${founders.join(', ')} became AdminUser.` : ''
  return `${domain} is on the plan ${plan} now.${raised}`
}

async function raiseFounders(client: Client, workspaceId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string; email: string }>(
    "update members set role = 'AdminUser' where workspace_id = $1 and role = 'FreeAdminUser' returning id, email",
    [workspaceId],
  )
  await recheckSessions(
    client,
    rows.map(({ id }) => id),
  )
  return rows.map(({ email }) => email)
}
