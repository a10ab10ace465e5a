import { type RawBuilder, sql } from 'kysely'
import { readEmailAddress } from '#contract/email-address.ts'
import type { FieldOwner } from '#contract/fields/custom-field-values.ts'
import type { Condition, QueryNode, Words } from '#contract/search/query.ts'
import { isEmptyValue, type QueryValue } from '#contract/search/query-keys.ts'
import {
  fieldKeyInQuery,
  ownerInQuery,
  statusValue,
  type TicketQueryKey,
  ticketQueryKeys,
} from '#contract/tickets/ticket-query.ts'
import { statuses as categories } from '#contract/tickets/ticket-values.ts'
import { isUuid } from '#contract/uuid.ts'
import {
  compileFieldCondition,
  isAtMost,
  type Selection,
  selectMatching,
} from '#server/fields/custom-fields/compile-condition.ts'
import type { CustomField } from '#server/fields/custom-fields/custom-field.ts'
import { inOwnScript } from '#server/search/words/address-spellings.ts'
import {
  allOf,
  anyValue,
  compareChoice,
  compareNumber,
  compareTime,
  compileQuery,
  eitherOf,
  type QueryMoment,
} from '#server/search/words/compile-query.ts'
import { fold } from '#server/search/words/fold.ts'
import { holdsWords } from '#server/search/words/holds-words.ts'
import { searchQuery } from '#server/search/words/search-words.ts'
import type { StatusRow } from '#server/tickets/statuses/find-statuses.ts'
import type { TeamRow } from '#server/tickets/teams/find-teams.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import { shownTicketId } from './tickets.ts'

type PeopleContext = { workspaceId: string; reader: Reader }
export type TicketQueryContext = QueryMoment &
  PeopleContext & {
    /** The custom fields of each owner, if the query names any of them. */
    fields: Readonly<Record<FieldOwner, readonly CustomField[]>>
    /** The statuses of the workspace, if the query names one. */
    statuses: readonly StatusRow[]
    /** The teams of the workspace, if the query names one. */
    teams: readonly Pick<TeamRow, 'id' | 'name'>[]
  }
type Compile = (condition: Condition, context: TicketQueryContext) => RawBuilder<boolean>

const choiceOf =
  (column: RawBuilder<unknown>, key: 'priority' | 'type' | 'channel'): Compile =>
  (condition) =>
    anyValue(ticketQueryKeys, condition, column, (value) =>
      compareChoice(column, ticketQueryKeys[key].choices, condition, value),
    )

const statusOf: Compile = (condition, { statuses }) =>
  eitherOf(
    condition.values.map((value) =>
      categories.some((category) => category === value.text)
        ? compareChoice(sql`tickets.status`, ticketQueryKeys.status.choices, condition, value)
        : compareStatus(condition, value, statuses),
    ),
  )

/** Compares with one status. Statuses are ordered by category and place, so a status of `open` is below `pending`. */
function compareStatus({ operator }: Condition, { text }: QueryValue, statuses: readonly StatusRow[]) {
  const place = statuses.findIndex((status) => statusValue(status) === text)
  const isEqual = operator.endsWith('=') || operator === ':'
  const side = { ':': 0, '=': 0, '<': -1, '<=': -1, '>': 1, '>=': 1 }[operator]
  const wanted = statuses.filter((_, at) => (at === place ? isEqual : side !== 0 && Math.sign(at - place) === side))
  return eitherOf(
    wanted.map(({ id, category, isDefault }) =>
      isDefault
        ? sql<boolean>`(tickets.status = ${category} and tickets.status_id is null)`
        : sql<boolean>`tickets.status_id = ${id}::uuid`,
    ),
  )
}

const timeOf =
  (column: RawBuilder<unknown>, isFuture = false): Compile =>
  (condition, context) =>
    anyValue(ticketQueryKeys, condition, column, (value) => compareTime(column, condition, value, context, isFuture))

