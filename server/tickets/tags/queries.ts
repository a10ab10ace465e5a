import { type Insertable, sql } from 'kysely'
import { mostCountedInView } from '#contract/tickets/view-values.ts'
import type { TicketTags } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export const insertTagRows = (tx: WorkspaceTx, rows: Insertable<TicketTags>[]) =>
  tx.insertInto('ticketTags').values(rows).execute()

export const deleteTagRows = (tx: WorkspaceTx, ticketId: string, folded: string[]) =>
  tx.deleteFrom('ticketTags').where('ticketId', '=', ticketId).where('folded', 'in', folded).execute()

/** Lists the tickets that have a tag, or those that write it in another way than `name`, including spam and trash. */
export async function listIdsOfTag(
  tx: WorkspaceTx,
  { folded, name, limit }: { folded: string; name: string | null; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('ticketTags')
    .select('ticketId')
    .where('folded', '=', folded)
    .$if(name !== null, (query) => query.where('name', '<>', name!))
    .orderBy('ticketId')
    .limit(limit)
    .execute()
  return rows.map(({ ticketId }) => ticketId)
}

/** Returns how the newest ticket writes a tag. */
export async function findTagName(tx: WorkspaceTx, folded: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('ticketTags')
    .select('name')
    .where('folded', '=', folded)
    .orderBy('ticketId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.name
}

export type TagRow = { folded: string; name: string; count: number }
type TagPage = { prefix: string; after: string | undefined; limit: number }

const lastLetter = '\u{10ffff}'

/**
 * Lists the tags that begin with a text. Reads one row of the index for each tag, and counts its tickets outside spam
 * and trash up to one more than `mostCountedInView`.
 */
export async function listTagRows(tx: WorkspaceTx, { prefix, after, limit }: TagPage): Promise<TagRow[]> {
  const id = tx.workspaceId
  const isWithin = sql`k.workspace_id = ${id} and k.folded < ${prefix + lastLetter}`
  const starts = after === undefined ? sql`k.folded >= ${prefix}` : sql`k.folded > ${after} and k.folded >= ${prefix}`
  const { rows } = await sql<TagRow>`
    with recursive tags as (
      (select k.folded from ticket_tags k where ${isWithin} and ${starts} order by k.folded limit 1)
      union all
      select (select k.folded from ticket_tags k where ${isWithin} and k.folded > tags.folded order by k.folded limit 1)
      from tags where tags.folded is not null)
    select page.folded,
      (select k.name from ticket_tags k where k.workspace_id = ${id} and k.folded = page.folded
        order by k.ticket_id desc limit 1) as name,
      (select count(*)::int from (
        select from ticket_tags k join tickets t on t.workspace_id = ${id} and t.id = k.ticket_id
        where k.workspace_id = ${id} and k.folded = page.folded and t.shelf <> 'spam' and t.shelf <> 'trash'
        limit ${sql.lit(mostCountedInView + 1)}) counted) as count
    from (select tags.folded from tags where tags.folded is not null limit ${limit}) page
    order by page.folded`.execute(tx)
  return rows
}
