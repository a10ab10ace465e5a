import type { BodyOf } from '#contract/endpoint.ts'
import { aboutWorkspace } from '#contract/events.ts'
import { isSame } from '#contract/is-same.ts'
import { mostOwnViews, mostSharedViews } from '#contract/tickets/view-values.ts'
import type { changeTicketView, changeViewSettings, createTicketView, setViewDisplay } from '#contract/tickets/views.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { holdTeam } from '#server/tickets/teams/find-teams.ts'
import {
  deleteDisplay,
  deleteViewRow,
  findViewRow,
  hasName,
  holdViews,
  insertView,
  makeRoom,
  measureList,
  updateView,
  upsertDisplay,
  upsertSettings,
  type ViewRow,
} from './queries.ts'
import { mayChange, shapeView, showDisplay, showSettings, type ViewCall } from './show-views.ts'
import { storeColumns, storeGroup } from './stored-columns.ts'
import { storeQuery } from './stored-query.ts'

type NewView = BodyOf<typeof createTicketView>

export async function createView(call: ViewCall, { group, order, position, ...body }: NewView) {
  const { tx, caller } = call
  await holdViews(tx)
  const list = { authorId: caller.id, visibility: body.visibility }
  await refuseTeams(tx, body)
  const end = await refuseFull(tx, list)
  await refuseTaken(tx, caller.id, body.name, null)
  const place = { ...list, position: position ?? end }
  await makeRoom(tx, null, place)
  const stored = await storeQuery(tx, caller, body.query)
  const columns = await storeColumns(tx, body.columns)
  const row = await insertView(tx, {
    ...{ ...body, ...place, columns, query: stored.query, named: JSON.stringify(stored.named) },
    ...{ groupBy: await storeGroup(tx, group), orderBy: order },
  })
  await recordChange(call, [row])
  return shapeView(call, row)
}

export async function changeView(call: ViewCall, id: string, { base, ...wanted }: BodyOf<typeof changeTicketView>) {
  const { tx } = call
  await holdViews(tx)
  const row = await findOwnView(call, id)
  const current = await shapeView(call, row)
  refuseOverwriting({ base, current, wanted })
  const stored = wanted.query === undefined ? undefined : await storeQuery(tx, call.caller, wanted.query)
  const { query, group, order, teams: _, ...plain } = wanted
  const teams = await changedTeams(tx, row, wanted)
  const fields = {
    ...plain,
    ...(wanted.columns && { columns: await storeColumns(tx, wanted.columns) }),
    ...(stored && { query: stored.query }),
    ...(group !== undefined && { groupBy: await storeGroup(tx, group) }),
    ...(order !== undefined && { orderBy: order }),
  }
  const changes: Partial<ViewRow> = changedFields(row, fields)
  if (isNothing(changes) && !teams) return current
  if (changes.name !== undefined) await refuseTaken(tx, row.authorId, changes.name, id)
  const list = { authorId: row.authorId, visibility: changes.visibility ?? row.visibility }
  const end = list.visibility === row.visibility ? row.position : await refuseFull(tx, list)
  const place = { ...list, position: wanted.position ?? end }
  if (place.position !== row.position || list.visibility !== row.visibility) await makeRoom(tx, id, place)
  const changed = await updateView(tx, id, {
    ...{ ...changes, ...place, teams },
    ...(stored && { named: JSON.stringify(stored.named) }),
  })
  await recordChange(call, [row, changed])
  return shapeView(call, changed)
}

export async function deleteView(call: ViewCall, id: string) {
  const row = await findOwnView(call, id)
  await deleteViewRow(call.tx, id)
  await recordChange(call, [row])
}

/** Returns the new teams of a view, or undefined if they stay the same. */
async function changedTeams(
  tx: WorkspaceTx,
  row: ViewRow,
  wanted: { visibility?: ViewRow['visibility'] | undefined; teams?: string[] | undefined },
) {
  const visibility = wanted.visibility ?? row.visibility
  const teams = wanted.teams ?? (visibility === 'team' ? row.teams : [])
  if (isSame([visibility, teams.toSorted()], [row.visibility, row.teams])) return undefined
  await refuseTeams(tx, { visibility, teams })
  return teams
}

async function refuseTeams(tx: WorkspaceTx, { visibility, teams }: Pick<ViewRow, 'visibility' | 'teams'>) {
  const isForTeams = visibility === 'team'
  if (isForTeams && teams.length === 0) throw new Refusal('invalid', { fields: { teams: 'Choose at least one team' } })
  if (!isForTeams && teams.length > 0)
    throw new Refusal('invalid', { fields: { teams: 'Only a view with the visibility `team` has teams' } })
  for (const id of teams.toSorted()) await holdTeam(tx, id)
}

async function findOwnView({ tx, caller }: ViewCall, id: string): Promise<ViewRow> {
  const row = await findViewRow(tx, id, caller)
  if (!row) throw new Refusal('ticket-view-not-found')
  if (!mayChange(caller, row)) throw new Refusal('ticket-view-reserved')
  return row
}

/** Refuses another view if the list is full. Returns the position after its last view. */
async function refuseFull(tx: WorkspaceTx, list: Pick<ViewRow, 'authorId' | 'visibility'>): Promise<number> {
  const { count, end } = await measureList(tx, list)
  const isShared = list.visibility !== 'me'
  if (count >= (isShared ? mostSharedViews : mostOwnViews))
    throw new Refusal(isShared ? 'too-many-shared-views' : 'too-many-own-views')
  return end
}

async function refuseTaken(tx: WorkspaceTx, authorId: string, name: string, except: string | null) {
  if (!(await hasName(tx, authorId, name, except))) return
  throw new Refusal('ticket-view-name-taken', { fields: { name: 'You already have a view with this name' } })
}

/** Tells the pages of those who see the view, or saw it before the change. */
export const recordChange = (
  { tx, caller }: { tx: WorkspaceTx; caller: Pick<Member, 'id'> },
  views: Pick<ViewRow, 'authorId' | 'visibility'>[],
) =>
  record(tx, {
    type: 'ticket-view.changed',
    subject: aboutWorkspace(tx.workspaceId),
    by: byMember(caller),
    audience: views.some(({ visibility }) => visibility !== 'me') ? 'team' : { member: views[0]!.authorId },
  })

export async function setDisplay(
  { tx, caller }: ViewCall,
  view: string,
  { group, ...display }: BodyOf<typeof setViewDisplay>,
) {
  await showDisplay({ tx, caller }, view)
  const stored = { columns: await storeColumns(tx, display.columns), groupBy: await storeGroup(tx, group) }
  await upsertDisplay(tx, { memberId: caller.id, view }, { ...display, ...stored })
  return { ...display, group, isOwn: true }
}

export async function resetDisplay(call: ViewCall, view: string) {
  await showDisplay(call, view)
  await deleteDisplay(call.tx, { memberId: call.caller.id, view })
}

export async function changeSettings({ tx, caller }: ViewCall, { base, ...wanted }: BodyOf<typeof changeViewSettings>) {
  await holdViews(tx)
  const current = await showSettings(tx)
  refuseOverwriting({ base, current, wanted })
  const changes = changedFields(current, wanted)
  if (isNothing(changes)) return current
  const settings = { ...current, ...changes }
  await upsertSettings(tx, settings)
  await record(tx, {
    type: 'ticket-view-settings.changed',
    subject: aboutWorkspace(tx.workspaceId),
    by: byMember(caller),
    audience: 'team',
  })
  return settings
}