const numberOf =
  (column: (context: TicketQueryContext) => RawBuilder<unknown>): Compile =>
  (condition, context) =>
    eitherOf(condition.values.map((value) => compareNumber(column(context), condition, value)))

const eachOf =
  <K extends string>(parts: Record<K, (context: TicketQueryContext) => RawBuilder<boolean>>): Compile =>
  ({ values }, context) =>
    eitherOf(values.map(({ text }) => parts[text as K](context)))

const allWords = (text: RawBuilder<unknown>, asked: string) =>
  sql<boolean>`(${sql.join([sql`true`, ...holdsWords(text, asked)], sql` and `)})`

const messages = (
  { workspaceId }: TicketQueryContext,
  condition: RawBuilder<boolean>,
) => sql<boolean>`exists (select from messages m
  where m.workspace_id = ${workspaceId} and m.ticket_id = tickets.id and ${condition})`

const hasLink = ({ workspaceId }: TicketQueryContext) => sql<boolean>`exists (select from ticket_links l
  where l.workspace_id = ${workspaceId} and (l.ticket_id = tickets.id or l.other_id = tickets.id))`

const hasIncidents = ({ workspaceId }: TicketQueryContext) => sql<boolean>`exists (select from ticket_links l
  where l.workspace_id = ${workspaceId} and l.other_id = tickets.id and l.kind = 'incident_of')`

const isAnswer = sql<boolean>`m.kind = 'reply' and m.author_type = 'agent' and m.sent_at is not null`

/** The customers that a value names: by id, by address, or by words of the name. */
export function customersNamed({ workspaceId }: PeopleContext, { text }: QueryValue): RawBuilder<unknown> {
  if (isUuid(text.toLowerCase())) return sql`select ${text}::uuid`
  const address = readEmailAddress(text)
  if (address)
    return sql`select e.customer_id from customer_emails e
      where e.workspace_id = ${workspaceId} and e.address = any(${[address, inOwnScript(address)]}::text[])`
  return sql`select c.id from customers c
    where c.workspace_id = ${workspaceId} and ${allWords(sql`spellings(c.name)`, text)}`
}

/** The companies that a value names: by id, by domain, or by words of the name. */
function companiesNamed({ workspaceId }: TicketQueryContext, { text }: QueryValue): RawBuilder<unknown> {
  if (isUuid(text.toLowerCase())) return sql`select ${text}::uuid`
  return sql`select c.id from companies c
    where c.workspace_id = ${workspaceId} and ${allWords(sql`spellings(c.name)`, text)}
    union all
    select d.company_id from company_domains d
    where d.workspace_id = ${workspaceId} and d.domain = ${text.toLowerCase()}`
}

export function membersNamed(
  { workspaceId, reader }: PeopleContext,
  { text, isQuoted }: QueryValue,
): RawBuilder<unknown> {
  if (!isQuoted && text.toLowerCase() === 'me') return sql`select ${reader.id}::uuid`
  if (isUuid(text.toLowerCase())) return sql`select ${text}::uuid`
  return sql`select m.id from members m
    where m.workspace_id = ${workspaceId} and ${allWords(sql`spellings(m.name || ' ' || m.surname || ' ' || m.email)`, text)}`
}

