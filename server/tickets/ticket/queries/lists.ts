import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { QueryOrder } from '#contract/search/query.ts'
import type { TicketStatus } from '#contract/tickets/statuses.ts'
import type { TicketOrder } from '#contract/tickets/ticket-query.ts'
import type { Suppression } from '#contract/workspace/customers.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { statement } from '#server/platform/fast-reads/statement.ts'
import type { SortKind } from '#server/search/words/cursor.ts'
import { forEachSide, type Reader, visibleTo } from '#server/tickets/ticket/caller.ts'
import { type TicketState, ticketColumns } from '#server/tickets/ticket/ticket-state.ts'
import type { TicketSelection } from './ticket-query.ts'
import { conditionOf, type HiddenShelf, type Order, type View } from './views.ts'

type Person = { id: string; name: string; email: string }
type Correspondent = Person & { suppression: Suppression | null }

export type TicketCard = Omit<TicketState, 'mergedInto'> & {
  mergedInto: { id: string; number: number } | null
  form: { id: string; key: string; name: string } | null
  requester: Correspondent
  assignee: Person | null
  team: { id: string; name: string } | null
  cc: Correspondent[]
  isUnread: boolean
  sortKey: string
  /** Id of the default status of the category, which a ticket without `statusId` has. */
  defaultStatusId: string
  statusName: string
  statusColor: TicketStatus['color']
  customerLabel: string
}

const columns = sql.join(ticketColumns.map((name) => sql.ref(`tickets.${name}`)))

/**
 * How a list is sorted. `kind` is the type of `by`, which a cursor stores as text. `isIndexed`: an index has all tickets
 * in this order.
 */
export type Sort = { by: RawBuilder<unknown>; kind: SortKind; isDescending: boolean; isIndexed: boolean }
const casts = { time: sql`timestamptz`, number: sql`integer`, text: sql`text` }

const timeSort = (by: RawBuilder<unknown>, isDescending: boolean): Sort => ({
  by,
  kind: 'time',
  isDescending,
  isIndexed: true,
})
const sorts: Record<Order, Sort> = {
  waiting: timeSort(sql`waiting_order`, false),
  updated: timeSort(sql`updated_at`, true),
  created: timeSort(sql`created_at`, true),
}
/** Returns the order that a query names. */
export function querySort({ key, isDescending }: Pick<QueryOrder, 'key' | 'isDescending'>, workspaceId: string): Sort {
  const sorted: Record<TicketOrder, Omit<Sort, 'isDescending'>> = {
    waiting: sorts.waiting,
    updated: sorts.updated,
    created: sorts.created,
    number: { by: sql`number`, kind: 'number', isIndexed: true },
    priority: {
      by: sql`array_position('{low,normal,high,urgent}'::text[], priority)`,
      kind: 'number',
      isIndexed: false,
    },
    requester: {
      by: sql`(select fold(c.name) from customers c
        where c.workspace_id = ${workspaceId} and c.id = tickets.requester_id)`,
      kind: 'text',
      isIndexed: false,
    },
  }
  return { ...sorted[key as TicketOrder], isDescending }
}

export const sortFor = (order: Order, kind: Kind): Sort =>
  order === 'updated' && kind === 'customer' ? timeSort(sql`public_updated_at`, true) : sorts[order]

type Page = {
  view: View
  order: Order
  requester?: string | undefined
  assignee?: string | undefined
  after?: { key: string; id: string } | undefined
  limit: number
}

type Kind = Reader['kind']
type PageShape = Pick<Page, 'view' | 'order' | 'limit'> & {
  kind: Kind
  isOfRequester: boolean
  assigned: 'anybody' | 'inactive' | 'one'
  isFollowing: boolean
}
type PageValues = { readerId: string | null; requester: string; assignee: string; afterKey: string; afterId: string }

const pages = new LRUCache<string, ReturnType<typeof writePage>>({ max: 500 })

export async function listTicketCards(
  tx: WorkspaceTx,
  reader: Reader,
  { view, order, requester, assignee, after, limit }: Page,
): Promise<TicketCard[]> {
  const shape = {
    kind: reader.kind,
    view,
    order,
    isOfRequester: Boolean(requester),
    assigned: assignedOf(assignee),
    isFollowing: Boolean(after),
    limit,
  }
  const name = JSON.stringify(shape)
  const list = pages.get(name) ?? writePage(shape)
  pages.set(name, list)
  const values = {
    requester: requester ?? '',
    assignee: assignee ?? '',
    afterKey: after?.key ?? '',
    afterId: after?.id ?? '',
  }
  return (await list(tx, { readerId: reader.id, ...values })).map(cardOf)
}

const assignedOf = (assignee: string | undefined): PageShape['assigned'] =>
  assignee === undefined ? 'anybody' : assignee === 'inactive' ? 'inactive' : 'one'

