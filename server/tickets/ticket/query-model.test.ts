import { expect, test } from 'vitest'
import { createCompanyField, createCustomerField, createTicketField } from '#contract/fields/custom-fields.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { createTeam } from '#contract/tickets/teams.ts'
import { changeTicket, createTicket, listTickets, markTicketSeen } from '#contract/tickets/tickets.ts'
import { createCompany, putCompanyPerson } from '#contract/workspace/companies.ts'
import { changeCustomer } from '#contract/workspace/customers.ts'
import { as } from '#test/ask.ts'
import { makeWorkspace, newCustomer, newMember, owner } from '#test/world.ts'

const statuses = ['new', 'open', 'pending', 'on_hold', 'solved', 'closed']
const priorities = ['low', 'normal', 'high', 'urgent']
const types = ['question', 'incident', 'problem', 'task', null]
const tags = ['vip', 'Refund', 'café', 'two words']
const vocabulary = ['lamp', 'chair', 'Über', 'broken', 'invoice', 'holiday', 'zebra']

const world = await makeWorkspace('model', 'Model', ['Mona', 'Max', 'Mira', 'Milo'])
const teamNames = ['Billing', 'Späti Team', 'Nights']
const members = [world.agent, world.admin, await newMember(world, 'Zoë')]
const teams = await Promise.all(
  teamNames.map((name, at) =>
    as(world.admin)(createTeam, { body: { name, color: 'teal', members: at === 1 ? [] : [world.agent.id] } }),
  ),
)
const plans = ['free', 'pro', 'scale']
const words = ['red lamp', 'blue lamp', 'blue chair', null]
const field = { key: 'Plan', label: 'Plan', kind: 'select', options: plans.map((key) => ({ key })) } as const
await as(world.admin)(createTicketField, { body: field })
await as(world.admin)(createCustomerField, { body: field })
await as(world.admin)(createCustomerField, { body: { key: 'seats', label: 'Seats', kind: 'integer' } })
await as(world.admin)(createCompanyField, { body: { key: 'makes', label: 'Makes', kind: 'text' } })
const people = [world.customer, world.otherCustomer, await newCustomer(world, 'Łukasz')]
const companies = await Promise.all(
  words.map(async (makes, at) => {
    const { id } = await as(world.admin)(createCompany, { body: { name: `Company ${at}`, customFields: { makes } } })
    return { id, makes }
  }),
)
/** The first customer belongs to no company, the last one to two. */
const customers = await Promise.all(
  people.map(async (person, at) => {
    const values = { Plan: plans[at - 1] ?? null, seats: at * 10 }
    await as(world.admin)(changeCustomer, { params: { id: person.id }, body: { customFields: values } })
    const own = companies.slice(0, at)
    for (const { id } of own)
      await as(world.admin)(putCompanyPerson, {
        params: { id, customerId: person.id },
        body: { sharesTickets: false },
      })
    return { ...person, plan: values.Plan, seats: values.seats, companies: own }
  }),
)

const random = (below: number) => Math.floor(Math.random() * below)
const pick = <T>(items: readonly T[]): T => items[random(items.length)]!
const some = <T>(items: readonly T[]) => items.filter(() => random(3) === 0)
const perhaps = <T>(make: () => T): T | null => (random(3) === 0 ? null : make())

const minute = 60_000
const day = 1440 * minute
const now = Date.now()
/** A time up to 60 days from now, never at the edge of an hour. */
const timeAgo = () => new Date(now - random(60) * day - random(24) * 60 * minute - (11 + random(30)) * minute)

type Ticket = Awaited<ReturnType<typeof plantTicket>>

