import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { TicketGrouping, ViewOrder } from '#contract/tickets/view-values.ts'
import type { SavedView } from '#contract/tickets/views.ts'
import type { TicketViewDisplays, TicketViews } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'

const plainColumns = [
  ...(['id', 'authorId', 'name', 'query', 'named', 'visibility', 'columns', 'groupBy', 'orderBy', 'position'] as const),
  ...(['createdAt', 'updatedAt'] as const),
]

/** The checks of the contract know more than the types of the database. */
type Checked = {
  visibility: SavedView['visibility']
  groupBy: TicketGrouping | null
  orderBy: ViewOrder | null
  named: Record<string, string>
}
export type ViewRow = Omit<Pick<Selectable<TicketViews>, (typeof plainColumns)[number]>, keyof Checked> &
  Checked & {
    /** Ids of the teams that see the view. */
    teams: string[]
  }

export type Viewer = Pick<Member, 'id' | 'isAdmin'>

const views = (tx: WorkspaceTx) =>
  tx
    .selectFrom('ticketViews')
    .select(plainColumns)
    .select(
      sql<string[]>`array(select g.team_id from ticket_view_teams g
        join teams t on t.workspace_id = ${tx.workspaceId} and t.id = g.team_id and t.deleted_at is null
        where g.workspace_id = ${tx.workspaceId} and g.view_id = ticket_views.id order by g.team_id)`.as('teams'),
    )

/** A view for teams is seen by their members, by its author and by admins. */
const seenBy = ({ workspaceId }: WorkspaceTx, { id, isAdmin }: Viewer) => sql<boolean>`(
  visibility = 'everyone' or author_id = ${id} or (visibility = 'team' and (${isAdmin}::boolean or exists (
    select from ticket_view_teams g
    join teams t on t.workspace_id = ${workspaceId} and t.id = g.team_id and t.deleted_at is null
    join team_members m on m.workspace_id = ${workspaceId} and m.team_id = g.team_id and m.member_id = ${id}
    where g.workspace_id = ${workspaceId} and g.view_id = ticket_views.id))))`

/** The shared views, then those of the member. */
export async function listViewRows(tx: WorkspaceTx, viewer: Viewer): Promise<ViewRow[]> {
  const rows = await views(tx)
    .where(seenBy(tx, viewer))
    .orderBy(sql`visibility = 'me'`)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows as ViewRow[]
}

/** Lists the views of all members whose query names an id. */
export const listRowsNamingId = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('ticketViews')
    .select(['id', 'name'])
    .where(sql<boolean>`strpos(query, ${id}) > 0`)
    .orderBy('id')
    .execute()

/** Lists the views of all members whose query can name a tag. */
export const listRowsNamingTags = (tx: WorkspaceTx) =>
  tx.selectFrom('ticketViews').select(['id', 'query']).where(sql<boolean>`query like '%tag:%'`).orderBy('id').execute()

export const findViewRow = (tx: WorkspaceTx, id: string, viewer: Viewer) =>
  views(tx).where('id', '=', id).where(seenBy(tx, viewer)).executeTakeFirst() as Promise<ViewRow | undefined>

/** Locks the views of the workspace, so that concurrent requests keep the limits, the names and the positions. */
export const holdViews = (tx: WorkspaceTx) =>
  tx.selectFrom('workspaces').select('id').where('id', '=', tx.workspaceId).forNoKeyUpdate().execute()

type ViewList = Pick<ViewRow, 'visibility' | 'authorId'>

const inList = ({ visibility, authorId }: ViewList) =>
  visibility === 'me' ? sql<boolean>`(visibility = 'me' and author_id = ${authorId})` : sql<boolean>`visibility <> 'me'`

