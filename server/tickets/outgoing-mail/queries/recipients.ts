import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type Person = {
  customerId: string
  name: string
  address: string
  isVerified: boolean
  hasWritten: boolean
  isSuppressed: boolean
  /** Mails to this person do not quote messages of others from before this time. null: no restriction. */
  quotesFrom: string | null
}

/**
 * Lists the people who get mails about a ticket, the requester first. The requester gets them at the address that they
 * last wrote from, others at their primary address. A person who was already mailed at one of `mailed` keeps it.
 */
export const listRecipients = (tx: WorkspaceTx, ticketId: string, mailed: string[] = []): Promise<Person[]> =>
  listPeopleOfTickets(tx, [ticketId], mailed)

/** The same as `listRecipients`, for several tickets. */
export async function listPeopleOfTickets(tx: WorkspaceTx, ticketIds: string[], mailed: string[] = []) {
  const id = tx.workspaceId
  const { rows } = await sql<Person & { ticketId: string }>`
    with people as (
      select id as ticket_id, requester_id as customer_id, 0 as place, null::timestamptz as quotes_from, reply_address from tickets where workspace_id = ${id} and id = any(${ticketIds}::uuid[])
      union all select ticket_id, customer_id, 1, quotes_from, null from ticket_copies where workspace_id = ${id} and ticket_id = any(${ticketIds}::uuid[])
    )
    select p.ticket_id, c.id as customer_id, c.name, e.address, e.verified_at is not null as is_verified,
      coalesce(e.verified_at, e.wrote_at) is not null as has_written,
      e.suppressed_until is not null and e.suppressed_until > now() as is_suppressed, p.quotes_from
    from people p
    join customers c on c.workspace_id = ${id} and c.id = p.customer_id
    cross join lateral (select address, verified_at, wrote_at, suppressed_until from customer_emails
      where workspace_id = ${id} and customer_id = c.id
        and (is_primary or address = p.reply_address or address = any(${mailed}::text[]))
      order by address = any(${mailed}::text[]) desc, is_primary limit 1) e
    order by p.ticket_id, p.place, e.address`.execute(tx)
  const seen = new Set<string>()
  return rows.filter(({ ticketId, customerId }) => {
    const key = `${ticketId} ${customerId}`
    return !seen.has(key) && seen.add(key)
  })
}

export const findWaiting = (tx: WorkspaceTx, messageId: string) =>
  tx
    .selectFrom('messages')
    .select('mailMessageId')
    .where('id', '=', messageId)
    .where('waitsAs', 'is not', null)
    .executeTakeFirst()

type Recipient = { id: string; email: string; notifications: Record<string, boolean> }

export const findMemberToNotify = (tx: WorkspaceTx, id: string): Promise<Recipient | undefined> =>
  tx
    .selectFrom('members')
    .select(['id', 'email', 'notifications'])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .$narrowType<Pick<Recipient, 'notifications'>>()
    .executeTakeFirst()
