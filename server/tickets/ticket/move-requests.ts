import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { noteChanges } from '#server/search/following/note-changes.ts'

type Move = { from: string; into: string }
type Copy = { ticketId: string; customerId: string; quotesFrom: string | null }
export type MovedRequests = { tickets: string[]; readdressed: string[]; copies: string[]; removedCopies: Copy[] }

/**
 * Gives the tickets and CC memberships of a customer to another one. Replies on the tickets still go to the address to
 * which they went before, `address`.
 */
export async function moveRequests(tx: WorkspaceTx, move: Move, address: string | undefined): Promise<MovedRequests> {
  const { from, into } = move
  const id = tx.workspaceId
  const readdressed = address ? await setReplyAddresses(tx, from, address) : []
  const { rows } = await sql<{ id: string }>`
    update tickets set requester_id = ${into}, revision = revision + 1
    where workspace_id = ${id} and requester_id = ${from} returning id`.execute(tx)
  const tickets = rows.map((row) => row.id)
  await setSearchedRequester(tx, tickets, into)
  const { rows: removed } = await sql<Copy>`
    delete from ticket_copies k where k.workspace_id = ${id} and (
      k.customer_id = ${into} and k.ticket_id = any(${tickets}::uuid[])
      or k.customer_id = ${from} and (
        exists (select from tickets t where t.workspace_id = ${id} and t.id = k.ticket_id and t.requester_id = ${into})
        or exists (select from ticket_copies o
          where o.workspace_id = ${id} and o.ticket_id = k.ticket_id and o.customer_id = ${into})))
    returning k.ticket_id, k.customer_id, k.quotes_from::text`.execute(tx)
  const { rows: copied } = await sql<{ ticketId: string }>`
    update ticket_copies set customer_id = ${into}
    where workspace_id = ${id} and customer_id = ${from} returning ticket_id`.execute(tx)
  const copies = copied.map(({ ticketId }) => ticketId)
  noteChanges(tx, 'ticket', [...tickets, ...copies, ...removed.map(({ ticketId }) => ticketId)])
  return { tickets, readdressed, copies, removedCopies: removed }
}

/**
 * Undoes `moveRequests`. A removed copy on a ticket of `copies` is not inserted: the copy there gets its values, unless
 * somebody removed that copy since. Returns the number of tickets that have another requester since, and keep it.
 */
export async function moveRequestsBack(
  tx: WorkspaceTx,
  { from, into }: Move,
  { tickets, readdressed, copies, removedCopies }: MovedRequests,
  address: string | undefined,
): Promise<number> {
  const id = tx.workspaceId
  const { rows } = await sql<{ id: string }>`
    update tickets set requester_id = ${from}, revision = revision + 1,
      reply_address = case when id = any(${readdressed}::uuid[]) and reply_address = ${address ?? null} then null
        else reply_address end
    where workspace_id = ${id} and id = any(${tickets}::uuid[]) and requester_id = ${into} returning id`.execute(tx)
  const restored = rows.map((row) => row.id)
  await setSearchedRequester(tx, restored, from)
  await sql`
    update ticket_copies k set customer_id = ${from}
    where k.workspace_id = ${id} and k.customer_id = ${into} and k.ticket_id = any(${copies}::uuid[])
      and not exists (select from ticket_copies o
        where o.workspace_id = ${id} and o.ticket_id = k.ticket_id and o.customer_id = ${from})`.execute(tx)
  await sql`
    insert into ticket_copies (workspace_id, ticket_id, customer_id, quotes_from)
    select ${id}::uuid, t.id, c.customer_id, c.quotes_from
    from jsonb_to_recordset(${JSON.stringify(removedCopies.map(rowOf))}::jsonb)
      as c(ticket_id uuid, customer_id uuid, quotes_from timestamptz)
    join tickets t on t.workspace_id = ${id} and t.id = c.ticket_id and t.requester_id <> c.customer_id
    where c.ticket_id <> all(${copies}::uuid[]) or exists (select from ticket_copies o
      where o.workspace_id = ${id} and o.ticket_id = c.ticket_id and o.customer_id = c.customer_id)
    on conflict (workspace_id, ticket_id, customer_id) do update set quotes_from = excluded.quotes_from`.execute(tx)
  noteChanges(tx, 'ticket', [...restored, ...copies, ...removedCopies.map(({ ticketId }) => ticketId)])
  return tickets.length - restored.length
}

const rowOf = ({ ticketId, customerId, quotesFrom }: Copy) => ({
  ticket_id: ticketId,
  customer_id: customerId,
  quotes_from: quotesFrom,
})

async function setReplyAddresses(tx: WorkspaceTx, requesterId: string, address: string): Promise<string[]> {
  const rows = await tx
    .updateTable('tickets')
    .set({ replyAddress: address })
    .where('requesterId', '=', requesterId)
    .where('replyAddress', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const setSearchedRequester = (tx: WorkspaceTx, tickets: string[], requesterId: string) =>
  sql`update ticket_search set requester_id = ${requesterId}
    where workspace_id = ${tx.workspaceId} and ticket_id = any(${tickets}::uuid[])`.execute(tx)
