import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type NewEventRow = {
  ticketId: string
  type: string
  actorType: 'agent' | 'customer' | 'system'
  actorId: string | null
  old: string | null
  new: string | null
  cause: string | null
}

export const insertTicketEvents = (tx: WorkspaceTx, events: NewEventRow[]) =>
  tx.insertInto('ticketEvents').values(events).execute()

type Page = { after: string | undefined; limit: number }

export async function listTicketEventRows(tx: WorkspaceTx, ticketId: string, { after, limit }: Page) {
  const { rows } = await sql<{
    id: string
    type: string
    actorType: 'agent' | 'customer' | 'system'
    actorName: string | null
    old: unknown
    new: unknown
    cause: string | null
    createdAt: string
  }>`
    select v.id, v.type, v.actor_type, v.old, v.new, v.cause, v.created_at,
      coalesce(nullif(c.name, ''), e.address, nullif(trim(m.name || ' ' || m.surname), ''), m.email) as actor_name
    from ticket_events v
    left join members m on v.actor_type = 'agent' and m.id = v.actor_id
    left join customers c on v.actor_type = 'customer' and c.id = v.actor_id
    left join customer_emails e on e.customer_id = c.id and e.is_primary
    where v.ticket_id = ${ticketId} ${after ? sql`and v.id > ${after}` : sql``}
    order by v.id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}