/** Returns the number of views of a list, and the position after the last one. */
export const measureList = (tx: WorkspaceTx, list: ViewList) =>
  tx
    .selectFrom('ticketViews')
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(max(position) + 1, 0)`.as('end')])
    .where(inList(list))
    .executeTakeFirstOrThrow()

/** Moves the views from a position on to the next position, if another view has this one. */
export const makeRoom = (tx: WorkspaceTx, id: string | null, { position, ...list }: ViewList & { position: number }) =>
  sql`update ticket_views set position = position + 1
    where workspace_id = ${tx.workspaceId} and ${inList(list)} and position >= ${position} and position < 2147483647
      and id is distinct from ${id}
      and exists (select from ticket_views v
        where v.workspace_id = ${tx.workspaceId} and ${inList(list)} and v.position = ${position}
          and v.id is distinct from ${id})`.execute(tx)

export async function hasName(tx: WorkspaceTx, authorId: string, name: string, except: string | null) {
  const found = await tx
    .selectFrom('ticketViews')
    .select('id')
    .where('authorId', '=', authorId)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
  return found !== undefined && found.id !== except
}

export async function insertView(tx: WorkspaceTx, { teams, ...view }: Insertable<TicketViews> & { teams: string[] }) {
  const { id } = await tx.insertInto('ticketViews').values(view).returning('id').executeTakeFirstOrThrow()
  await replaceTeams(tx, id, teams)
  return readView(tx, id)
}

export async function updateView(
  tx: WorkspaceTx,
  id: string,
  { teams, ...changes }: Updateable<TicketViews> & { teams?: string[] | undefined },
) {
  await tx
    .updateTable('ticketViews')
    .set({ ...changes, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute()
  if (teams) await replaceTeams(tx, id, teams)
  return readView(tx, id)
}

const readView = (tx: WorkspaceTx, id: string) =>
  views(tx).where('id', '=', id).executeTakeFirstOrThrow() as Promise<ViewRow>

async function replaceTeams(tx: WorkspaceTx, viewId: string, teams: string[]) {
  await tx.deleteFrom('ticketViewTeams').where('viewId', '=', viewId).execute()
  if (teams.length === 0) return
  await tx
    .insertInto('ticketViewTeams')
    .values(teams.map((teamId) => ({ viewId, teamId })))
    .execute()
}

export async function deleteViewRow(tx: WorkspaceTx, id: string) {
  await tx.deleteFrom('ticketViewDisplays').where('view', '=', id).execute()
  await tx.deleteFrom('ticketViews').where('id', '=', id).execute()
}

const displayColumns = ['columns', 'groupBy', 'folded'] as const
export type DisplayRow = Omit<Pick<Selectable<TicketViewDisplays>, (typeof displayColumns)[number]>, keyof Checked> &
  Pick<Checked, 'groupBy'>

type DisplayKey = { memberId: string; view: string }

export const findDisplay = (tx: WorkspaceTx, { memberId, view }: DisplayKey) =>
  tx
    .selectFrom('ticketViewDisplays')
    .select(displayColumns)
    .where('memberId', '=', memberId)
    .where('view', '=', view)
    .executeTakeFirst() as Promise<DisplayRow | undefined>

export const upsertDisplay = (tx: WorkspaceTx, key: DisplayKey, display: DisplayRow) =>
  tx
    .insertInto('ticketViewDisplays')
    .values({ ...key, ...display })
    .onConflict((conflict) => conflict.columns(['workspaceId', 'memberId', 'view']).doUpdateSet(display))
    .execute()

export const deleteDisplay = (tx: WorkspaceTx, { memberId, view }: DisplayKey) =>
  tx.deleteFrom('ticketViewDisplays').where('memberId', '=', memberId).where('view', '=', view).execute()

export const findSettingsRow = (tx: WorkspaceTx) =>
  tx.selectFrom('ticketViewSettings').select(['builtIn', 'hidden']).executeTakeFirst()

export const upsertSettings = (tx: WorkspaceTx, settings: { builtIn: string[]; hidden: string[] }) =>
  tx
    .insertInto('ticketViewSettings')
    .values(settings)
    .onConflict((conflict) => conflict.column('workspaceId').doUpdateSet(settings))
    .execute()