const ofAssignee = (id: string, assigned: PageShape['assigned'], assignee: string) => {
  if (assigned === 'anybody') return sql``
  if (assigned === 'one') return sql`and assignee_id = ${assignee}::uuid`
  return sql`and assignee_id in (select m.id from members m where m.workspace_id = ${id} and m.status <> 'active')`
}

const writePage = ({ kind, view, order, isOfRequester, assigned, isFollowing, limit }: PageShape) =>
  statement<Row, PageValues>(({ workspaceId, readerId, requester, assignee, afterKey, afterId }) => {
    const reader = { id: readerId, kind }
    const conditions = sql`${conditionOf(view, reader)!}
      ${isOfRequester ? sql`and requester_id = ${requester}` : sql``} ${ofAssignee(workspaceId, assigned, assignee)}`
    const after = isFollowing ? { key: afterKey, id: afterId } : undefined
    return pageSql(workspaceId, reader, { conditions, sort: sortFor(order, kind), after, limit })
  })

type PageSql = { conditions: RawBuilder<unknown>; sort: Sort; after: Page['after']; limit: number }

function pageSql(id: string, reader: Reader, { conditions, sort, after, limit }: PageSql) {
  const found = sql`
    select ${columns}, ${sort.by}::text as sort_key, ${sort.by} as sort_by from tickets
    where workspace_id = ${id} and ${conditions} and ${visibleTo(reader, id)} ${follows(sort, after)}
    order by ${inSort(sort, sql`id`)} limit ${sql.lit(limit)}`
  return withPeople(id, reader, found, sql`order by ${inSort({ ...sort, by: sql`t.sort_by` }, sql`t.id`)}`)
}

const inSort = ({ by, isDescending }: Sort, id: RawBuilder<unknown>) =>
  isDescending ? sql`${by} desc, ${id} desc` : sql`${by}, ${id}`

const follows = ({ by, kind, isDescending }: Sort, after: Page['after']) =>
  after
    ? sql`and (${by}, id) ${isDescending ? sql`<` : sql`>`} (${after.key}::${casts[kind]}, ${after.id}::uuid)`
    : sql``

const cards = forEachSide((kind) =>
  statement<Row, { readerId: string | null; ids: string[] }>(({ workspaceId, readerId, ids }) => {
    const reader = { id: readerId, kind }
    const found = sql`
      select ${columns}, updated_at::text as sort_key from tickets
      where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and ${visibleTo(reader, workspaceId)}`
    return withPeople(workspaceId, reader, found, sql``)
  }),
)

export async function findTicketCard(tx: WorkspaceTx, reader: Reader, id: string): Promise<TicketCard | undefined> {
  const [card] = await listTicketCardsById(tx, reader, [id])
  return card
}

