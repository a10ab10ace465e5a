import { type RawBuilder, type Selectable, sql } from 'kysely'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { History } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { readIdCursor, writeIdCursor } from '#server/search/words/cursor.ts'
import { withinBytes } from '#server/search/words/page-bytes.ts'

type HistoryPage = { cursor?: string | undefined; limit: number; order: 'oldest' | 'latest'; mostBytes?: number }
type Row = Pick<Selectable<History>, 'id' | 'type' | 'actorType' | 'old' | 'new' | 'cause' | 'createdAt'> & {
  actorName: string | null
}

/** Lists lines of the history with the names of their actors. `condition` chooses the lines, which it calls `h`. */
export async function listHistory(
  tx: WorkspaceTx,
  condition: RawBuilder<unknown>,
  { cursor, limit, order, mostBytes }: HistoryPage,
) {
  const id = tx.workspaceId
  const last = readIdCursor(cursor)
  const [comparison, direction] = order === 'latest' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const { rows } = await sql<Row>`
    select h.id, h.type, h.actor_type, h.old, h.new, h.cause, h.created_at,
      coalesce(nullif(c.name, ''), e.address, nullif(trim(m.name || ' ' || m.surname), ''), m.email) as actor_name
    from history h
    left join members m on m.workspace_id = ${id} and h.actor_type = 'agent' and m.id = h.actor_id
    left join customers c on c.workspace_id = ${id} and h.actor_type = 'customer' and c.id = h.actor_id
    left join customer_emails e on e.workspace_id = ${id} and e.customer_id = c.id and e.is_primary
    where h.workspace_id = ${id} and ${condition} ${last ? sql`and h.id ${comparison} ${last}` : sql``}
    order by h.id ${direction} limit ${sql.lit(limit + 1)}`.execute(tx)
  const lines = rows.slice(0, limit).map(({ actorType, actorName, ...line }) => ({
    ...line,
    actor: { type: actorType, name: shownAddress(actorName ?? '') },
  }))
  const items = withinBytes(lines, mostBytes)
  return { items, next: rows.length > items.length ? writeIdCursor(items.at(-1)!.id) : null }
}
