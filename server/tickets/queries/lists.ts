import { type RawBuilder, sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type Reader, seenBy } from '#server/tickets/seen-by.ts'
import type { TicketState } from '#server/tickets/ticket-state.ts'
import { ticketColumns } from './tickets.ts'
import { conditionOf, type Order, type View } from './views.ts'

export type Person = { id: string; name: string; email: string }

export type TicketCard = TicketState & {
  requester: Person
  assignee: Person | null
  cc: Person[]
  isUnread: boolean
  sortKey: string
}

const columns = sql.join(ticketColumns.map((name) => sql.ref(`tickets.${name}`)))

const orders: Record<
  Order,
  { column: RawBuilder<unknown>; direction: RawBuilder<unknown>; follows: RawBuilder<unknown> }
> = {
  waiting: { column: sql`waiting_order`, direction: sql`asc`, follows: sql`>` },
  updated: { column: sql`updated_at`, direction: sql`desc`, follows: sql`<` },
  created: { column: sql`created_at`, direction: sql`desc`, follows: sql`<` },
}

type Page = {
  view: View
  order: Order
  requester?: string | undefined
  after?: { key: string; id: string } | undefined
  limit: number
}

/** One page of a view. The rows are found along an index first; their people are looked up for the page alone. */
export function listTicketCards(tx: WorkspaceTx, reader: Reader, { view, order, requester, after, limit }: Page) {
  const { column, direction, follows } = orders[order]
  const found = sql`
    select ${columns}, tickets.workspace_id, ${column}::text as sort_key, ${column} as sort_by from tickets
    where ${conditionOf(view, reader)!} and ${seenBy(reader)}
      ${requester ? sql`and requester_id = ${requester}` : sql``}
      ${after ? sql`and (${column}, id) ${follows} (${after.key}::timestamptz, ${after.id}::uuid)` : sql``}
    order by ${column} ${direction}, id ${direction} limit ${sql.lit(limit)}`
  return withPeople(tx, reader, found, sql`order by t.sort_by ${direction}, t.id ${direction}`)
}

/** Tickets by id, as far as the reader may see them. */
export async function listTicketCardsById(tx: WorkspaceTx, reader: Reader, ids: string[]): Promise<TicketCard[]> {
  if (ids.length === 0) return []
  const found = sql`
    select ${columns}, tickets.workspace_id, updated_at::text as sort_key from tickets
    where id = any(${ids}::uuid[]) and ${seenBy(reader)}`
  return withPeople(tx, reader, found, sql``)
}

/** Which of these tickets stand in a view of the reader. */
export async function listIdsInView(
  tx: WorkspaceTx,
  reader: Reader,
  ids: string[],
  { view, requester }: Pick<Page, 'view' | 'requester'>,
) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from tickets
    where id = any(${ids}::uuid[]) and ${conditionOf(view, reader)!} and ${seenBy(reader)}
      ${requester ? sql`and requester_id = ${requester}` : sql``}`.execute(tx)
  return rows.map(({ id }) => id)
}

async function withPeople(
  tx: WorkspaceTx,
  { id, isCustomer }: Reader,
  found: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
) {
  const isUnread = isCustomer ? sql`false` : sql`t.last_customer_seq > coalesce(r.seq, 0)`
  const { rows } = await sql<TicketCard>`
    select ${sql.join(ticketColumns.map((name) => sql.ref(`t.${name}`)))}, t.sort_key, ${isUnread} as is_unread,
      json_build_object('id', c.id, 'name', c.name, 'email', coalesce(e.address, '')) as requester,
      case when m.id is not null then
        json_build_object('id', m.id, 'name', trim(m.name || ' ' || m.surname), 'email', m.email) end as assignee,
      (select coalesce(json_agg(json_build_object('id', k.id, 'name', k.name, 'email', k.address) order by k.address), '[]') from (
        select cc.id, cc.name, ce.address from ticket_copies tc
        join customers cc on cc.workspace_id = tc.workspace_id and cc.id = tc.customer_id
        join customer_emails ce on ce.workspace_id = tc.workspace_id and ce.customer_id = tc.customer_id and ce.is_primary
        where tc.workspace_id = t.workspace_id and tc.ticket_id = t.id) k) as cc
    from (${found}) t
    join customers c on c.workspace_id = t.workspace_id and c.id = t.requester_id
    left join customer_emails e on e.workspace_id = t.workspace_id and e.customer_id = t.requester_id and e.is_primary
    left join members m on m.workspace_id = t.workspace_id and m.id = t.assignee_id
    left join ticket_reads r on r.workspace_id = t.workspace_id and r.ticket_id = t.id and r.member_id = ${id}
    ${order}`.execute(tx)
  return rows
}
