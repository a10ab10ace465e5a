import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { plantDefaultStatuses } from '#server/tickets/statuses/default-statuses.ts'
import type { Site } from './site.ts'

export type Company = { id: string; domain: string; support: string; memberId: string; token: string }

/** Creates a workspace with one member, who is signed in. */
export async function foundCompany(site: Site, domain: string): Promise<Company> {
  const id = randomUUID()
  await site.query(`insert into workspaces (id, domain, name, time_zone, plan) values ($1, $2, $2, 'UTC', 'active')`, [
    id,
    domain,
  ])
  await plantDefaultStatuses(site, id)
  await site.query('insert into service_settings (workspace_id, support_name, started_at) values ($1, $2, now())', [
    id,
    domain,
  ])
  const [account] = await site.query<{ id: string }>(
    `insert into accounts (email, workspace_id, verified_at) values ($2 || '@team.test', $1, now()) returning id`,
    [id, domain],
  )
  const memberId = account!.id
  await site.query(
    `insert into members (workspace_id, id, email, name, role, joined_at) values ($1, $2, $3 || '@team.test', 'Ada', 'AdminUser', now())`,
    [id, memberId, domain],
  )
  const token = await signIn(site, { memberId })
  return { id, domain, support: `support@${domain}.startuptools.localhost`, memberId, token }
}

/** Creates a customer of the workspace, who is signed in. */
export async function newCustomerOf(site: Site, { id: workspaceId }: Company): Promise<{ id: string; token: string }> {
  const id = randomUUID()
  await site.query(`insert into customers (workspace_id, id, name, registered_at) values ($1, $2, 'Olga', now())`, [
    workspaceId,
    id,
  ])
  await site.query(
    `insert into customer_emails (workspace_id, address, customer_id, verified_at) values ($1, 'olga@customer.test', $2, now())`,
    [workspaceId, id],
  )
  return { id, token: await signIn(site, { workspaceId, customerId: id }) }
}

type Person = { memberId: string } | { workspaceId: string; customerId: string }

async function signIn(site: Site, person: Person): Promise<string> {
  const isMember = 'memberId' in person
  const refreshToken = randomBytes(32).toString('base64url')
  const [session] = await site.query<{ id: string }>(
    `insert into sessions (account_id, workspace_id, customer_id, idle_expires_at, absolute_expires_at)
     values ($1, $2, $3, now() + interval '1 day', now() + interval '1 day') returning id`,
    isMember ? [person.memberId, null, null] : [null, person.workspaceId, person.customerId],
  )
  const hash = createHash('sha256').update(refreshToken).digest()
  await site.query('insert into refresh_tokens (hash, session_id) values ($1, $2)', [hash, session!.id])
  const { body } = await site.http.send({
    method: 'POST',
    path: `/api/${isMember ? 'StartupToolsIdentity' : 'StartupToolsCustomerIdentity'}/refresh-token`,
    body: { refreshToken },
  })
  return (body as { accessToken: string }).accessToken
}
