import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { plantDefaultStatuses } from '#server/tickets/statuses/default-statuses.ts'
import { load } from './load.ts'

type PlantOptions = { databaseUrl: string; port: number; ticketCount: number }

const teamSize = 50

/**
 * Creates a workspace with many tickets and a team of fifty, of whom one is signed in. A second workspace has the
 * 20,000 members whose addresses and refresh tokens are used up, so that no page lists these members.
 */
export async function plant({ databaseUrl, port, ticketCount }: PlantOptions) {
  const client = new Client({ connectionString: databaseUrl, options: '-c search_path=app,identity' })
  await client.connect()
  const domain = 'benchmark-co'
  const workspaceId = await plantWorkspace(client, domain)
  const team = await plantMembers(client, workspaceId, { prefix: 'agent', count: teamSize })
  await plantTickets(client, workspaceId, team[0]!, ticketCount)
  const memberIds = await plantMembers(client, await plantWorkspace(client, 'benchmark-crowd'), {
    prefix: 'member',
    count: 20_000,
  })
  const { rows } = await client.query('select id from tickets where workspace_id = $1 order by id limit 2000', [
    workspaceId,
  ])
  const [ownToken] = await plantSessions(client, team.slice(0, 1))
  const refreshTokens = await plantSessions(client, memberIds)
  await client.query('analyze')
  await client.end()
  return {
    workspaceId,
    domain,
    ticketIds: rows.map(({ id }) => id as string),
    refreshTokens,
    token: await signIn(port, ownToken!),
  }
}

export async function plantWorkspace(client: Client, domain: string): Promise<string> {
  const workspaceId = randomUUID()
  await client.query(
    `insert into workspaces (id, domain, name, time_zone, plan) values ($1, $2, 'Benchmark', 'UTC', 'active')`,
    [workspaceId, domain],
  )
  await client.query(
    `insert into service_settings (workspace_id, support_name, started_at) values ($1, 'Benchmark', now())`,
    [workspaceId],
  )
  await plantDefaultStatuses(client, workspaceId)
  return workspaceId
}

type People = { prefix: string; count: number }

export async function plantMembers(client: Client, workspaceId: string, { prefix, count }: People) {
  const { rows } = await client.query(
    `insert into accounts (email, workspace_id, verified_at) select $2 || n || '@bench.test', $1, now() from generate_series(1, $3::int) n returning id`,
    [workspaceId, prefix, count],
  )
  await client.query(
    `insert into members (workspace_id, id, email, name, role) select workspace_id, id, email, 'Member', 'AdminUser' from accounts where workspace_id = $1`,
    [workspaceId],
  )
  return rows.map(({ id }) => id as string)
}

async function plantTickets(client: Client, workspaceId: string, memberId: string, count: number) {
  await client.query(
    `with people as (insert into customers (workspace_id, name) select $1, 'Customer ' || n from generate_series(1, 2000) n returning id)
     insert into customer_emails (workspace_id, customer_id, address) select $1, id, id || '@customer.test' from people`,
    [workspaceId],
  )
  await client.query(
    `with people as (select array_agg(id) as ids from customers where workspace_id = $1)
     insert into tickets (workspace_id, number, subject, status, channel, requester_id, assignee_id, waiting_since, last_message_seq, last_customer_seq, snippet, public_snippet, created_at, updated_at, public_updated_at)
     select $1, n, (array['Invoice question', 'Export fails', 'Public holiday is off'])[1 + n % 3] || ' ' || n,
       (array['new', 'open', 'pending', 'solved', 'closed', 'closed', 'closed', 'closed'])[1 + n % 8], 'email',
       ids[1 + n % 2000], case when n % 3 > 0 then $2::uuid end, case when n % 8 < 2 then now() - n * interval '1 minute' end, 4, 3,
       'We closed the period on Friday and exported it', 'We closed the period on Friday and exported it',
       now() - n * interval '1 minute', now() - n * interval '1 minute', now() - n * interval '1 minute'
     from people, generate_series(1, $3::int) n`,
    [workspaceId, memberId, count],
  )
  await client.query('insert into ticket_numbers (workspace_id, last_number) values ($1, $2)', [workspaceId, count])
  await client.query(
    `insert into messages (workspace_id, ticket_id, seq, kind, author_type, customer_id, member_id, channel, body_html, body_text, sent_at)
     select t.workspace_id, t.id, s, 'reply', case when s % 2 = 1 then 'customer' else 'agent' end, t.requester_id, $2, 'email',
       '<p>We closed the period on Friday and exported it for the books as usual.</p>', 'We closed the period on Friday and exported it for the books as usual.', t.created_at
     from tickets t, generate_series(1, 4) s where t.workspace_id = $1`,
    [workspaceId, memberId],
  )
  await client.query(
    `insert into ticket_search (workspace_id, ticket_id, requester_id, public_words)
     select workspace_id, id, requester_id, to_tsvector('simple', subject || ' ' || snippet) from tickets where workspace_id = $1`,
    [workspaceId],
  )
}

export async function plantSessions(client: Client, memberIds: string[]) {
  const tokens = memberIds
    .slice(0, 15_000)
    .map((accountId) => ({ accountId, token: randomBytes(32).toString('base64url'), sessionId: randomUUID() }))
  const column = (pick: (entry: (typeof tokens)[number]) => unknown) => tokens.map(pick)
  await client.query(
    `insert into sessions (id, account_id, idle_expires_at, absolute_expires_at)
     select s, a, now() + interval '14 days', now() + interval '30 days' from unnest($1::uuid[], $2::uuid[]) as given(s, a)`,
    [column(({ sessionId }) => sessionId), column(({ accountId }) => accountId)],
  )
  await client.query(
    'insert into refresh_tokens (hash, session_id) select h, s from unnest($1::bytea[], $2::uuid[]) as given(h, s)',
    [column(({ token }) => createHash('sha256').update(token).digest()), column(({ sessionId }) => sessionId)],
  )
  return tokens.map(({ token }) => token)
}

export async function signIn(port: number, refreshToken: string, api = 'StartupToolsIdentity'): Promise<string> {
  let answer = ''
  const next = () => ({ method: 'POST', path: `/api/${api}/refresh-token`, body: { refreshToken } })
  await load(
    { name: 'sign in', port, host: 'api.startuptools.localhost', next, onBody: (body) => (answer = body) },
    { inFlight: 1, count: 1 },
  )
  return JSON.parse(answer).accessToken
}
