import { type Selectable, sql } from 'kysely'
import type { History } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

type Line = Pick<Selectable<History>, 'id' | 'type' | 'actorType' | 'old' | 'new' | 'cause' | 'createdAt'>
type Page = { after: string | undefined; limit: number }

export async function listTicketEventRows(tx: WorkspaceTx, ticketId: string, { after, limit }: Page) {
  const id = tx.workspaceId
  const { rows } = await sql<Line & { actorName: string | null }>`
    select h.id, h.type, h.actor_type, h.old, h.new, h.cause, h.created_at,
      coalesce(nullif(c.name, ''), e.address, nullif(trim(m.name || ' ' || m.surname), ''), m.email) as actor_name
    from history h
    left join members m on m.workspace_id = ${id} and h.actor_type = 'agent' and m.id = h.actor_id
    left join customers c on c.workspace_id = ${id} and h.actor_type = 'customer' and c.id = h.actor_id
    left join customer_emails e on e.workspace_id = ${id} and e.customer_id = c.id and e.is_primary
    where h.workspace_id = ${id} and h.subject_type = 'ticket' and h.subject_id = ${ticketId}
      ${after ? sql`and h.id > ${after}` : sql``}
    order by h.id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}
