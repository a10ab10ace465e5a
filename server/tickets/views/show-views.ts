import { type BuiltInViewId, builtInViews, mostCountedInView, startColumns } from '#contract/tickets/view-values.ts'
import type { CountedView, SavedView, ViewDisplay } from '#contract/tickets/views.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type CountedList, countLists } from '#server/tickets/ticket/lists/count-views.ts'
import type { TicketFilterQuery } from '#server/tickets/ticket/lists/list-tickets.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { findDisplay, findSettingsRow, findViewRow, listRowsNamingId, listViewRows, type ViewRow } from './queries.ts'
import { showColumns } from './stored-columns.ts'
import { type ReadView, readStored } from './stored-query.ts'

export type ViewCall = { tx: WorkspaceTx; caller: Pick<Member, 'id' | 'kind' | 'isAdmin'> }

export async function listViews({ tx, caller }: ViewCall): Promise<{ items: CountedView[]; next: null }> {
  const settings = await showSettings(tx)
  const rows = await listViewRows(tx, caller)
  const read = await readStored(tx, rows)
  const counts = await countAll({ tx, caller }, settings, rows, read)
  const none = { count: null, isMore: false }
  const builtIn = settings.builtIn.map((id) => ({
    kind: 'built-in' as const,
    id,
    isHidden: settings.hidden.includes(id),
    ...(counts.get(id) ?? none),
  }))
  const saved = (await shapeViews({ tx, caller }, rows, read)).map((view) => ({
    ...view,
    ...(counts.get(view.id) ?? { count: 0, isMore: false }),
  }))
  return { items: [...builtIn, ...saved], next: null }
}

/** Counts the views that are shown with one statement. A view that names something deleted has no tickets. */
async function countAll(
  { tx, caller }: ViewCall,
  { builtIn, hidden }: ViewSettings,
  rows: ViewRow[],
  read: ReadView[],
) {
  const lists: CountedList[] = [
    ...builtIn.filter((id) => !hidden.includes(id)).map((id) => ({ key: id, view: id })),
    ...rows.flatMap(({ id, updatedAt }, at) => {
      const { query } = read[at]!
      return query ? [{ key: `${id} ${updatedAt}`, query }] : []
    }),
  ]
  const counted = await countLists(tx, caller, lists, mostCountedInView)
  return new Map(lists.map(({ key }, at) => [key.split(' ')[0]!, counted[at]!]))
}

export async function showView(call: ViewCall, id: string): Promise<SavedView> {
  const row = await findViewRow(call.tx, id, call.caller)
  if (!row) throw new Refusal('ticket-view-not-found')
  return shapeView(call, row)
}

/** Finds the views whose query names an id: the names of those that the caller sees, and the number of the others. */
export async function findViewsNaming({ tx, caller }: ViewCall, id: string) {
  const rows = await listRowsNamingId(tx, id)
  const seen = new Set((await listViewRows(tx, caller)).map((view) => view.id))
  const shown = rows.filter((view) => seen.has(view.id)).map(({ name }) => name)
  return { shown, others: rows.length - shown.length }
}

export async function shapeView(call: ViewCall, row: ViewRow): Promise<SavedView> {
  return (await shapeViews(call, [row], await readStored(call.tx, [row])))[0]!
}

async function shapeViews({ tx, caller }: ViewCall, rows: ViewRow[], read: ReadView[]): Promise<SavedView[]> {
  const names = await findMemberNames(
    tx,
    rows.map(({ authorId }) => authorId),
  )
  const lists = await showColumns(tx, rows)
  return rows.map(({ authorId, query: _stored, named: _named, groupBy: _group, orderBy: order, ...row }, at) => {
    const { text: query, textWithIds: queryWithIds, missing, people } = read[at]!
    return {
      kind: 'saved',
      ...row,
      ...{ query, queryWithIds, missing, people, order, ...lists[at]! },
      isMine: authorId === caller.id,
      canChange: mayChange(caller, { authorId, visibility: row.visibility }),
      author: names.get(authorId) ?? '',
    }
  })
}

/** Shared views can be changed by their author and by admins, other views by their author only. */
export const mayChange = (
  { id, isAdmin }: ViewCall['caller'],
  { authorId, visibility }: Pick<ViewRow, 'authorId' | 'visibility'>,
) => authorId === id || (isAdmin && visibility !== 'me')

export async function showDisplay({ tx, caller }: ViewCall, view: string): Promise<ViewDisplay> {
  const isBuiltIn = builtInViews.some((id) => id === view)
  const row = isBuiltIn ? undefined : await findViewRow(tx, view, caller)
  if (!(isBuiltIn || row)) throw new Refusal('ticket-view-not-found')
  const own = await findDisplay(tx, { memberId: caller.id, view })
  const [list] = await showColumns(tx, [own ?? row ?? { columns: startColumns, groupBy: null }])
  return { ...list!, folded: own?.folded ?? [], isOwn: own !== undefined }
}

export type ViewSettings = { builtIn: BuiltInViewId[]; hidden: BuiltInViewId[] }

/** Built-in views that are newer than the stored order are at the end. */
export async function showSettings(tx: WorkspaceTx): Promise<ViewSettings> {
  const row = await findSettingsRow(tx)
  const known = (ids: string[]) => ids.flatMap((id) => builtInViews.find((view) => view === id) ?? [])
  const ordered = known(row?.builtIn ?? [])
  return {
    builtIn: [...ordered, ...builtInViews.filter((id) => !ordered.includes(id))],
    hidden: known(row?.hidden ?? []),
  }
}

type Reading = {
  tx: WorkspaceTx
  caller: Pick<Member, 'id' | 'kind' | 'isAdmin'> | { id: string | null; kind: 'customer' | 'visitor' }
}

/**
 * Replaces the id of a saved view with its query. Returns null if the view matches nothing, because its query names
 * something that does not exist any more.
 */
export async function withinView<Q extends { view: TicketFilterQuery['view'] | string }>(
  { tx, caller }: Reading,
  asked: Q,
): Promise<(Omit<Q, 'view'> & Pick<TicketFilterQuery, 'view' | 'within'>) | null> {
  const { view, ...rest } = asked
  const builtIn = builtInViews.find((id) => id === view)
  if (builtIn && builtIn !== 'suspended') return { ...rest, view: builtIn }
  const row = 'isAdmin' in caller ? await findViewRow(tx, view, caller) : undefined
  if (!row) throw new Refusal('ticket-view-not-found')
  const [{ query }] = (await readStored(tx, [row])) as [ReadView]
  if (!query) return null
  const order = row.orderBy && orderOf(row.orderBy)
  return { ...rest, view: 'all', within: { node: query.node, order: query.order ?? order } }
}

const orderOf = (written: string) => {
  const isDescending = written.startsWith('-')
  return { key: isDescending ? written.slice(1) : written, isDescending, position: 0, length: 0 }
}
