import { beforeAll, describe, expect, test } from 'vitest'
import { listContent, showContent } from '#contract/content/delivery.ts'
import { listTicketFields } from '#contract/fields/custom-fields.ts'
import { listMacros } from '#contract/tickets/macros.ts'
import { listMessages } from '#contract/tickets/messages.ts'
import { statuses } from '#contract/tickets/ticket-values.ts'
import {
  changeTicket,
  findTicketByNumber,
  listTicketEvents,
  listTickets,
  showServiceReport,
  showTicket,
} from '#contract/tickets/tickets.ts'
import { listTicketViews } from '#contract/tickets/views.ts'
import { listCompanies } from '#contract/workspace/companies.ts'
import { listCustomers } from '#contract/workspace/customers.ts'
import { login, loginCustomer, validateLogin, validateLoginCustomer } from '#contract/workspace/identity.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { showPublicWorkspace, showServiceTrial, showWorkspace } from '#contract/workspace/settings.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { bearer, codeOf } from '#test/sign-in.ts'
import { acme, databaseUrl, mailsTo, owner, type Person, platform, runJobs, settings } from '#test/world.ts'
import { plantDemo } from './plant-demo.ts'

const nobody = as(null)
const addresses = /[a-z.]+@(halyard|bramble|customer)\.example/g

async function signIn(email: string): Promise<Person> {
  const { userGuidId } = await nobody(login, { body: { email } })
  const body = { userGuidId: userGuidId!, code: await codeOf(email) }
  const { accessToken } = await nobody(validateLogin, { body })
  return { ...bearer(accessToken), id: userGuidId!, email }
}

async function signInCustomer(email: string, workspaceName: string): Promise<Person> {
  const { customerGuidId } = await nobody(loginCustomer, { body: { email, workspaceName } })
  const body = { userGuidId: customerGuidId!, code: await codeOf(email) }
  const { accessToken } = await nobody(validateLoginCustomer, { body })
  return { ...bearer(accessToken), id: customerGuidId!, email }
}

/** Returns counts and hashes of the planted rows, so that tests can detect changes. */
async function planted() {
  const { rows } = await owner.query(`
    select 'tickets' as kind, count(*)::int as count, md5(string_agg(t::text, '' order by id)) as content from tickets t
    union all select 'messages', count(*)::int, md5(string_agg(m::text, '' order by id)) from messages m
    union all select 'members', count(*)::int, md5(string_agg(concat(id, email, role), '' order by id)) from members
    union all select 'customers', count(*)::int, md5(string_agg(c::text, '' order by id)) from customers c
    union all select 'workspaces', count(*)::int, md5(string_agg(domain, '' order by domain)) from workspaces`)
  return rows
}

/** Reads all pages of the ticket list and returns the ticket numbers. */
async function numbersOf(person: Person, cursor?: string): Promise<number[]> {
  const { items, next } = await as(person)(listTickets, { query: { limit: 100, ...(cursor && { cursor }) } })
  const others = next ? await numbersOf(person, next) : []
  return [...items.map(({ number }) => number), ...others].sort((one, other) => one - other)
}

const countOf = async (condition: string) =>
  (
    await owner.query(
      `select count(*)::int as n from tickets t join workspaces w on w.id = t.workspace_id where w.domain in ('halyard', 'bramble') and ${condition}`,
    )
  ).rows[0].n

const ofHalyard = async (sql: string) =>
  (
    await owner.query(
      `select ${sql} from articles a join article_texts t on t.article_id = a.id
       join workspaces w on w.id = a.workspace_id where w.domain = 'halyard'`,
    )
  ).rows[0]

const rowsOf = async (text: string) => (await owner.query(text)).rows

const onHost = { host: `halyard.${settings.rootDomain}` }

let said = ''
let mina: Person
let jonas: Person
let rosa: Person

beforeAll(async () => {
  said = await plantDemo(platform, databaseUrl.owner)
  mina = await signIn('mina@halyard.example')
  jonas = await signIn('jonas@halyard.example')
  rosa = await signIn('rosa@bramble.example')
})