const conditions: Record<TicketQueryKey, Compile> = {
  status: statusOf,
  priority: choiceOf(sql`tickets.priority`, 'priority'),
  type: choiceOf(sql`tickets.type`, 'type'),
  channel: choiceOf(sql`tickets.channel`, 'channel'),
  assignee: (condition, context) =>
    anyValue(
      ticketQueryKeys,
      condition,
      sql`tickets.assignee_id`,
      (value) => sql<boolean>`tickets.assignee_id in (${membersNamed(context, value)})`,
    ),
  team: (condition, { workspaceId, reader, teams }) =>
    anyValue(ticketQueryKeys, condition, sql`tickets.team_id`, ({ text }) =>
      text === 'mine'
        ? sql<boolean>`tickets.team_id in (select m.team_id from team_members m
            where m.workspace_id = ${workspaceId} and m.member_id = ${reader.id})`
        : sql<boolean>`tickets.team_id = ${teams.find(({ name }) => name === text)!.id}::uuid`,
    ),
  follower: (condition, context) => {
    const followers = (which: RawBuilder<unknown>) => sql<boolean>`exists (select from ticket_followers f
      where f.workspace_id = ${context.workspaceId} and f.ticket_id = tickets.id ${which})`
    return anyValue(ticketQueryKeys, condition, sql`(case when ${followers(sql``)} then 1 end)`, (value) =>
      followers(sql`and f.member_id in (${membersNamed(context, value)})`),
    )
  },
  mentions: (condition, context) => {
    const mentioned = (
      which: RawBuilder<unknown>,
    ) => sql<boolean>`tickets.id in (select m.ticket_id from note_mentions n
      join messages m on m.workspace_id = ${context.workspaceId} and m.id = n.message_id and m.redacted_at is null
      where n.workspace_id = ${context.workspaceId} ${which})`
    return anyValue(ticketQueryKeys, condition, sql`(case when ${mentioned(sql``)} then 1 end)`, (value) =>
      mentioned(sql`and n.member_id in (${membersNamed(context, value)})`),
    )
  },
  language: (condition, { workspaceId }) => {
    const language = sql`(select c.language from customers c
      where c.workspace_id = ${workspaceId} and c.id = tickets.requester_id)`
    // `de` also finds `de-AT`.
    return anyValue(ticketQueryKeys, condition, language, ({ text }) => {
      const wanted = text.toLowerCase()
      return sql<boolean>`tickets.requester_id in (select c.id from customers c
        where c.workspace_id = ${workspaceId} and (lower(c.language) = ${wanted}
          or (c.language is not null and starts_with(lower(c.language), ${`${wanted}-`}))))`
    })
  },
  requester: (condition, context) =>
    eitherOf(
      condition.values.map((value) => sql<boolean>`tickets.requester_id in (${customersNamed(context, value)})`),
    ),
  company: (condition, context) => {
    const people = (which: RawBuilder<unknown>) => sql`select p.customer_id from company_people p
      where p.workspace_id = ${context.workspaceId} ${which}`
    const isAny = sql`(case when tickets.requester_id in (${people(sql``)}) then 1 end)`
    return anyValue(
      ticketQueryKeys,
      condition,
      isAny,
      (value) =>
        sql<boolean>`tickets.requester_id in (${people(sql`and p.company_id in (${companiesNamed(context, value)})`)})`,
    )
  },
  cc: (condition, context) => {
    const copies = (which: RawBuilder<unknown>) => sql<boolean>`exists (select from ticket_copies k
      where k.workspace_id = ${context.workspaceId} and k.ticket_id = tickets.id ${which})`
    return anyValue(ticketQueryKeys, condition, sql`(case when ${copies(sql``)} then 1 end)`, (value) =>
      copies(sql`and k.customer_id in (${customersNamed(context, value)})`),
    )
  },
  tag: (condition, { workspaceId }) =>
    anyValue(
      ticketQueryKeys,
      condition,
      sql`nullif(tickets.tags, '{}')`,
      // With `limit` PostgreSQL looks for the row of each ticket in the order of the list, until the page is full.
      ({ text }) => sql<boolean>`exists (select from ticket_tags g
        where g.workspace_id = ${workspaceId} and g.ticket_id = tickets.id and g.folded = ${fold(text)} offset 0 limit 1)`,
    ),
  form: (condition, { workspaceId }) =>
    anyValue(
      ticketQueryKeys,
      condition,
      sql`tickets.form_id`,
      ({ text }) => sql<boolean>`tickets.form_id in (select o.id from ticket_forms o
        where o.workspace_id = ${workspaceId} and (o.key = ${text.toLowerCase()} or ${allWords(sql`spellings(o.name)`, text)}))`,
    ),
  subject: ({ operator, values }) =>
    eitherOf(
      values.map(({ text }) =>
        operator === '='
          ? sql<boolean>`fold(tickets.subject) = ${fold(text)}`
          : allWords(sql`spellings(tickets.subject)`, text),
      ),
    ),
  number: numberOf(() => sql`tickets.number`),
  has: eachOf<(typeof ticketQueryKeys)['has']['choices'][number]['value']>({
    attachment: (context) =>
      messages(
        context,
        sql`exists (select from attachments a where a.workspace_id = ${context.workspaceId} and a.message_id = m.id)`,
      ),
    note: (context) => messages(context, sql`m.kind = 'note'`),
    reply: (context) => messages(context, isAnswer),
    article: (context) =>
      messages(
        context,
        sql`exists (select from article_uses u where u.workspace_id = ${context.workspaceId} and u.message_id = m.id)`,
      ),
    link: hasLink,
    draft: ({ workspaceId, reader }) => sql`tickets.id in (select d.ticket_id from drafts d
      where d.workspace_id = ${workspaceId} and d.member_id = ${reader.id}
      union all
      select ${shownTicketId(workspaceId, sql`s.ticket_id`)} from side_drafts d
      join side_conversations s on s.workspace_id = ${workspaceId} and s.id = d.side_conversation_id
      where d.workspace_id = ${workspaceId} and d.member_id = ${reader.id})`,
    incidents: hasIncidents,
    side_conversation: ({ workspaceId }) => sql`tickets.id in (select s.ticket_id from side_conversations s
      where s.workspace_id = ${workspaceId})`,
  }),
  is: eachOf<(typeof ticketQueryKeys)['is']['choices'][number]['value']>({
    unread: ({ workspaceId, reader }) => sql`tickets.last_customer_seq > coalesce((select r.seq from ticket_reads r
      where r.workspace_id = ${workspaceId} and r.ticket_id = tickets.id and r.member_id = ${reader.id}), 0)`,
    snoozed: () => sql`tickets.shelf = 'snoozed'`,
    spam: () => sql`tickets.shelf = 'spam'`,
    trashed: () => sql`tickets.shelf = 'trash'`,
    merged: () => sql`tickets.merged_into is not null`,
    followup: () => sql`tickets.follow_up_of is not null`,
    overdue: ({ now }) =>
      sql`(tickets.due_at < ${now.toISOString()}::timestamptz and tickets.status not in ('solved', 'closed'))`,
    held: (context) => messages(context, sql`m.sent_at is null`),
  }),
  created: timeOf(sql`tickets.created_at`),
  updated: timeOf(sql`tickets.updated_at`),
  solved: timeOf(sql`tickets.solved_at`),
  closed: timeOf(sql`tickets.closed_at`),
  waiting: timeOf(sql`tickets.waiting_since`),
  due: timeOf(sql`tickets.due_at`, true),
  first_reply: timeOf(sql`tickets.first_replied_at`),
  replies: numberOf(
    ({ workspaceId }) => sql`(select count(*) from messages m
      where m.workspace_id = ${workspaceId} and m.ticket_id = tickets.id and ${isAnswer})`,
  ),
  linked: (condition, context) => {
    const id = context.workspaceId
    const links = (which: RawBuilder<unknown>) => sql<boolean>`exists (
      select from ticket_links l join tickets other on other.workspace_id = ${id}
        and other.id = case when l.ticket_id = tickets.id then l.other_id else l.ticket_id end
      where l.workspace_id = ${id} and (l.ticket_id = tickets.id or l.other_id = tickets.id) ${which})`
    return anyValue(ticketQueryKeys, condition, sql`(case when ${hasLink(context)} then 1 end)`, (value) =>
      links(sql`and ${compareNumber(sql`other.number`, condition, value)}`),
    )
  },
  problem: (condition, { workspaceId: id }) => {
    const links = (which: RawBuilder<unknown>) => sql<boolean>`exists (
      select from ticket_links l join tickets problem on problem.workspace_id = ${id} and problem.id = l.other_id
      where l.workspace_id = ${id} and l.ticket_id = tickets.id and l.kind = 'incident_of' ${which})`
    return anyValue(ticketQueryKeys, condition, sql`(case when ${links(sql``)} then 1 end)`, (value) =>
      links(sql`and ${compareNumber(sql`problem.number`, condition, value)}`),
    )
  },
  reopens: numberOf(() => sql`tickets.reopen_count`),
}

