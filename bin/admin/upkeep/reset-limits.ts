import { isIP } from 'node:net'
import type { Client } from 'pg'
import { auditLine, type Command } from '#bin/admin/command.ts'
import { count, findWorkspace, recordAudit } from '#bin/admin/find-workspace.ts'
import { onProduct, type Product } from '#bin/admin/product-database.ts'
import { readEmailAddress } from '#contract/email-address.ts'
import { inIdentity } from '#server/platform/database.ts'
import { limitsTopic } from '#server/platform/http/limits.ts'
import { networkOf, widerNetworkOf } from '#server/platform/http/network.ts'
import { deleteSpentCodesOf, resetTriesOf } from '#server/workspace/identity/sign-in/list-limits.ts'

export const resetLimits: Command = {
  name: 'limits reset',
  takes: 'EMAIL|NETWORK|DOMAIN',
  does: 'Resets the limits of an address, a network or a workspace',
  run: ({ settings, words: [whom] }) =>
    onProduct(settings, async (product) => {
      if (isIP(whom!)) return ofNetwork(product, networkOf(whom!))
      const email = whom!.includes('@') ? readEmailAddress(whom!) : null
      return email ? ofAddress(product, email) : ofWorkspace(product.client, whom!)
    }),
}

async function ofNetwork({ client, database }: Product, network: string) {
  const forgotten = await inIdentity(database, (tx) => resetTriesOf(tx, network))
  await tellProcesses(client, [network, widerNetworkOf(network)])
  return [
    `The limits of ${network} are reset, also in running servers. ${count(forgotten, 'code')} and all wrong tries no longer count.`,
    auditLine('limits.reset', { network }),
  ].join('\n')
}

async function ofAddress({ client, database }: Product, email: string) {
  const forgotten = await inIdentity(database, (tx) => deleteSpentCodesOf(tx, email))
  const { rows } = await client.query<{ id: string; workspaceId: string | null; sessions: string[] }>(
    `select a.id, a.workspace_id as "workspaceId",
       array(select s.id::text from sessions s where s.account_id = a.id and s.ended_at is null) as sessions
     from accounts a where a.email = $1`,
    [email],
  )
  const [account] = rows
  if (account?.workspaceId) await recordAudit(client, account.workspaceId, 'limits.reset', {}, account.id)
  await tellProcesses(client, [email, ...(account ? [account.id, ...account.sessions] : [])])
  return [
    `The limits of ${email} are reset, also in running servers. ${count(forgotten, 'code')} without a sign-in no longer count.`,
    auditLine('limits.reset', { email }),
  ].join('\n')
}

async function ofWorkspace(client: Client, named: string) {
  const { id, domain } = await findWorkspace(client, named)
  await client.query(
    "update unsolicited_mails set sent = 0 where workspace_id = $1 and day = (now() at time zone 'UTC')::date",
    [id],
  )
  await recordAudit(client, id, 'limits.reset', {})
  await tellProcesses(client, [id])
  return [
    `The limits of ${domain} are reset, also in running servers. Its mails of today to people who never wrote no longer count.`,
    auditLine('limits.reset', { domain, workspace: id }),
  ].join('\n')
}

/** Makes running servers forget their counts in memory. A server that starts later has no counts. */
const tellProcesses = (client: Client, keys: string[]) =>
  client.query("select pg_notify('startup_tools_signals', $1)", [
    JSON.stringify({ workspaceId: '', topic: limitsTopic, body: keys }),
  ])
