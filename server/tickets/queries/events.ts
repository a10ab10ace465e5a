import { type Insertable, type Selectable, sql } from 'kysely'
import type { TicketEvents } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export const insertTicketEvents = (tx: WorkspaceTx, events: Insertable<TicketEvents>[]) =>
  tx.insertInto('ticketEvents').values(events).execute()

type EventRow = Omit<Selectable<TicketEvents>, 'workspaceId' | 'ticketId' | 'actorId'> & { actorName: string | null }
type Page = { after: string | undefined; limit: number }

export async function listTicketEventRows(tx: WorkspaceTx, ticketId: string, { after, limit }: Page) {
  const { rows } = await sql<EventRow>`
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
