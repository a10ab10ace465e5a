import pg from 'pg'
import { asVisitor, inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { plantDefaultStatuses } from '#server/tickets/statuses/default-statuses.ts'
import { billing, people } from './articles/account.ts'
import type { DemoCategory } from './articles/demo-article.ts'
import { firstSteps } from './articles/first-steps.ts'
import { clocks, payroll } from './articles/hours.ts'
import { rota } from './articles/rota.ts'
import { tellReaders, writeKnowledgeBase } from './articles/write-knowledge-base.ts'
import { writeContent } from './content/write-content.ts'
import { demoAdmin } from './demo-admin.ts'
import { brambleScripts, halyardScripts, type Script } from './scripts.ts'
import { writeCompanies, writeQueue } from './write-queue.ts'
import { writeTickets } from './write-tickets.ts'

export type Company = {
  domain: string
  name: string
  timeZone: string
  scripts: Script[]
  knowledgeBase?: DemoCategory[]
  hasContent?: true
  hasQueue?: true
  team: [name: string, surname: string, role: string][]
}

const companies: Company[] = [
  {
    domain: 'halyard',
    name: 'Halyard',
    timeZone: 'Europe/London',
    scripts: halyardScripts,
    knowledgeBase: [firstSteps, rota, clocks, payroll, people, billing],
    hasContent: true,
    hasQueue: true,
    team: [
      ['Mina', 'Park', 'FreeAdminUser'],
      ['Ada', 'Osei', 'AdminUser'],
      ['Jonas', 'Lindqvist', 'TeamUser'],
      ['Priya', 'Raman', 'TeamUser'],
      ['Tariq', 'Rahimi', 'TeamUser'],
    ],
  },
  {
    domain: 'bramble',
    name: 'Bramble Coffee',
    timeZone: 'Europe/Berlin',
    scripts: brambleScripts,
    team: [
      ['Rosa', 'Delgado', 'FreeAdminUser'],
      ['Callum', 'Reid', 'TeamUser'],
      ['Ines', 'Costa', 'TeamUser'],
    ],
  },
]
const ticketsEach = 300

/** Creates the demo workspaces that do not exist yet. Returns a text for the operator that explains how to sign in. */
export async function plantDemo(platform: Platform, ownerUrl: string): Promise<string> {
  for (const company of companies) await plantCompany(platform, ownerUrl, company)
  return tellPeople(platform)
}

async function plantCompany(platform: Platform, ownerUrl: string, company: Company) {
  const known = await asVisitor(platform.reader, company.domain, async (_, entered) => entered)
  if (known) return
  const client = new pg.Client({ connectionString: ownerUrl, options: '-c search_path=app,identity' })
  await client.connect()
  try {
    const workspaceId = await foundCompany(client, company)
    // Runs without event subscriptions, so that the demo tickets send no mails.
    await inWorkspace({ ...platform.app, subscriptions: [] }, workspaceId, async (tx) => {
      const team = await listTeam(tx)
      const call = { tx, platform, caller: demoAdmin({ workspaceId, domain: company.domain }, team[0]!) }
      const queue = company.hasQueue && (await writeQueue(call, team))
      await writeTickets(tx, company, { team, count: ticketsEach, queue })
      if (queue) await writeCompanies(call)
    })
    const { knowledgeBase } = company
    if (knowledgeBase)
      await inWorkspace(platform.app, workspaceId, async (tx) => {
        await writeKnowledgeBase(tx, await listTeam(tx), knowledgeBase)
        await tellReaders(tx)
      })
    if (company.hasContent) {
      const team = await inWorkspace(platform.app, workspaceId, listTeam)
      await writeContent(platform, { workspaceId, domain: company.domain }, team)
    }
    await backdate(client, workspaceId)
  } finally {
    await client.end()
  }
}

function tellPeople({ settings }: Platform): string {
  const people = companies.flatMap(({ domain, team }) =>
    team
      .slice(0, 3)
      .map(
        ([name, , role]) =>
          `  ${`${name.toLowerCase()}@${domain}.example`.padEnd(28)}${(role === 'TeamUser' ? 'team member' : 'admin').padEnd(14)}${settings.workspaceOrigin(domain)}`,
      ),
  )
  const codes = settings.hasDevelopmentMailbox
    ? `The code arrives at ${settings.mailOrigin}/`
    : 'The code arrives by the mail relay'
  return `Demo data is there. Sign in at ${settings.appOrigin}/auth/login as one of these; a customer is rosa.delgado@customer.example.\n${people.join('\n')}\n${codes}\n`
}

async function foundCompany(client: pg.Client, { domain, name, timeZone, team }: Company): Promise<string> {
  const { rows } = await client.query(
    `insert into workspaces (domain, name, time_zone, plan, created_at)
     values ($1, $2, $3, 'active', now() - interval '60 days') returning id`,
    [domain, name, timeZone],
  )
  const workspaceId: string = rows[0].id
  await plantDefaultStatuses(client, workspaceId)
  await client.query(
    `insert into service_settings (workspace_id, support_name, started_at) values ($1, $2, now() - interval '60 days')`,
    [workspaceId, name],
  )
  for (const [first, last, role] of team) {
    const email = `${first.toLowerCase()}@${domain}.example`
    const account = await client.query(
      'insert into accounts (email, workspace_id, verified_at) values ($1, $2, now()) returning id',
      [email, workspaceId],
    )
    await client.query(
      `insert into members (workspace_id, id, email, name, surname, role, is_hr_admin, joined_at) values ($1, $2, $3, $4, $5, $6, $7, now())`,
      [
        workspaceId,
        account.rows[0].id,
        email,
        first,
        last,
        role === 'FreeAdminUser' ? 'AdminUser' : role,
        role === 'FreeAdminUser',
      ],
    )
  }
  return workspaceId
}

async function listTeam(tx: WorkspaceTx): Promise<string[]> {
  const rows = await tx.selectFrom('members').select('id').orderBy('createdAt').orderBy('email').execute()
  return rows.map(({ id }) => id)
}

async function backdate(client: pg.Client, workspaceId: string) {
  const statements = [
    `create temporary table demo_times on commit drop as
       select id, now() - interval '42 days' * power(1 - (row_number() over (order by number))::float8 / (count(*) over () + 1), 1.4) as opened_at
       from tickets where workspace_id = $1`,
    `create temporary table demo_messages on commit drop as
       select id, opened_at + least(sum(pause) over story, (now() - opened_at) * 0.9 * (seq - 1) / count(*) over (partition by ticket_id)) as said_at
       from (select m.id, m.ticket_id, m.seq, d.opened_at,
               case when m.seq > 1 then interval '47 minutes' * (1 + abs(hashtext(m.id::text)) % 5 * 0.15) else interval '0' end as pause
             from messages m join demo_times d on d.id = m.ticket_id where m.workspace_id = $1) said
       window story as (partition by ticket_id order by seq)`,
    `update messages m set created_at = said_at, sent_at = said_at from demo_messages s where m.workspace_id = $1 and m.id = s.id`,
    `update tickets t set created_at = d.opened_at, updated_at = last_said.at + case when t.closed_at is not null then interval '7 days' else interval '0' end,
       waiting_since = case when t.waiting_since is not null then last_customer.at end,
       first_replied_at = case when t.first_replied_at is not null then first_reply.at end,
       solved_at = case when t.solved_at is not null then last_said.at end, closed_at = case when t.closed_at is not null then last_said.at + interval '7 days' end
       from demo_times d
       cross join lateral (select max(sent_at) as at from messages m where m.workspace_id = $1 and m.ticket_id = d.id) last_said
       cross join lateral (select max(sent_at) as at from messages m where m.workspace_id = $1 and m.ticket_id = d.id and m.author_type = 'customer') last_customer
       cross join lateral (select min(sent_at) as at from messages m where m.workspace_id = $1 and m.ticket_id = d.id and m.author_type = 'agent' and m.kind = 'reply') first_reply
       where t.workspace_id = $1 and t.id = d.id`,
    `update tickets set status = 'closed', closed_at = solved_at + interval '7 days', updated_at = solved_at + interval '7 days'
       where workspace_id = $1 and status = 'solved' and solved_at < now() - interval '7 days'`,
    `update tickets t set public_updated_at = greatest(said.at, t.solved_at, t.closed_at) from (
       select ticket_id, max(sent_at) as at from messages where workspace_id = $1 and kind = 'reply' group by ticket_id
     ) said where t.workspace_id = $1 and t.id = said.ticket_id`,
    `update history e set created_at = case when e.new = '"closed"' then t.closed_at else coalesce(t.solved_at, t.updated_at) end from tickets t
       where e.workspace_id = $1 and t.workspace_id = $1 and t.id = e.subject_id and e.type <> 'ticket.created'`,
    `update history e set created_at = t.created_at from tickets t
       where e.workspace_id = $1 and t.workspace_id = $1 and t.id = e.subject_id and e.type = 'ticket.created'`,
    `update ticket_search s set updated_at = t.updated_at, public_updated_at = t.public_updated_at from tickets t where s.workspace_id = $1 and t.workspace_id = $1 and t.id = s.ticket_id`,
    `update customers c set created_at = now() - interval '60 days' where c.workspace_id = $1`,
    `create temporary table demo_articles on commit drop as
       select id, now() - interval '60 days' * power(1 - (row_number() over (order by id))::float8 / (count(*) over () + 1), 1.2) as written_at
       from articles where workspace_id = $1`,
    `update articles a set created_at = written_at, updated_at = written_at,
       reviewed_at = case when a.reviewed_at is not null then written_at end from demo_articles d where a.workspace_id = $1 and a.id = d.id`,
    `update article_texts t set updated_at = written_at, published_at = case when t.published_at is not null then written_at end
       from demo_articles d where t.workspace_id = $1 and t.article_id = d.id`,
    `update published_texts t set first_published_at = written_at, published_at = written_at
       from demo_articles d where t.workspace_id = $1 and t.article_id = d.id`,
    `update article_versions v set created_at = written_at, updated_at = written_at
       from demo_articles d where v.workspace_id = $1 and v.article_id = d.id`,
    `update history e set created_at = d.written_at from demo_articles d where e.workspace_id = $1 and e.subject_id = d.id`,
    `create temporary table demo_entries on commit drop as
       select id, now() - interval '45 days' * power(1 - (row_number() over (order by id desc))::float8 / (count(*) over () + 1), 1.2) as written_at
       from content_entries where workspace_id = $1`,
    `update content_entries e set created_at = written_at, updated_at = written_at from demo_entries d where e.workspace_id = $1 and e.id = d.id`,
    `update content_texts t set updated_at = written_at, published_at = case when t.published_at is not null then written_at end,
       first_published_at = case when t.first_published_at is not null then written_at end
       from demo_entries d where t.workspace_id = $1 and t.entry_id = d.id`,
    `update content_versions v set created_at = written_at from demo_entries d where v.workspace_id = $1 and v.entry_id = d.id`,
    `update content_publications p set began_at = written_at from demo_entries d where p.workspace_id = $1 and p.entry_id = d.id`,
    `update content_keys k set published_at = written_at from demo_entries d where k.workspace_id = $1 and k.entry_id = d.id`,
    `update content_ranks r set published_at = written_at from demo_entries d where r.workspace_id = $1 and r.entry_id = d.id`,
    `update content_published p set published_at = written_at, first_published_at = written_at, updated_at = written_at, step = 0
       from demo_entries d where p.workspace_id = $1 and p.entry_id = d.id`,
    `update history e set created_at = d.written_at from demo_entries d where e.workspace_id = $1 and e.subject_id = d.id`,
    `delete from live_events where workspace_id = $1`,
  ]
  await client.query('begin')
  for (const statement of statements) await client.query(statement, statement.includes('$1') ? [workspaceId] : [])
  await client.query('commit')
}
