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
export async function listRecipients(tx: WorkspaceTx, ticketId: string, mailed: string[] = []): Promise<Person[]> {
  const id = tx.workspaceId
  const { rows } = await sql<Person>`
    with people as (
      select requester_id as customer_id, 0 as place, null::timestamptz as quotes_from, reply_address from tickets where workspace_id = ${id} and id = ${ticketId}
      union all select customer_id, 1, quotes_from, null from ticket_copies where workspace_id = ${id} and ticket_id = ${ticketId}
    )
    select c.id as customer_id, c.name, e.address, e.verified_at is not null as is_verified,
      coalesce(e.verified_at, e.wrote_at) is not null as has_written,
      e.suppressed_until is not null and e.suppressed_until > now() as is_suppressed, p.quotes_from
    from people p
    join customers c on c.workspace_id = ${id} and c.id = p.customer_id
    cross join lateral (select address, verified_at, wrote_at, suppressed_until from customer_emails
      where workspace_id = ${id} and customer_id = c.id
        and (is_primary or address = p.reply_address or address = any(${mailed}::text[]))
      order by address = any(${mailed}::text[]) desc, is_primary limit 1) e
    order by p.place, e.address`.execute(tx)
  return rows.filter(({ customerId }, at) => rows.findIndex((other) => other.customerId === customerId) === at)
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