/** Compiles a query to one SQL condition on `tickets`. */
export const compileTicketQuery = (node: QueryNode, context: TicketQueryContext): RawBuilder<boolean> =>
  compileQuery(node, {
    condition: (condition) =>
      ownerInQuery(condition.key)
        ? customFieldCondition(condition, context)
        : conditions[condition.key as TicketQueryKey](condition, context),
    words: (words, { isTyped }) => holdAll(words, isTyped, context),
  })

function customFieldCondition(condition: Condition, context: TicketQueryContext): RawBuilder<boolean> {
  const { workspaceId } = context
  const { owner, field } = fieldOf(condition, context)
  const some = someOf[owner](workspaceId)
  return compileFieldCondition(field, condition, { owner: { workspaceId, some }, moment: context })
}

type Matches = (subject: RawBuilder<unknown>) => RawBuilder<boolean>

/** How a ticket leads to what has the values: itself, its requester, or the companies of its requester. */
const someOf: Record<FieldOwner, (workspaceId: string) => (matches: Matches) => RawBuilder<boolean>> = {
  ticket: () => (matches) => matches(sql`tickets.id`),
  customer: () => (matches) => matches(sql`tickets.requester_id`),
  company: (workspaceId) => (matches) =>
    sql<boolean>`exists (select from company_people p
    where p.workspace_id = ${workspaceId} and p.customer_id = tickets.requester_id
      and ${matches(sql`p.company_id`)} offset 0 limit 1)`,
}

