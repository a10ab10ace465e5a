import type { BodyOf } from '#contract/endpoint.ts'
import { aboutWorkspace } from '#contract/events.ts'
import {
  type changeStatus as changing,
  type createStatus as creating,
  mostStatuses,
} from '#contract/tickets/statuses.ts'
import { statuses as categories, teamStatusLabels } from '#contract/tickets/ticket-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import {
  deleteStatusRow,
  findDeletedStatus,
  forgetDeletedStatuses,
  holdStatuses,
  insertStatuses,
  listStatusRows,
  lockStatus,
  type StatusRow,
  shiftStatuses,
  updateStatus,
} from './queries.ts'

type StatusCall = { tx: WorkspaceTx; caller: Pick<Member, 'kind' | 'id' | 'network' | 'key'> }

export async function createStatus({ tx, caller }: StatusCall, { position, ...status }: BodyOf<typeof creating>) {
  await holdStatuses(tx)
  const others = await listStatusRows(tx)
  if (others.length >= mostStatuses) throw new Refusal('too-many-statuses')
  refuseTaken(others, { ...status, isDefault: false })
  const places = others.filter(({ category }) => category === status.category)
  const last = Math.max(...places.map((other) => other.position))
  if (position !== undefined) await makeRoom(tx, places, status.category, position)
  const [created] = await insertStatuses(tx, [{ ...status, position: position ?? last + 1 }])
  await tell(tx, caller)
  return created!
}

export async function changeStatus(
  { tx, caller }: StatusCall,
  id: string,
  { base, ...wanted }: BodyOf<typeof changing>,
) {
  await holdStatuses(tx)
  const all = await listStatusRows(tx)
  const current = all.find((status) => status.id === id)
  if (!current) throw new Refusal('status-not-found')
  refuseOverwriting({ base, current, wanted })
  if (Object.keys(wanted).length === 0) return current
  const others = all.filter((status) => status.id !== id)
  const { name = current.name, position } = wanted
  refuseTaken(others, { ...current, name })
  const places = others.filter(({ category }) => category === current.category)
  if (position !== undefined) await makeRoom(tx, places, current.category, position)
  const changed = await updateStatus(tx, id, wanted)
  await tell(tx, caller)
  return changed
}

/** Locks a status that may be deleted. Transactions that are setting it end first. */
export async function lockForDeletion(tx: WorkspaceTx, id: string): Promise<StatusRow> {
  await holdStatuses(tx)
  const status = await lockStatus(tx, id)
  if (!status) throw new Refusal('status-not-found')
  if (status.isDefault) throw new Refusal('status-is-default')
  return status
}

/** Deletes a status. If tickets still have it, it is only hidden until a batch has moved them. */
export async function deleteStatus(
  { tx, caller }: StatusCall,
  { id }: StatusRow,
  { hasTickets }: { hasTickets: boolean },
) {
  if (hasTickets) await updateStatus(tx, id, { deletedAt: new Date().toISOString() })
  else await deleteStatusRow(tx, id)
  await forgetDeletedStatuses(tx)
  await tell(tx, caller)
}

/** Restores a deleted status, because the undo of its deletion moves tickets back to it. */
export async function restoreStatus(tx: WorkspaceTx, id: string, by: Pick<Member, 'id'>) {
  await holdStatuses(tx)
  const live = await listStatusRows(tx)
  if (live.some((status) => status.id === id)) return
  if (live.length >= mostStatuses) throw new Refusal('too-many-statuses')
  const deleted = await findDeletedStatus(tx, id)
  if (!deleted) throw new Refusal('status-not-found')
  refuseTaken(live, deleted)
  await updateStatus(tx, id, { deletedAt: null })
  await record(tx, { ...changed(tx), by: byMember(by) })
}

// A name must be clear in a query such as `status:pending`, so only a default status can have the name of its category.
function refuseTaken(
  others: StatusRow[],
  { name, category, isDefault }: Pick<StatusRow, 'name' | 'category' | 'isDefault'>,
) {
  const isSame = (other: string) => other.toLowerCase() === name.toLowerCase()
  const isOfCategory = categories.some((other) => !(isDefault && other === category) && isSame(teamStatusLabels[other]))
  if (!isOfCategory && !others.some((other) => isSame(other.name))) return
  throw new Refusal('status-name-taken', { fields: { name: 'Another status has this name' } })
}

async function makeRoom(tx: WorkspaceTx, places: StatusRow[], category: StatusRow['category'], position: number) {
  if (places.some((other) => other.position === position)) await shiftStatuses(tx, category, position)
}

async function tell(tx: WorkspaceTx, caller: StatusCall['caller']) {
  await record(tx, { ...changed(tx), by: byMember(caller) })
  await recordAudit(tx, { action: 'workspace.changed', by: sourceOf(caller), detail: { fields: ['statuses'] } })
}

const changed = (tx: WorkspaceTx) =>
  ({ type: 'statuses.changed', subject: aboutWorkspace(tx.workspaceId), audience: 'team' }) as const