async function plantTicket() {
  const requester = pick(customers)
  const [subject, text] = [`${pick(vocabulary)} ${pick(vocabulary)}`, `${pick(vocabulary)} ${pick(vocabulary)}`]
  const { id, number } = await as(requester)(createTicket, { body: { subject, text } })
  const plan = perhaps(() => pick(plans))
  await as(world.agent)(changeTicket, { params: { id }, body: { customFields: { Plan: plan } } })
  const write = (kind: 'reply' | 'note') =>
    as(world.agent)(writeMessage, { params: { id }, body: { text: 'ok', kind } })
  const replies = random(3)
  for (let turn = 0; turn < replies; turn += 1) await write('reply')
  const hasNote = random(2) === 0
  if (hasNote) await write('note')
  const isSeen = random(2) === 0
  if (isSeen) await as(world.agent)(markTicketSeen, { params: { id }, body: { seq: 100 } })
  const row = {
    ...{ status: pick(statuses), priority: pick(priorities), type: pick(types), tags: some(tags) },
    assignee: perhaps(() => pick(members)),
    team: perhaps(() => pick(teams)),
    ...{ created: timeAgo(), updated: timeAgo(), solved: perhaps(timeAgo), closed: perhaps(timeAgo) },
    ...{ waiting: perhaps(timeAgo), first_reply: perhaps(timeAgo) },
    due: perhaps(() => new Date(now + (random(40) - 20) * day + 17 * minute)),
    ...{ snoozed: perhaps(() => new Date(now + day)), spam: random(8) === 0, trashed: random(8) === 0 },
    reopens: random(4),
  }
  await owner.query(
    `update tickets set status = $2, priority = $3, type = $4, tags = $5, assignee_id = $6, created_at = $7, updated_at = $8,
       solved_at = $9, closed_at = $10, waiting_since = $11, first_replied_at = $12, due_at = $13, snoozed_until = $14,
       spam_at = $15, trashed_at = $16, reopen_count = $17, team_id = $19 where workspace_id = $18 and id = $1`,
    [
      ...[id, row.status, row.priority, row.type, row.tags, row.assignee?.id ?? null, row.created, row.updated],
      ...[row.solved, row.closed, row.waiting, row.first_reply, row.due, row.snoozed],
      ...[row.spam ? row.created : null, row.trashed ? row.created : null, row.reopens, world.id, row.team?.id ?? null],
    ],
  )
  await owner.query(
    `insert into ticket_tags (workspace_id, ticket_id, folded, name) select $1, $2, fold(name), name from unnest($3::text[]) name`,
    [world.id, id, row.tags],
  )
  return { id, number, subject, text, plan, requester, replies, hasNote, isUnread: !isSeen && replies === 0, ...row }
}

const tickets: Ticket[] = []
for (let turn = 0; turn < 60; turn += 1) tickets.push(await plantTicket())
// Whether a ticket counts as read depends on replies, so the model takes it from the API.
const listed = await Promise.all(
  (['all', 'spam', 'trash'] as const).map((view) => as(world.agent)(listTickets, { query: { view, limit: '100' } })),
)
const unread = new Map(listed.flatMap(({ items }) => items.map(({ id, isUnread }) => [id, isUnread])))

type Part = { text: string; matches(ticket: Ticket): boolean }

const plainLetters = (text: string) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ł', 'l')
const local = (time: Date) => time.toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).replace(' ', 'T').slice(0, 16)
const compare = {
  ':': (order: number) => order === 0,
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
}
type Operator = keyof typeof compare
const operators = Object.keys(compare) as Operator[]
const orderOf = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const choice = (key: string, values: string[], of: (ticket: Ticket) => string | null): Part => {
  const wanted = [pick(values), pick(values)]
  return { text: `${key}:${wanted.join(',')}`, matches: (ticket) => wanted.includes(of(ticket) ?? 'none') }
}
const ranked = (key: 'status' | 'priority', values: string[]): Part => {
  const [operator, value] = [pick(operators), pick(values)]
  const rank = (one: string) => values.indexOf(one)
  return { text: `${key}${operator}${value}`, matches: (ticket) => compare[operator](rank(ticket[key]) - rank(value)) }
}
const numeric = (key: string, most: number, of: (ticket: Ticket) => number): Part => {
  const [operator, value] = [pick(operators), random(most)]
  return { text: `${key}${operator}${value}`, matches: (ticket) => compare[operator](of(ticket) - value) }
}

