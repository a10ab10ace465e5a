import { type Selectable, sql } from 'kysely'
import type { linkKinds } from '#contract/tickets/links.ts'
import type { TicketLinks } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type LinkKind = (typeof linkKinds)[number]
export type LinkRow = Pick<Selectable<TicketLinks>, 'id' | 'ticketId' | 'otherId'> & { kind: LinkKind }
type NewLink = Omit<LinkRow, 'id'>

const selectLinks = (tx: WorkspaceTx) =>
  tx.selectFrom('ticketLinks').select(['id', 'ticketId', 'otherId']).select(sql<LinkKind>`kind`.as('kind'))

const linksOf = (tx: WorkspaceTx, ticketId: string) =>
  selectLinks(tx).where((link) => link.or([link('ticketId', '=', ticketId), link('otherId', '=', ticketId)]))

/** Lists the links of a ticket, without the incidents of a problem. */
export const listLinks = (tx: WorkspaceTx, ticketId: string): Promise<LinkRow[]> =>
  linksOf(tx, ticketId)
    .where((link) => link.or([link('kind', '!=', 'incident_of'), link('ticketId', '=', ticketId)]))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Finds the link of an incident to its problem. */
export const findProblemLink = (tx: WorkspaceTx, incidentId: string): Promise<LinkRow | undefined> =>
  selectLinks(tx).where('ticketId', '=', incidentId).where('kind', '=', 'incident_of').executeTakeFirst()

const incidentsOf = (tx: WorkspaceTx, problemId: string) =>
  tx.selectFrom('ticketLinks as l').where('l.otherId', '=', problemId).where('l.kind', '=', 'incident_of')

type IncidentPage = { after?: string | undefined; limit: number }

/** Lists the incidents of a problem in the order in which they were linked. */
export const listIncidentRows = (tx: WorkspaceTx, problemId: string, { after, limit }: IncidentPage) =>
  incidentsOf(tx, problemId)
    .select(['l.id', 'l.ticketId', 'l.createdAt'])
    .$if(after !== undefined, (query) => query.where('l.id', '>', after!))
    .orderBy('l.id')
    .limit(limit)
    .execute()

export const countIncidentRows = (tx: WorkspaceTx, problemId: string) =>
  incidentsOf(tx, problemId)
    .innerJoin('tickets as t', (join) =>
      join.onRef('t.workspaceId', '=', 'l.workspaceId').onRef('t.id', '=', 'l.ticketId'),
    )
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where t.status not in ('solved', 'closed')))::int`.as('open'),
    ])
    .executeTakeFirstOrThrow()

/** Makes concurrent changes of the incidents of a problem wait for each other. */
export const lockIncidents = (tx: WorkspaceTx, problemId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`incidents ${tx.workspaceId} ${problemId}`}, 13))`.execute(tx)

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
