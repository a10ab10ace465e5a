import { type RawBuilder, sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type Reader, visibleTo } from '#server/tickets/caller.ts'
import { type TicketState, ticketColumns } from '#server/tickets/ticket-state.ts'
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
    select ${columns}, ${column}::text as sort_key, ${column} as sort_by from tickets
    where workspace_id = ${tx.workspaceId} and ${conditionOf(view, reader)!} and ${visibleTo(reader)}
      ${requester ? sql`and requester_id = ${requester}` : sql``}
      ${after ? sql`and (${column}, id) ${follows} (${after.key}::timestamptz, ${after.id}::uuid)` : sql``}
    order by ${column} ${direction}, id ${direction} limit ${sql.lit(limit)}`
  return withPeople(tx, reader, found, sql`order by t.sort_by ${direction}, t.id ${direction}`)
}

/** Tickets by id, as far as the reader may see them. */
export async function listTicketCardsById(tx: WorkspaceTx, reader: Reader, ids: string[]): Promise<TicketCard[]> {
  if (ids.length === 0) return []
  const found = sql`
    select ${columns}, updated_at::text as sort_key from tickets
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[]) and ${visibleTo(reader)}`
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
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[]) and ${conditionOf(view, reader)!} and ${visibleTo(reader)}
      ${requester ? sql`and requester_id = ${requester}` : sql``}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Each looked up by its key for the few rows of a page, so that wrong estimates of the planner cost nothing. */
const requester = (id: string) => sql`
  (select json_build_object('id', c.id, 'name', c.name, 'email', coalesce(e.address, ''))
   from customers c
   left join customer_emails e on e.workspace_id = ${id} and e.customer_id = c.id and e.is_primary
   where c.workspace_id = ${id} and c.id = t.requester_id)`
const assignee = (id: string) => sql`
  (select json_build_object('id', m.id, 'name', trim(m.name || ' ' || m.surname), 'email', m.email)
   from members m where m.workspace_id = ${id} and m.id = t.assignee_id)`
const cc = (id: string) => sql`
  (select coalesce(json_agg(json_build_object('id', k.id, 'name', k.name, 'email', k.address) order by k.address), '[]')
   from (
     select c.id, c.name, e.address from ticket_copies k
     join customers c on c.workspace_id = ${id} and c.id = k.customer_id
     join customer_emails e on e.workspace_id = ${id} and e.customer_id = k.customer_id and e.is_primary
     where k.workspace_id = ${id} and k.ticket_id = t.id) k)`
const readBy = (id: string, memberId: string | null) => sql`
  coalesce((select r.seq from ticket_reads r
    where r.workspace_id = ${id} and r.ticket_id = t.id and r.member_id = ${memberId}), 0)`

async function withPeople(tx: WorkspaceTx, reader: Reader, found: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  const id = tx.workspaceId
  const isUnread = reader.kind === 'customer' ? sql`false` : sql`t.last_customer_seq > ${readBy(id, reader.id)}`
  const { rows } = await sql<TicketCard>`
    select ${sql.join(ticketColumns.map((name) => sql.ref(`t.${name}`)))}, t.sort_key,
      ${requester(id)} as requester, ${assignee(id)} as assignee, ${cc(id)} as cc, ${isUnread} as is_unread
    from (${found}) t ${order}`.execute(tx)
  return rows
}