type TimeKey = 'created' | 'updated' | 'solved' | 'closed' | 'waiting' | 'first_reply' | 'due'
const timed = (key: TimeKey): Part => {
  const of = (ticket: Ticket) => ticket[key]
  const form = random(5)
  if (form === 0 && key !== 'created' && key !== 'updated') {
    const value = pick(['none', 'any'])
    return { text: `${key}:${value}`, matches: (ticket) => (of(ticket) === null) === (value === 'none') }
  }
  if (form <= 2) {
    const operator = pick(operators.slice(1))
    const hours = random(40 * 24) + 1
    const sign = key === 'due' ? 1 : -1
    const isPast = (time: Date) => (sign * (time.getTime() - Date.now())) / minute - hours * 60
    return {
      text: `${key}${operator}${hours % 24 === 0 ? `${hours / 24}d` : `${hours}h`}`,
      matches: (ticket) => of(ticket) !== null && compare[operator](Math.sign(isPast(of(ticket)!))),
    }
  }
  const operator = pick(operators)
  const example = local(key === 'due' ? new Date(now + (random(40) - 20) * day) : timeAgo())
  const value = form === 3 ? example.slice(0, 10) : example
  const cut = (time: Date) => local(time).slice(0, value.length)
  return {
    text: `${key}${operator}${value}`,
    matches: (ticket) => of(ticket) !== null && compare[operator](orderOf(cut(of(ticket)!), value)),
  }
}

const monthOf = (time: Date) => local(time).slice(0, 7)
const named = (): Part => {
  const today = local(new Date(now))
  const yesterday = local(new Date(now - day)).slice(0, 10)
  return pick<Part>([
    { text: 'created:this_month', matches: ({ created }) => monthOf(created) === today.slice(0, 7) },
    { text: 'updated<this_month', matches: ({ updated }) => monthOf(updated) < today.slice(0, 7) },
    { text: 'created:yesterday', matches: ({ created }) => local(created).startsWith(yesterday) },
    { text: 'created>=this_year', matches: ({ created }) => local(created).slice(0, 4) >= today.slice(0, 4) },
  ])
}

