import { type Selectable, sql } from 'kysely'
import type { linkKinds } from '#contract/tickets/links.ts'
import type { TicketLinks } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type LinkKind = (typeof linkKinds)[number]
export type LinkRow = Pick<Selectable<TicketLinks>, 'id' | 'ticketId' | 'otherId'> & { kind: LinkKind }
type NewLink = Omit<LinkRow, 'id'>

const linksOf = (tx: WorkspaceTx, ticketId: string) =>
  tx
    .selectFrom('ticketLinks')
    .select(['id', 'ticketId', 'otherId'])
    .select(sql<LinkKind>`kind`.as('kind'))
    .where((link) => link.or([link('ticketId', '=', ticketId), link('otherId', '=', ticketId)]))

export const listLinks = (tx: WorkspaceTx, ticketId: string): Promise<LinkRow[]> =>
  linksOf(tx, ticketId).orderBy('createdAt').orderBy('id').execute()

export const findLink = (tx: WorkspaceTx, ticketId: string, id: string): Promise<LinkRow | undefined> =>
  linksOf(tx, ticketId).where('id', '=', id).executeTakeFirst()

/** Returns the new link, or undefined if the tickets have it already. */
export const insertLink = (tx: WorkspaceTx, link: NewLink): Promise<LinkRow | undefined> =>
  tx
    .insertInto('ticketLinks')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'ticketId', 'otherId', sql<LinkKind>`kind`.as('kind')])
    .executeTakeFirst()

export const deleteLink = (tx: WorkspaceTx, id: string) =>
  tx.deleteFrom('ticketLinks').where('id', '=', id).executeTakeFirst()

const mostSteps = 100

/** Returns whether links of a kind lead from a ticket to another one, in at most a hundred steps. */
export async function leadsTo(tx: WorkspaceTx, { ticketId, kind, otherId }: NewLink): Promise<boolean> {
  const id = tx.workspaceId
  const { rows } = await sql`
    with recursive reached as (
      select ${ticketId}::uuid as id, 0 as step
      union
      select l.other_id, r.step + 1 from reached r
        join ticket_links l on l.workspace_id = ${id} and l.ticket_id = r.id and l.kind = ${kind}
        where r.step < ${sql.lit(mostSteps)})
    select 1 from reached where id = ${otherId} limit 1`.execute(tx)
  return rows.length > 0
}
