import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { TicketColumn, TicketGrouping, ViewOrder } from '#contract/tickets/view-values.ts'
import type { SavedView } from '#contract/tickets/views.ts'
import type { TicketViewDisplays, TicketViews } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const columns = [
  ...(['id', 'authorId', 'name', 'query', 'named', 'visibility', 'columns', 'groupBy', 'orderBy', 'position'] as const),
  ...(['createdAt', 'updatedAt'] as const),
]

/** The checks of the contract know more than the types of the database. */
type Checked = {
  visibility: SavedView['visibility']
  columns: TicketColumn[]
  groupBy: TicketGrouping | null
  orderBy: ViewOrder | null
  named: Record<string, string>
}
export type ViewRow = Omit<Pick<Selectable<TicketViews>, (typeof columns)[number]>, keyof Checked> & Checked

const seenBy = (memberId: string) => sql<boolean>`(visibility = 'everyone' or author_id = ${memberId})`

/** The shared views, then those of the member. */
export async function listViewRows(tx: WorkspaceTx, memberId: string): Promise<ViewRow[]> {
  const rows = await tx
    .selectFrom('ticketViews')
    .select(columns)
    .where(seenBy(memberId))
    .orderBy('visibility')
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

export const findViewRow = (tx: WorkspaceTx, id: string, memberId: string) =>
  tx
    .selectFrom('ticketViews')
    .select(columns)
    .where('id', '=', id)
    .where(seenBy(memberId))
    .executeTakeFirst() as Promise<ViewRow | undefined>

/** Locks the views of the workspace, so that concurrent requests keep the limits, the names and the positions. */
export const holdViews = (tx: WorkspaceTx) =>
  tx.selectFrom('workspaces').select('id').where('id', '=', tx.workspaceId).forNoKeyUpdate().execute()

type ViewList = Pick<ViewRow, 'visibility' | 'authorId'>

const inList = ({ visibility, authorId }: ViewList) =>
  visibility === 'everyone'
    ? sql<boolean>`visibility = 'everyone'`
    : sql<boolean>`(visibility = 'me' and author_id = ${authorId})`

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

export const insertView = (tx: WorkspaceTx, view: Insertable<TicketViews>) =>
  tx.insertInto('ticketViews').values(view).returning(columns).executeTakeFirstOrThrow() as Promise<ViewRow>

export const updateView = (tx: WorkspaceTx, id: string, changes: Updateable<TicketViews>) =>
  tx
    .updateTable('ticketViews')
    .set({ ...changes, updatedAt: sql`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow() as Promise<ViewRow>

export async function deleteViewRow(tx: WorkspaceTx, id: string) {
  await tx.deleteFrom('ticketViewDisplays').where('view', '=', id).execute()
  await tx.deleteFrom('ticketViews').where('id', '=', id).execute()
}

const displayColumns = ['columns', 'groupBy', 'folded'] as const
export type DisplayRow = Omit<Pick<Selectable<TicketViewDisplays>, (typeof displayColumns)[number]>, keyof Checked> &
  Pick<Checked, 'columns' | 'groupBy'>

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