function fieldOf({ key }: Condition, { fields }: Pick<TicketQueryContext, 'fields'>) {
  const owner = ownerInQuery(key)!
  return { owner, field: fields[owner].find((field) => fieldKeyInQuery(owner, field.key) === key)! }
}

/** Tickets of an index, among which are all that match a query. */
export type TicketSelection = {
  ids: RawBuilder<unknown>
  /** True if the tickets are so few that reading them is faster than finding some of them in the order of a list. */
  isFew: RawBuilder<boolean>
  /** True if the tickets are so few that reading and sorting all of them is fast. */
  isSmall: RawBuilder<boolean>
  /** The conditions that the tickets must still be tested for. */
  rest: QueryNode
}

const everything: QueryNode = { kind: 'and', parts: [] }
/** Each selection repeats the query, so only the first of them are tried. */
const mostSelections = 4

/** Returns the indexes that can find the tickets of a query: those of custom fields, tags and problems. */
export function selectionsOf(node: QueryNode, context: TicketQueryContext): TicketSelection[] {
  if (node.kind === 'condition') return selectionsOfCondition(node, context)
  if (node.kind === 'and')
    return node.parts
      .flatMap((part, at) =>
        selectionsOf(part, context).map(({ rest, ...selection }) => ({
          ...selection,
          // The other parts keep their places, because the last word of a query is a prefix.
          rest: { ...node, parts: node.parts.with(at, rest) },
        })),
      )
      .slice(0, mostSelections)
  if (node.kind !== 'or') return []
  const each = node.parts.flatMap((part) => selectionsOf(part, context).slice(0, 1))
  if (each.length === 0 || each.length < node.parts.length) return []
  const ids = sql`${sql.join(
    each.map((one) => one.ids),
    sql` union all `,
  )}`
  const isFew = allOf(each.map((one) => one.isFew))
  return [{ ids, isFew, isSmall: allOf(each.map(({ isSmall }) => isSmall)), rest: node }]
}