const textOf = ({ subject, text, tags: own }: Ticket) => plainLetters(`${subject} ${text} ${own.join(' ')}`)
const leaves: (() => Part)[] = [
  () => ranked('status', statuses),
  () => ranked('priority', priorities),
  () => choice('status', statuses, ({ status }) => status),
  () => choice('type', ['question', 'incident', 'none'], ({ type }) => type),
  () => ({ text: 'type:any', matches: ({ type }) => type !== null }),
  () => {
    const member = pick(members)
    const text = pick([member.id, member.email, plainLetters(member.name).toUpperCase()])
    return { text: `assignee:${text}`, matches: ({ assignee }) => assignee?.id === member.id }
  },
  () => {
    const { id, name } = pick(teams)
    const text = pick([id, `"${name.toUpperCase()}"`])
    return { text: `team:${text}`, matches: ({ team }) => team?.id === id }
  },
  () => ({ text: 'team:none', matches: ({ team }) => team === null }),
  () => ({ text: 'team:any', matches: ({ team }) => team !== null }),
  () => ({ text: 'team:mine', matches: ({ team }) => Boolean(team?.members.includes(world.agent.id)) }),
  () => ({ text: 'assignee:me', matches: ({ assignee }) => assignee?.id === world.agent.id }),
  () => ({ text: 'assignee:none', matches: ({ assignee }) => assignee === null }),
  () => {
    const { id, email, name } = pick(customers)
    const text = pick([id, email, plainLetters(name)])
    return { text: `requester:${text}`, matches: ({ requester }) => requester.id === id }
  },
  () => choice('field.plan', plans, ({ plan }) => plan),
  () => choice('customer.plan', [...plans, 'none'], ({ requester }) => requester.plan),
  () => ({ text: 'customer.plan:any', matches: ({ requester }) => requester.plan !== null }),
  () => numeric('customer.seats', 30, ({ requester }) => requester.seats),
  () => {
    const words = pick(['lamp', 'blue', 'lamp blue', 'red chair'])
    const hasAll = (makes: string | null) => words.split(' ').every((word) => makes?.split(' ').includes(word))
    const matches = ({ requester }: Ticket) => requester.companies.some(({ makes }) => hasAll(makes))
    return { text: `company.makes:"${words}"`, matches }
  },
  () => ({ text: 'company.makes:none', matches: ({ requester }) => requester.companies.length === 0 }),
  () => {
    const tag = pick(tags)
    return { text: `tag:"${plainLetters(tag)}"`, matches: (ticket) => ticket.tags.includes(tag) }
  },
  () => ({ text: 'tag:none', matches: (ticket) => ticket.tags.length === 0 }),
  () => {
    const word = pick(vocabulary)
    return { text: `subject:${word}`, matches: ({ subject }) => subject.split(' ').includes(word) }
  },
  () => {
    const { subject } = pick(tickets)
    return { text: `subject="${subject.toUpperCase()}"`, matches: (ticket) => ticket.subject === subject }
  },
  () => numeric('number', 60, ({ number }) => number),
  () => numeric('replies', 3, ({ replies }) => replies),
  () => numeric('reopens', 4, ({ reopens }) => reopens),
  () => ({ text: 'has:note', matches: ({ hasNote }) => hasNote }),
  () => ({ text: 'has:reply', matches: ({ replies }) => replies > 0 }),
  () => ({ text: 'has:attachment,article', matches: () => false }),
  () => ({ text: 'is:unread', matches: ({ id }) => unread.get(id)! }),
  () => ({ text: 'is:followup,held', matches: () => false }),
  () => ({
    text: 'is:overdue',
    matches: ({ due, status }) => due !== null && due.getTime() < now && !['solved', 'closed'].includes(status),
  }),
  () => ({
    text: 'is:snoozed',
    matches: ({ spam, trashed, snoozed, status }) =>
      !spam && !trashed && snoozed !== null && !['solved', 'closed'].includes(status),
  }),
  ...(['created', 'updated', 'solved', 'closed', 'waiting', 'first_reply', 'due'] as const).map(
    (key) => () => timed(key),
  ),
  named,
  () => {
    const word = pick(vocabulary)
    return { text: plainLetters(word), matches: (ticket) => textOf(ticket).split(' ').includes(plainLetters(word)) }
  },
  () => {
    const { subject } = pick(tickets)
    const phrase = plainLetters(subject)
    return {
      text: `"${subject}"`,
      matches: (ticket) => [ticket.subject, ticket.text].some((text) => plainLetters(text).includes(phrase)),
    }
  },
]

function makeQuery(depth: number): Part {
  const form = depth === 0 ? 0 : random(4)
  if (form === 0) return pick(leaves)()
  if (form === 1) {
    const part = makeQuery(depth - 1)
    return { text: `${pick(['-', 'NOT '])}(${part.text})`, matches: (ticket) => !part.matches(ticket) }
  }
  const parts = [makeQuery(depth - 1), makeQuery(depth - 1)]
  if (form === 2)
    return {
      text: `(${parts.map(({ text }) => text).join(' OR ')})`,
      matches: (ticket) => parts.some((part) => part.matches(ticket)),
    }
  return {
    text: parts.map(({ text }) => text).join(' '),
    matches: (ticket) => parts.every((part) => part.matches(ticket)),
  }
}

test('2,000 random queries find what a model finds', { timeout: 600_000 }, async () => {
  const visible = tickets.filter(({ spam, trashed }) => !spam && !trashed)
  let found = 0
  for (let turn = 0; turn < 2000; turn += 1) {
    const query = makeQuery(3)
    const { items, detail } = await as(world.agent)(listTickets, { query: { q: query.text, limit: '100' } })
    const wanted = visible.filter((ticket) => query.matches(ticket)).map(({ number }) => number)
    expect(items?.map(({ number }) => number).toSorted((one, other) => one - other) ?? detail, query.text).toEqual(
      wanted.toSorted((one, other) => one - other),
    )
    found += wanted.length
  }
  expect(found).toBeGreaterThan(2000)
})