describe('planting', () => {
  test('again changes nothing, at the same time as little, and names the same people', async () => {
    const before = await planted()
    const again = await Promise.all([plantDemo(platform, databaseUrl.owner), plantDemo(platform, databaseUrl.owner)])
    expect(await planted()).toEqual(before)
    expect(again).toEqual([said, said])
  })

  test('leaves the workspaces that are there alone', async () => {
    expect((await as(acme.agent)(listTickets, { query: {} })).items).toEqual([])
    expect((await as(acme.agent)(listCustomers, { query: {} })).items).toHaveLength(2)
  })

  test('mails nobody', async () => {
    await runJobs()
    const { rows } = await owner.query(
      'select from outgoing_mails m join tickets t on t.id = m.ticket_id where t.number <= 300',
    )
    expect(rows).toEqual([])
    expect(await mailsTo('petra.novak@customer.example')).toEqual([])
  })
})

test('the first workspace has teams, fields, companies, macros and views with tickets, and the other has none', async () => {
  const views = (await as(jonas)(listTicketViews, {})).items.filter((view) => view.kind === 'saved')
  expect(views.map(({ name }) => name)).toEqual(['Urgent', 'Payroll', 'By product area'])
  for (const { count } of views) expect(count).toBeGreaterThan(2)
  expect((await as(jonas)(listTicketFields, { query: {} })).items).toHaveLength(1)
  expect((await as(jonas)(listCompanies, { query: { q: 'kestrel' } })).items).toMatchObject([
    { customFields: { seats: 640, plan: 'enterprise' } },
  ])
  const query = { q: 'company:"Kestrel Hotels" field.area:any team:any', limit: 1 }
  expect((await as(jonas)(listTickets, { query })).items).toMatchObject([{ companies: [{ name: 'Kestrel Hotels' }] }])
  expect((await as(jonas)(listMacros, { query: { q: 'time clock' } })).items).toHaveLength(1)
  expect((await as(rosa)(listTicketViews, {})).items.filter(({ kind }) => kind === 'saved')).toEqual([])
  expect((await as(rosa)(listMacros, { query: {} })).items).toEqual([])
})

describe('who is named after planting', () => {
  test('are six of the team and one customer, with the addresses to go to', () => {
    expect(said.match(addresses)).toEqual([
      'rosa.delgado@customer.example',
      ...['mina@halyard.example', 'ada@halyard.example', 'jonas@halyard.example'],
      ...['rosa@bramble.example', 'callum@bramble.example', 'ines@bramble.example'],
    ])
    expect(said).toContain(`${settings.appOrigin}/auth/login`)
    expect(said).toContain(settings.workspaceOrigin('halyard'))
    expect(said).toContain(settings.workspaceOrigin('bramble'))
    expect(said).toContain(settings.mailOrigin)
  })

  test('are led to no mailbox where there is a relay', async () => {
    const stands = { ...platform, settings: { ...settings, hasDevelopmentMailbox: false } }
    expect(await plantDemo(stands, databaseUrl.owner)).not.toContain(settings.mailOrigin)
  })

  test.each([
    ['ada@halyard.example', 'halyard', true],
    ['callum@bramble.example', 'bramble', false],
    ['ines@bramble.example', 'bramble', false],
  ])('can sign in: %s of %s', async (email, domain, isAdmin) => {
    expect(await as(await signIn(email))(showViewer, {})).toMatchObject({
      kind: 'team',
      email,
      isAdmin,
      workspace: { domain },
    })
  })

  test('is a customer who can sign in, and who sees what they asked and no note', async () => {
    const customer = await signInCustomer('rosa.delgado@customer.example', 'halyard')
    const { items } = await as(customer)(listTickets, { query: {} })
    expect(items.length).toBeGreaterThan(0)
    expect(new Set(items.map(({ requester }) => requester.email))).toEqual(new Set([customer.email]))
    const conversations = await Promise.all(
      items.map(({ id }) => as(customer)(listMessages, { params: { id }, query: {} })),
    )
    const kinds = conversations.flatMap((conversation) => conversation.items.map(({ kind }) => kind))
    expect(new Set(kinds)).toEqual(new Set(['reply']))
  })

  test('is a customer of each company under one address, and not the same one', async () => {
    const ofHalyard = await signInCustomer('freya.lund@customer.example', 'halyard')
    const { rows } = await owner.query('select id from customers where name = $1', ['Freya Lund'])
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual({ id: ofHalyard.id })
  })
})