function selectionsOfCondition(condition: Condition, context: TicketQueryContext): TicketSelection[] {
  const owner = ownerInQuery(condition.key)
  const selection =
    condition.key === 'tag'
      ? selectTagged(condition, context)
      : condition.key === 'problem'
        ? selectIncidents(condition, context)
        : owner && selectMatching(fieldOf(condition, context).field, condition, { ...context, moment: context })
  if (!selection) return []
  const rest = selection.isExact ? everything : condition
  const isOfTicket = !owner || owner === 'ticket'
  const ids = isOfTicket ? selection.ids : selectOfProfiles(owner, selection, context)
  const hasAtMost = (most: number) =>
    isOfTicket ? isAtMost(selection, most) : allOf([isAtMost(selection, most), isAtMost({ ids }, most)])
  return [{ ids, isFew: hasAtMost(mostFew), isSmall: hasAtMost(mostSmall), rest }]
}

export const mostFew = 1000
const mostSmall = 10_000

/** Selects the tickets of customers, or of the people of companies. */
const selectOfProfiles = (
  owner: 'customer' | 'company',
  { ids }: Selection,
  { workspaceId: id }: TicketQueryContext,
) =>
  owner === 'customer'
    ? sql`select t.id from (${ids}) r join tickets t on t.workspace_id = ${id} and t.requester_id = r.id`
    : sql`select t.id from (${ids}) r
        join company_people p on p.workspace_id = ${id} and p.company_id = r.id
        join tickets t on t.workspace_id = ${id} and t.requester_id = p.customer_id`

function selectTagged({ values }: Condition, { workspaceId }: TicketQueryContext): Selection | null {
  if (values.some((value) => isEmptyValue(ticketQueryKeys.tag, value))) return null
  const tags = values.map(({ text }) => fold(text))
  const ids = sql`select g.ticket_id as id from ticket_tags g
    where g.workspace_id = ${workspaceId} and g.folded = any(${tags}::text[])`
  return { ids, isExact: true }
}

/** Selects the incidents of problems. Comparisons such as `problem>100` can match many. */
function selectIncidents({ operator, values }: Condition, { workspaceId: id }: TicketQueryContext): Selection | null {
  const numbers = values.map(({ text }) => Number(text))
  const isEqual = operator === ':' || operator === '='
  if (!isEqual || numbers.some((number) => !(number <= mostNumber))) return null
  const ids = sql`select l.ticket_id as id from ticket_links l
    join tickets problem on problem.workspace_id = ${id} and problem.id = l.other_id
    where l.workspace_id = ${id} and l.kind = 'incident_of' and problem.number = any(${numbers}::int[])`
  return { ids, isExact: true }
}

const mostNumber = 2_147_483_647

function holdAll(words: Words[], isTyped: boolean, context: TicketQueryContext): RawBuilder<boolean> {
  const phrases = words.filter(({ isPhrase }) => isPhrase)
  const query = searchQuery(words.map(({ text }) => text).join(' '), { isTyped })
  return allOf([
    ...(query ? [indexed(query, context)] : []),
    ...phrases.map(({ text }) => holdsPhrase(fold(text.trim()), context)),
  ])
}

const indexed = (query: string, { workspaceId, reader }: TicketQueryContext) => {
  const words = reader.kind === 'customer' ? sql`s.public_words` : sql`(s.public_words || s.internal_words)`
  return sql<boolean>`exists (select from ticket_search s
    where s.workspace_id = ${workspaceId} and s.ticket_id = tickets.id and ${words} @@ ${query}::tsquery)`
}

// The index keeps no order of words, so a phrase is looked up in the texts of the tickets that have all its words.
function holdsPhrase(phrase: string, context: TicketQueryContext): RawBuilder<boolean> {
  const isForReader = context.reader.kind === 'customer' ? sql`m.kind = 'reply'` : sql`true`
  return eitherOf([
    sql`strpos(fold(tickets.subject), ${phrase}) > 0`,
    messages(context, sql`m.sent_at is not null and ${isForReader} and strpos(fold(m.body_text), ${phrase}) > 0`),
  ])
}