/** Lists tickets in the order of the ids, without those that the reader must not see. */
export async function listTicketCardsById(tx: WorkspaceTx, reader: Reader, ids: string[]): Promise<TicketCard[]> {
  if (ids.length === 0) return []
  const found = new Map((await cards(reader)(tx, { readerId: reader.id, ids })).map((row) => [row.id, cardOf(row)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The tickets of a list: those of a view, of a requester or assignee, and those that a query matches. */
export type TicketFilter = Pick<Page, 'view' | 'requester' | 'assignee'> & {
  matches?: RawBuilder<boolean> | undefined
  /** The same condition as `matches` with the tickets of an index, for the case that these are few. */
  selections?: (Pick<TicketSelection, 'isFew' | 'isSmall'> & { matches: RawBuilder<boolean> })[] | undefined
  shown?: HiddenShelf[] | undefined
  /** True if only tickets match that are neither solved nor closed. An index finds these. */
  isUnsolved?: boolean | undefined
}

/** Names the shelves of unsolved tickets, so that PostgreSQL uses their indexes. Spam and trash have other shelves. */
const unsolvedOnly = ({ view, isUnsolved }: TicketFilter) =>
  isUnsolved && view !== 'spam' && view !== 'trash' ? sql`and shelf in ('active', 'snoozed')` : sql``

export const conditionsOf = (
  id: string,
  reader: Reader,
  { view, requester, assignee, matches, shown, isUnsolved }: TicketFilter,
) => sql`
  ${conditionOf(view, reader, shown)!} ${unsolvedOnly({ view, isUnsolved })} ${requester ? sql`and requester_id = ${requester}` : sql``}
  ${ofAssignee(id, assignedOf(assignee), assignee ?? '')} ${matches ? sql`and ${matches}` : sql``}`

const inView = ({ workspaceId }: WorkspaceTx, reader: Reader, filter: TicketFilter) => sql`
  select id from tickets
  where workspace_id = ${workspaceId} and ${conditionsOf(workspaceId, reader, filter)} and ${visibleTo(reader, workspaceId)}`

/** Returns the place of the first condition that is true, or -1. */
export async function findTrue(tx: WorkspaceTx, conditions: RawBuilder<boolean>[]): Promise<number> {
  if (conditions.length === 0) return -1
  const { rows } = await sql<{ found: boolean[] }>`select array[${sql.join(conditions)}] as found`.execute(tx)
  return rows[0]!.found.indexOf(true)
}

/** The first tickets of a list show how frequent those are that match. */
const firstRead = 500
const fewMatches = 5

/** Returns SQL that is true if reading a list in its order takes long, because few of its first tickets match. */
export function isSparse(id: string, reader: Reader, { matches, ...filter }: TicketFilter, sort: Sort) {
  if (!sort.isIndexed || !matches) return sql<boolean>`true`
  return sql<boolean>`(select count(*) from (select from (
      select * from tickets where workspace_id = ${id} and ${conditionsOf(id, reader, filter)}
      order by ${inSort(sort, sql`id`)} limit ${sql.lit(firstRead)}) tickets
    where ${matches} limit ${sql.lit(fewMatches)}) found) < ${sql.lit(fewMatches)}`
}

/** The newest tickets that a slow condition is counted among. */
const mostSearched = 20_000

/** What is counted: the tickets of a filter, or suspended mails. */
export type CountedFilter =
  | 'suspended'
  | (TicketFilter & {
      /** True if a condition reads messages or many words. It is tested with the newest tickets only. */
      isSlow?: boolean
    })

/** Counts several lists with one statement, each up to `most`. */
export async function countFiltered(tx: WorkspaceTx, reader: Reader, filters: CountedFilter[], most: number) {
  const count = (filter: CountedFilter) =>
    sql`(select count(*)::int from (${countedRows(tx.workspaceId, reader, filter)} limit ${sql.lit(most + 1)}) t)`
  const counts = filters.map((filter) => {
    const { selections = [] } = filter === 'suspended' || isSampled(filter) ? {} : filter
    const cases = selections.map(
      ({ isSmall, matches }) => sql`when ${isSmall} then ${count({ ...(filter as TicketFilter), matches })}`,
    )
    return cases.length > 0 ? sql`case ${sql.join(cases, sql` `)} else ${count(filter)} end` : count(filter)
  })
  const unsearched = filters.map((filter) =>
    filter !== 'suspended' && isSampled(filter)
      ? sql`exists (select from tickets where workspace_id = ${tx.workspaceId} and ${conditionOf(filter.view, reader, filter.shown)!}
          order by updated_at desc, id desc offset ${sql.lit(mostSearched)} limit 1)`
      : sql`false`,
  )
  const { rows } = await sql<{ counts: number[]; unsearched: boolean[] }>`
    select array[${sql.join(counts)}]::int[] as counts, array[${sql.join(unsearched)}]::boolean[] as unsearched`.execute(
    tx,
  )
  const { counts: found, unsearched: others } = rows[0]!
  return found.map((count, at) => ({ count: Math.min(count, most), isMore: count > most || others[at]! }))
}

const isSampled = ({ isUnsolved, isSlow }: Exclude<CountedFilter, 'suspended'>) => isSlow && !isUnsolved

function countedRows(id: string, reader: Reader, filter: CountedFilter): RawBuilder<unknown> {
  if (filter === 'suspended') return sql`select from inbound_mails where workspace_id = ${id} and state = 'suspended'`
  const { view, matches = sql`true`, shown } = filter
  if (isSampled(filter))
    return sql`select from (
      select * from tickets where workspace_id = ${id} and ${conditionOf(view, reader, shown)!}
      order by updated_at desc, id desc limit ${sql.lit(mostSearched)}) tickets where ${matches}`
  return sql`select from tickets
    where workspace_id = ${id} and ${conditionOf(view, reader, shown)!} ${unsolvedOnly(filter)} and ${matches}`
}

type FilterPage = {
  sort: Sort
  after: Page['after']
  limit: number
  /** The groups to list, with the SQL of their key. They come in this order. With one group, an index can serve it. */
  groups?: { key: RawBuilder<unknown>; keys: (string | null)[] }
}

/**
 * Lists the ids of tickets with their keys for cursors and groups. `listTicketCardsById` reads the rest. So this
 * statement is small, because most queries have one of their own.
 */
export async function listFilteredRows(
  tx: WorkspaceTx,
  reader: Reader,
  filter: TicketFilter,
  { sort, after, limit, groups: { key, keys } = { key: sql`null`, keys: [] } }: FilterPage,
) {
  const id = tx.workspaceId
  const { rows } = await sql<{ id: string; key: string | null; sortKey: string }>`
    select id, ${key} as key, ${sort.by}::text as sort_key from tickets
    where workspace_id = ${id} and ${conditionsOf(id, reader, filter)} and ${visibleTo(reader, id)} ${follows(sort, after)}
    order by ${keys.length > 1 ? sql`array_position(${keys}::text[], ${key}),` : sql``} ${inSort(sort, sql`id`)}
    limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

export async function listIdsInView(tx: WorkspaceTx, reader: Reader, ids: string[], filter: TicketFilter) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`${inView(tx, reader, filter)} and id = any(${ids}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function listIdsOfView(tx: WorkspaceTx, reader: Reader, filter: TicketFilter, limit: number) {
  const { rows } = await sql<{ id: string }>`
    ${inView(tx, reader, filter)} order by created_at desc, id desc limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

const cc = (id: string, { kind }: Reader) => sql`
  (select coalesce(json_agg(json_build_object('id', k.id, 'name', k.name, 'email', k.address, 'suppression', k.suppression)
      order by k.address), '[]')
   from (
     select c.id, c.name, e.address, ${suppression(kind)} as suppression from ticket_copies k
     join customers c on c.workspace_id = ${id} and c.id = k.customer_id
     join customer_emails e on e.workspace_id = ${id} and e.customer_id = k.customer_id and e.is_primary
     where k.workspace_id = ${id} and k.ticket_id = t.id) k)`
const suppression = (kind: Kind) =>
  kind === 'customer'
    ? sql`null::json`
    : sql`(select json_build_object('reason', e.suppressed_for,
        'until', to_char(e.suppressed_until at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        where e.suppressed_until > now())`
const readBy = (id: string, memberId: string | null) => sql`
  coalesce((select r.seq from ticket_reads r
    where r.workspace_id = ${id} and r.ticket_id = t.id and r.member_id = ${memberId}), 0)`

const shownColumns = ticketColumns.filter((name) => name !== 'mergedInto').map((name) => sql.ref(`t.${name}`))

/** Customers learn of the other ticket only if it is theirs. */
const mergedInto = (id: string, reader: Reader) => sql`
  case when t.merged_into is not null then (
    select json_build_object('id', tickets.id, 'number', tickets.number) from tickets
    where workspace_id = ${id} and id = t.merged_into and ${visibleTo(reader, id)}) end`

const team = (id: string, { kind }: Reader) =>
  kind === 'customer'
    ? sql`null::json`
    : sql`case when t.team_id is not null then (
        select json_build_object('id', g.id, 'name', g.name) from teams g
        where g.workspace_id = ${id} and g.id = t.team_id and g.deleted_at is null) end`

function withPeople(id: string, reader: Reader, found: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  const isUnread = reader.kind === 'customer' ? sql`false` : sql`t.last_customer_seq > ${readBy(id, reader.id)}`
  return sql`
    select ${sql.join(shownColumns)}, t.sort_key, ${mergedInto(id, reader)} as merged_into,
      (select json_build_object('id', o.id, 'key', o.key, 'name', o.name) from ticket_forms o
        where o.workspace_id = ${id} and o.id = t.form_id) as form,
      ${team(id, reader)} as team,
      c.name as requester_name, e.address as requester_email, ${suppression(reader.kind)} as suppression,
      trim(m.name || ' ' || m.surname) as assignee_name, m.email as assignee_email,
      d.id as default_status_id, coalesce(s.name, d.name) as status_name,
      coalesce(s.customer_label, d.customer_label) as customer_label, coalesce(s.color, d.color) as status_color,
      ${cc(id, reader)} as cc, ${isUnread} as is_unread
    from (${found}) t
    join customers c on c.workspace_id = ${id} and c.id = t.requester_id
    left join lateral (select address, suppressed_for, suppressed_until from customer_emails
      where workspace_id = ${id} and customer_id = c.id and (is_primary or address = t.reply_address)
      order by is_primary limit 1) e on true
    left join members m on m.workspace_id = ${id} and m.id = t.assignee_id
    left join ticket_statuses s on s.workspace_id = ${id} and s.id = t.status_id
    left join ticket_statuses d on d.workspace_id = ${id} and d.category = t.status and d.is_default
    ${order}`
}

type Row = Omit<TicketCard, 'requester' | 'assignee'> & {
  requesterName: string
  requesterEmail: string | null
  suppression: Suppression | null
  assigneeName: string | null
  assigneeEmail: string | null
}

// Adds requester and assignee to the row object itself, because a copy costs time. The contract removes the extra
// columns from the response.
function cardOf(row: Row): TicketCard {
  const { requesterId, requesterName, requesterEmail, suppression, assigneeId, assigneeName, assigneeEmail } = row
  return Object.assign(row, {
    requester: { id: requesterId, name: requesterName, email: requesterEmail ?? '', suppression },
    assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName ?? '', email: assigneeEmail ?? '' },
  })
}
