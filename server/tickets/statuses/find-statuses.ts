import { customerStatusLabels } from '#contract/tickets/ticket-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { holdStatus, listEveryStatusRow, listStatusRows, type StatusRow } from './queries.ts'

export type { StatusRow }

/** A status as a ticket stores it: null is the default status of the category. Undefined keeps the present id. */
export type StatusChoice = { status: StatusRow['category']; statusId?: string | null }

type StatusWish = { status?: StatusRow['category'] | undefined; statusId?: string | undefined }

/** Finds the status that a caller named by category or id. The status cannot be deleted before the commit. */
export async function chooseStatus(
  tx: WorkspaceTx,
  { status, statusId }: StatusWish,
): Promise<StatusChoice | undefined> {
  if (statusId === undefined) return status && { status }
  const found = await holdStatus(tx, statusId)
  if (!found) throw new Refusal('status-not-found')
  if (status && status !== found.category)
    throw new Refusal('invalid', { fields: { status: `The status “${found.name}” belongs to another category` } })
  return { status: found.category, statusId: found.isDefault ? null : found.id }
}

/** Returns the id, or null if the status was deleted meanwhile. */
export const keptStatusId = async (tx: WorkspaceTx, id: string | null) => (id && (await holdStatus(tx, id)) ? id : null)

export const listStatuses = listStatusRows

/** Returns a function that finds the status of a ticket, even if the status was deleted. */
export async function findStatusesOfTickets(tx: WorkspaceTx) {
  const statuses = await listEveryStatusRow(tx)
  return ({ status, statusId }: StatusChoice) =>
    statuses.find(({ id, category, isDefault }) => (statusId ? id === statusId : isDefault && category === status))!
}

/** Returns the name of a status for customers. */
export const customerLabelOf = ({
  category,
  customerLabel,
}: {
  category: StatusRow['category']
  customerLabel: string
}) => customerLabel || customerStatusLabels[category]