describe('a planted company', () => {
  test('has a name, a team of active people and an active plan', async () => {
    expect(await nobody(showPublicWorkspace, { query: { domain: 'bramble' } })).toMatchObject({
      name: 'Bramble Coffee',
    })
    expect(await as(mina)(showServiceTrial, {})).toMatchObject({ state: 'active' })
    expect(await as(rosa)(showWorkspace, {})).toMatchObject({
      timeZone: 'Europe/Berlin',
      supportName: 'Bramble Coffee',
    })
    const { items } = await as(mina)(listMembers, { query: {} })
    expect(items.map(({ name, role, status }) => [name, role, status]).sort()).toEqual([
      ['Ada', 'AdminUser', 'active'],
      ['Jonas', 'TeamUser', 'active'],
      ['Mina', 'AdminUser', 'active'],
      ['Priya', 'TeamUser', 'active'],
      ['Tariq', 'TeamUser', 'active'],
    ])
    expect(items.filter(({ isHrAdmin }) => isHrAdmin).map(({ name }) => name)).toEqual(['Mina'])
  })

  test('has three hundred tickets, numbered without a gap', async () => {
    const [halyard, bramble] = [await numbersOf(jonas), await numbersOf(rosa)]
    const numbers = Array.from({ length: 300 }, (_, at) => at + 1)
    expect(halyard.slice(0, 300)).toEqual(numbers)
    expect(bramble.slice(0, 300)).toEqual(numbers)
  })

  test('has tickets of each status, some of them nobody’s and some the member’s own', async () => {
    const found = await Promise.all(
      statuses.map((status) => countOf(`t.status = '${status}' and w.domain = 'bramble'`)),
    )
    expect(found.filter((count) => count === 0)).toEqual([])
    const { items } = await as(jonas)(listTicketViews, {})
    const counts = Object.fromEntries(items.map(({ id, count }) => [id, count]))
    expect(counts).toMatchObject({ mine: expect.any(Number), unassigned: expect.any(Number) })
    expect([counts.unassigned! > 0, counts.mine! > 0, counts.spam, counts.trash]).toEqual([true, true, 0, 0])
  })

  test('has customers who are found by name, each with a ticket', async () => {
    const { items } = await as(rosa)(listCustomers, { query: { limit: 100 } })
    expect(items).toHaveLength(32)
    expect(items.filter(({ ticketCount }) => ticketCount === 0)).toEqual([])
    const found = await as(rosa)(listCustomers, { query: { q: 'novak' } })
    expect(found.items.map(({ name }) => name)).toEqual(['Petra Novák'])
  })

  test('tells its stories in whole words', async () => {
    const { rows } = await owner.query(
      `select m.body_text as text from messages m where m.body_text ~ '[{}]' or m.body_text = ''
       union all select subject from tickets where subject ~ '[{}]'`,
    )
    expect(rows).toEqual([])
  })

  test('tells them in an order that can be', async () => {
    const impossible = await Promise.all([
      countOf('t.updated_at < t.created_at'),
      countOf('t.closed_at < t.solved_at'),
      countOf('t.updated_at > now()'),
      countOf(`t.status = 'closed' and t.closed_at is null`),
      countOf(`t.status <> 'new' and t.assignee_id is null`),
      countOf('exists (select from messages m where m.ticket_id = t.id and m.created_at < t.created_at)'),
      countOf('exists (select from customers c where c.id = t.requester_id and c.created_at > t.created_at)'),
    ])
    expect(impossible).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  test('has older tickets under smaller numbers', async () => {
    expect(
      await countOf(
        'exists (select from tickets o where o.workspace_id = t.workspace_id and o.number < t.number and o.created_at > t.created_at)',
      ),
    ).toBe(0)
  })

  test('has work to show in its report', async () => {
    const report = await as(mina)(showServiceReport, {})
    expect([report.active > 0, report.unassigned > 0, report.longestWaiting.length > 0]).toEqual([true, true, true])
    expect(report.days.filter(({ created }) => created > 0).length).toBeGreaterThan(7)
  })

  test('is searched like any other', async () => {
    const { items } = await as(jonas)(listTickets, { query: { q: 'payroll' } })
    expect(items.length).toBeGreaterThan(0)
    expect((await as(rosa)(listTickets, { query: { q: 'payroll' } })).items).toEqual([])
  })

  test('knows nothing of the other, or of anybody else', async () => {
    const { id } = await as(jonas)(findTicketByNumber, { params: { number: 1 } })
    const strangers = await Promise.all(
      [rosa, acme.admin].map((person) => as(person)(showTicket, { params: { id: id! } })),
    )
    expect(strangers.map(({ status }) => status)).toEqual([404, 404])
    expect((await as(jonas)(showTicket, { params: { id: id! } })).number).toBe(1)
  })
})

describe('a planted ticket', () => {
  test('goes on like any other: it is changed, and the history says so', async () => {
    const { items } = await as(jonas)(listTickets, { query: { view: 'active' } })
    const params = { id: items[0]!.id }
    await as(jonas)(changeTicket, { params, body: { tags: ['demo'], assignee: jonas.id } })
    expect(await as(mina)(showTicket, { params })).toMatchObject({ tags: ['demo'], assignee: { id: jonas.id } })
    const history = await as(mina)(listTicketEvents, { params, query: {} })
    expect(history.items[0]).toMatchObject({ type: 'ticket.created', actor: { type: 'customer' } })
    expect(history.items.at(-1)).toMatchObject({ actor: { type: 'agent' } })
  })

  test('is followed by the next number', async () => {
    const customer = await signInCustomer('emil.kovacs@customer.example', 'bramble')
    expect(await newTicket({ ...acme, customer })).toMatchObject({ number: 301, status: 'new' })
  })
})

describe('the articles', () => {
  test('they stand in a tree, in two languages, in each state that a list can show', async () => {
    const counted = await ofHalyard(`count(distinct a.id) filter (where not a.is_template)::int as articles,
      count(distinct a.id) filter (where a.is_template)::int as templates,
      count(*) filter (where t.language = 'de')::int as german,
      count(*) filter (where t.live_version is not null)::int as live,
      count(*) filter (where t.status = 'draft' and t.publish_at is null and not a.is_template)::int as drafts,
      count(*) filter (where t.status = 'in_review')::int as reviewed,
      count(distinct a.id) filter (where t.publish_at is not null)::int as planned,
      count(distinct a.id) filter (where a.reviewed_at + make_interval(days => a.review_every_days) < now())::int as stale,
      count(distinct a.id) filter (where a.visibility = 'customers')::int as customers,
      count(distinct a.id) filter (where a.visibility = 'team')::int as team`)
    expect(counted).toEqual({
      templates: 2,
      articles: 40,
      german: 34,
      live: 68,
      drafts: 3,
      reviewed: 1,
      planned: 1,
      stale: 2,
      customers: 1,
      team: 1,
    })
    const { rows } = await owner.query(
      `select count(parent_id)::int as below, count(*)::int as all from categories c
       join workspaces w on w.id = c.workspace_id where w.domain = 'halyard'`,
    )
    expect(rows).toEqual([{ below: 2, all: 8 }])
  })

  test('they were read, judged and searched for', async () => {
    const { rows } = await owner.query(
      `select count(*) filter (where n.views > 0)::int as read,
        count(*) filter (where n.helpful::float8 / (n.helpful + n.unhelpful) < 0.7)::int as poor,
        (select count(*) > 100 from article_feedback f where f.workspace_id = w.id) as "hasAnswers",
        (select count(*)::int from article_feedback f where f.workspace_id = w.id and f.comment <> '') as comments,
        (select count(distinct query)::int from article_searches s where s.workspace_id = w.id and s.results = 0) as missed,
        (select count(*)::int from popular_articles p where p.workspace_id = w.id) as popular
       from article_counts n join workspaces w on w.id = n.workspace_id where w.domain = 'halyard' group by w.id`,
    )
    expect(rows).toEqual([{ read: 35, poor: 2, hasAnswers: true, comments: 3, missed: 3, popular: 35 }])
  })

  test('their past lies behind them, and what is scheduled before them', async () => {
    const { isPast, isAhead } = await ofHalyard(
      `bool_and(a.updated_at < now() and a.created_at < now() - interval '1 minute') as "isPast",
       bool_and(t.publish_at > now()) filter (where t.publish_at is not null) as "isAhead"`,
    )
    expect([isPast, isAhead]).toEqual([true, true])
  })
})

test('all entries but two drafts are in two languages, and anybody reads them with their pictures and authors', async () => {
  const { rows } = await owner.query(
    `select count(distinct e.id)::int as entries, count(*) filter (where t.language = 'de')::int as german,
       count(*) filter (where t.publish_at is not null)::int as planned, bool_and(e.updated_at < now()) as "isPast"
     from content_entries e join content_texts t on t.entry_id = e.id
     join workspaces w on w.id = e.workspace_id where w.domain = 'halyard'`,
  )
  expect(rows).toEqual([{ entries: 60, german: 58, planned: 2, isPast: true }])
  const { items } = await as(null)(
    listContent,
    { params: { model: 'posts' }, query: { 'filter[category.slug]': 'guides', locale: 'de' } },
    onHost,
  )
  expect(items.length).toBeGreaterThan(5)
  const post = await as(null)(
    showContent,
    { params: { model: 'posts', id: 'six-rotas-for-a-bakery-that-never-closes' }, query: {} },
    onHost,
  )
  expect(post).toMatchObject({
    author: { slug: 'wanda-zielinska' },
    category: { name: 'Guides' },
    cover: { width: 1200, height: 800, alt: expect.stringContaining('Hills') },
  })
})

test('the messages of a ticket have their times in the order of their numbers', async () => {
  const pairs = await rowsOf(
    `select l.id from messages l
     join messages e on e.workspace_id = l.workspace_id and e.ticket_id = l.ticket_id and e.seq < l.seq
     where l.sent_at <= e.sent_at or l.created_at <= e.created_at or l.sent_at > now()`,
  )
  expect(pairs).toEqual([])
})

test('a closed ticket was solved before, and its history says when', async () => {
  expect(
    await rowsOf(
      `select number, solved_at, closed_at, updated_at from tickets
       where status = 'closed' and (solved_at is null or solved_at >= closed_at or updated_at <> closed_at or closed_at > now())`,
    ),
  ).toEqual([])
  expect(
    await rowsOf(
      `select t.number from tickets t
       join history h on h.workspace_id = t.workspace_id and h.subject_id = t.id and h.type = 'status.changed'
       where h.new = '"solved"' and h.created_at <> t.solved_at or h.new = '"closed"' and h.created_at <> t.closed_at`,
    ),
  ).toEqual([])
})

test('a customer’s address has every letter of their name', async () => {
  const addresses = await rowsOf(
    `select distinct e.address from customers c join customer_emails e on e.workspace_id = c.workspace_id and e.customer_id = c.id
     where c.name in ('Ingrid Sørensen', 'Björn Ek', 'Zofia Kamińska') order by 1`,
  )
  expect(addresses.map(({ address }) => address)).toEqual([
    'bjorn.ek@customer.example',
    'ingrid.sorensen@customer.example',
    'zofia.kaminska@customer.example',
  ])
})
