import { type ContentView, type changeContentView, type createContentView, mostViews } from '#contract/content/views.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import {
  countViews,
  deleteViewRow,
  hasName,
  holdMember,
  insertView,
  listViewRows,
  lockView,
  updateView,
  type ViewRow,
} from './queries.ts'

type ViewCall = { tx: WorkspaceTx; caller: Pick<Member, 'id' | 'isAdmin'> }

export const listViews = async (call: ViewCall) => shape(call, await listViewRows(call.tx, call.caller.id))

export async function createView(call: ViewCall, body: BodyOf<typeof createContentView>) {
  const { tx, caller } = call
  await holdMember(tx, caller.id)
  if ((await countViews(tx, caller.id)) >= mostViews) throw new Refusal('too-many-content-views')
  await refuseTaken(tx, caller.id, body.name)
  return shapeOne(call, await insertView(tx, { ...body, ownerId: caller.id }))
}

export async function changeView(call: ViewCall, id: string, { base, ...body }: BodyOf<typeof changeContentView>) {
  const view = await openView(call, id)
  refuseOverwriting({ base, current: view, wanted: body })
  if (Object.keys(body).length === 0) return shapeOne(call, view)
  await holdMember(call.tx, view.ownerId)
  if (body.name !== undefined) await refuseTaken(call.tx, view.ownerId, body.name, id)
  return shapeOne(call, await updateView(call.tx, id, body))
}

export async function deleteView(call: ViewCall, id: string) {
  await openView(call, id)
  await deleteViewRow(call.tx, id)
}

/** Locks a saved view for a change. Private views of other members are refused, even for admins. */
async function openView({ tx, caller }: ViewCall, id: string): Promise<ViewRow> {
  const view = await lockView(tx, id)
  if (!view || !(view.isShared || view.ownerId === caller.id)) throw new Refusal('content-view-not-found')
  if (!mayChange(caller, view)) throw new Refusal('content-view-reserved')
  return view
}

async function refuseTaken(tx: WorkspaceTx, ownerId: string, name: string, except: string | null = null) {
  if (!(await hasName(tx, ownerId, name, except))) return
  throw new Refusal('content-view-name-taken', { fields: { name: 'You already have a view with this name' } })
}

const mayChange = ({ id, isAdmin }: ViewCall['caller'], { ownerId }: ViewRow) => ownerId === id || isAdmin

const shapeOne = async (call: ViewCall, view: ViewRow) => (await shape(call, [view]))[0]!

async function shape({ tx, caller }: ViewCall, views: ViewRow[]): Promise<ContentView[]> {
  const names = await findMemberNames(
    tx,
    views.map(({ ownerId }) => ownerId),
  )
  return views.map(({ ownerId, ...view }) => ({
    ...view,
    isMine: ownerId === caller.id,
    canChange: mayChange(caller, { ownerId, ...view }),
    owner: names.get(ownerId) ?? '',
  }))
}
