import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { plantDefaultStatuses } from '#server/tickets/statuses/default-statuses.ts'
import { load } from './load.ts'

type PlantOptions = { databaseUrl: string; port: number; ticketCount: number }

const teamSize = 50
/** Tickets of a workspace that a batch changes. Half of the first 40,000, because the others are closed. */
const mostTagged = 20_000
const products = ['web', 'app', 'desk', 'clock', 'payroll', 'portal', 'kiosk', 'other']

/**
 * Creates a workspace with many tickets and a team of fifty, of whom one is signed in. A second workspace has as many
 * tickets, and the 20,000 members whose addresses and refresh tokens are used up, so that no page lists these members.
 */
export async function plant({ databaseUrl, port, ticketCount }: PlantOptions) {
  const client = new Client({ connectionString: databaseUrl, options: '-c search_path=app,identity' })
  await client.connect()
  try {
    return await plantAll(client, port, ticketCount)
  } finally {
    await client.end()
  }
}

async function plantAll(client: Client, port: number, ticketCount: number) {
  const domain = 'benchmark-co'
  const workspaceId = await plantWorkspace(client, domain)
  const team = await plantMembers(client, workspaceId, { prefix: 'agent', count: teamSize })
  await plantTickets(client, workspaceId, team[0]!, ticketCount)
  await plantMessages(client, workspaceId, team[0]!)
  const crowdId = await plantWorkspace(client, 'benchmark-crowd')
  const memberIds = await plantMembers(client, crowdId, { prefix: 'member', count: 20_000 })
  // Otherwise PostgreSQL checks each assignee with the plan that it made for 50 members.
  await client.query('analyze')
  await plantTickets(client, crowdId, memberIds[0]!, ticketCount)
  const { rows } = await client.query('select id from tickets where workspace_id = $1 order by id limit 2000', [
    workspaceId,
  ])
  const [ownToken, laterToken] = await plantSessions(client, team.slice(0, 2))
  const refreshTokens = await plantSessions(client, memberIds)
  await client.query('analyze')
  return {
    workspaceId,
    domain,
    ticketIds: rows.map(({ id }) => id as string),
    refreshTokens,
    token: await signIn(port, ownToken!),
    /** Signs in another member, because the token ends after a while. */
    signInLater: () => signIn(port, laterToken!),
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
  const { product, seats } = await plantFields(client, workspaceId)
  await client.query(
    `with people as (insert into customers (workspace_id, name) select $1, 'Customer ' || n from generate_series(1, 2000) n returning id)
     insert into customer_emails (workspace_id, customer_id, address) select $1, id, id || '@customer.test' from people`,
    [workspaceId],
  )
  await client.query(
    `with people as (select array_agg(id) as ids from customers where workspace_id = $1)
     insert into tickets (workspace_id, number, priority, tags, custom_fields, subject, status, channel, requester_id, assignee_id, waiting_since, last_message_seq, last_customer_seq, snippet, public_snippet, created_at, updated_at, public_updated_at)
     select $1, n, (array['low', 'normal', 'normal', 'high', 'urgent'])[1 + n % 5],
       array['topic-' || n % 50] || case when n <= 2 * $7::int and n % 8 < 4 then array['bulk'] else '{}' end,
       jsonb_build_object($4::text, ($6::text[])[1 + n / 8 % 8], $5::text, n % 500),
       (array['Invoice question', 'Export fails', 'Public holiday is off'])[1 + n % 3] || ' ' || n,
       (array['new', 'open', 'pending', 'solved', 'closed', 'closed', 'closed', 'closed'])[1 + n % 8], 'email',
       ids[1 + n % 2000], case when n % 3 > 0 then $2::uuid end, case when n % 8 < 2 then now() - n * interval '1 minute' end, 4, 3,
       'We closed the period on Friday and exported it', 'We closed the period on Friday and exported it',
       now() - n * interval '1 minute', now() - n * interval '1 minute', now() - n * interval '1 minute'
     from people, generate_series(1, $3::int) n`,
    [workspaceId, memberId, count, product, seats, products, mostTagged],
  )
  await client.query('insert into ticket_numbers (workspace_id, last_number) values ($1, $2)', [workspaceId, count])
  await client.query(
    `insert into ticket_tags (workspace_id, ticket_id, folded, name)
     select workspace_id, id, tag, tag from tickets, unnest(tags) tag where workspace_id = $1`,
    [workspaceId],
  )
  await client.query(
    `insert into custom_field_values (workspace_id, subject_id, field_id, place, text, number)
     select t.workspace_id, t.id, f.id, 0, case when f.id = $2::uuid then custom_fields ->> f.id::text end, case when f.id = $3::uuid then (custom_fields ->> f.id::text)::int end
     from tickets t, unnest(array[$2, $3]::uuid[]) f (id) where t.workspace_id = $1`,
    [workspaceId, product, seats],
  )
  await client.query(
    `insert into ticket_search (workspace_id, ticket_id, requester_id, public_words)
     select workspace_id, id, requester_id, to_tsvector('simple', subject || ' ' || snippet) from tickets where workspace_id = $1`,
    [workspaceId],
  )
}

/** A hundred fields. Each ticket has a value of two: a product and a number of seats. */
async function plantFields(client: Client, workspaceId: string) {
  const options = products.map((key) => ({ key }))
  const { rows } = await client.query<{ id: string; key: string }>(
    `insert into custom_fields (workspace_id, owner, key, label, kind, settings, required, portal, position)
     select $1::uuid, 'ticket', key, key, kind, settings::jsonb, 'never', 'hidden', place
     from (values ('product', 'select', $2::text, 0), ('seats', 'integer', '{}', 1)) f (key, kind, settings, place)
     union all select $1::uuid, 'ticket', 'field' || n, 'Field ' || n, 'text', '{}'::jsonb, 'never', 'hidden', n from generate_series(2, 99) n
     returning id, key`,
    [workspaceId, JSON.stringify({ options })],
  )
  const idOf = (wanted: string) => rows.find(({ key }) => key === wanted)!.id
  return { product: idOf('product'), seats: idOf('seats') }
}

async function plantMessages(client: Client, workspaceId: string, memberId: string) {
  await client.query(
    `insert into messages (workspace_id, ticket_id, seq, kind, author_type, customer_id, member_id, channel, body_html, body_text, sent_at)
     select t.workspace_id, t.id, s, 'reply', case when s % 2 = 1 then 'customer' else 'agent' end, t.requester_id, $2, 'email',
       '<p>We closed the period on Friday and exported it for the books as usual.</p>', 'We closed the period on Friday and exported it for the books as usual.', t.created_at
     from tickets t, generate_series(1, 4) s where t.workspace_id = $1`,
    [workspaceId, memberId],
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
