import type { Client } from 'pg'
import { CannotStart } from '#server/platform/cannot-start.ts'
import type { Command } from './command.ts'
import { findWorkspace, recordAudit, tellSessions, type Workspace } from './find-workspace.ts'
import { asOwner, inTransaction } from './owner-database.ts'

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
  await tellSessions(
    client,
    rows.map(({ id }) => id),
  )
  return rows.map(({ email }) => email)
}
