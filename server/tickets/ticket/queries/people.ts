import { sql } from 'kysely'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { noteChanges } from '#server/search/following/note-changes.ts'

export const listCopies = (tx: WorkspaceTx, ticketId: string) =>
  tx
    .selectFrom('ticketCopies as k')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.workspaceId', '=', 'k.workspaceId').onRef('c.id', '=', 'k.customerId'),
    )
    .innerJoin('customerEmails as e', (join) =>
      join
        .onRef('e.workspaceId', '=', 'k.workspaceId')
        .onRef('e.customerId', '=', 'k.customerId')
        .on('e.isPrimary', '=', true),
    )
    .select(['c.id', 'c.name', 'e.address as email'])
    .where('k.ticketId', '=', ticketId)
    .orderBy('e.address')
    .execute()

/** Adds customers to CC. `isNew`: mails to these customers do not quote earlier messages. */
export function insertCopies(tx: WorkspaceTx, ticketId: string, customerIds: string[], isNew = false) {
  noteChanges(tx, 'ticket', [ticketId])
  return tx
    .insertInto('ticketCopies')
    .values(customerIds.map((customerId) => ({ ticketId, customerId, ...(isNew && { quotesFrom: sql`now()` }) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function deleteCopiesBut(tx: WorkspaceTx, ticketId: string, kept: string[]) {
  noteChanges(tx, 'ticket', [ticketId])
  return tx
    .deleteFrom('ticketCopies')
    .where('ticketId', '=', ticketId)
    .where(sql<boolean>`customer_id <> all(${kept}::uuid[])`)
    .execute()
}

export function deleteCopy(tx: WorkspaceTx, ticketId: string, customerId: string) {
  noteChanges(tx, 'ticket', [ticketId])
  return tx.deleteFrom('ticketCopies').where('ticketId', '=', ticketId).where('customerId', '=', customerId).execute()
}

export async function findCustomerName(tx: WorkspaceTx, id: string): Promise<string> {
  const { name, address } = await tx
    .selectFrom('customers as c')
    .innerJoin('customerEmails as e', (join) =>
      join.onRef('e.workspaceId', '=', 'c.workspaceId').onRef('e.customerId', '=', 'c.id').on('e.isPrimary', '=', true),
    )
    .select(['c.name', 'e.address'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
  return name || shownAddress(address)
}

export const insertSuggestions = (tx: WorkspaceTx, ticketId: string, people: { name: string; address: string }[]) =>
  tx
    .insertInto('copySuggestions')
    .values(people.map(({ name, address }) => ({ ticketId, address, name: name.slice(0, 120) })))
    .onConflict((conflict) => conflict.columns(['workspaceId', 'ticketId', 'address']).doNothing())
    .execute()

export async function listSuggestions(tx: WorkspaceTx, ticketId: string) {
  const id = tx.workspaceId
  const { rows } = await sql<{ id: string; name: string; address: string }>`
    select s.id, s.name, s.address from copy_suggestions s
    where s.workspace_id = ${id} and s.ticket_id = ${ticketId}
      and not exists (
        select from customer_emails e
        where e.workspace_id = ${id} and e.address = s.address
          and (e.customer_id = (select requester_id from tickets where workspace_id = ${id} and id = ${ticketId})
            or exists (select from ticket_copies k
              where k.workspace_id = ${id} and k.ticket_id = ${ticketId} and k.customer_id = e.customer_id)))
    order by s.address`.execute(tx)
  return rows
}

export const deleteSuggestion = (tx: WorkspaceTx, ticketId: string, id: string) =>
  tx
    .deleteFrom('copySuggestions')
    .where('ticketId', '=', ticketId)
    .where('id', '=', id)
    .returning(['name', 'address'])
    .executeTakeFirst()

export async function listPeopleTexts(tx: WorkspaceTx, ticketId: string): Promise<string[]> {
  const id = tx.workspaceId
  const { rows } = await sql<{ name: string; address: string }>`
    select c.name, e.address
    from (select requester_id as id from tickets where workspace_id = ${id} and id = ${ticketId}
          union select customer_id from ticket_copies where workspace_id = ${id} and ticket_id = ${ticketId}) who
    join customers c on c.workspace_id = ${id} and c.id = who.id
    join customer_emails e on e.workspace_id = ${id} and e.customer_id = c.id`.execute(tx)
  return rows.flatMap(({ name, address }) => [name, address])
}

/**
 * Finds the person with this address: the requester, otherwise an active member, otherwise a customer in CC. A member
 * in CC is therefore returned as a member.
 */
export async function findPersonOnTicket(tx: WorkspaceTx, ticketId: string, address: string) {
  const id = tx.workspaceId
  const { rows } = await sql<{ customerId: string | null; memberId: string | null }>`
    select e.customer_id, null::uuid as member_id, 0 as place from customer_emails e
      where e.workspace_id = ${id} and e.address = ${address}
        and e.customer_id = (select requester_id from tickets where workspace_id = ${id} and id = ${ticketId})
    union all
    select null, m.id, 1 from members m
      where m.workspace_id = ${id} and m.email = ${address} and m.status = 'active'
        and exists (select from tickets where workspace_id = ${id} and id = ${ticketId})
    union all
    select e.customer_id, null, 2 from customer_emails e
      join ticket_copies k on k.workspace_id = ${id} and k.ticket_id = ${ticketId} and k.customer_id = e.customer_id
      where e.workspace_id = ${id} and e.address = ${address}
    order by place limit 1`.execute(tx)
  return rows[0]
}
