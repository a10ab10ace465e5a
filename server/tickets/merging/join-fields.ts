import { keysOf } from '#contract/keys-of.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { LockedTicket } from '#server/tickets/ticket/find-ticket.ts'
import { findSearchTimes, type SearchTimes } from '#server/tickets/ticket/index-ticket.ts'
import { changesWhenCustomerWrites } from '#server/tickets/ticket/status-rules.ts'
import type { RowChanges, TicketState } from '#server/tickets/ticket/ticket-state.ts'

// The values that a merge changes, with the names of their columns. Times are texts of the database, because a Date has
// no microseconds.
const columns = {
  status: 'status',
  statusId: 'status_id',
  waitingSince: 'waiting_since',
  firstRepliedAt: 'first_replied_at',
  solvedAt: 'solved_at',
  closedAt: 'closed_at',
  snoozedUntil: 'snoozed_until',
  reopenCount: 'reopen_count',
  lastMessageSeq: 'last_message_seq',
  updatedAt: 'updated_at',
  publicUpdatedAt: 'public_updated_at',
} as const

type RowFields = Pick<TicketState, keyof typeof columns>
export type MergedFields = RowFields & SearchTimes
const fields = keysOf(columns)

export async function findFields(tx: WorkspaceTx, { ticket, row }: LockedTicket): Promise<MergedFields> {
  const ofRow = Object.fromEntries(fields.map((field) => [field, row[columns[field]] ?? null])) as RowFields
  return { ...ofRow, ...(await findSearchTimes(tx, ticket.id)) }
}

/**
 * Returns what a merge changes on the ticket that stays. The earlier first reply and the earlier time of waiting count.
 * If the customer of the merged ticket waits, the ticket waits as if that customer had written.
 */
export function joinFields(target: MergedFields, source: MergedFields): Partial<RowFields> {
  const waitingSince = earlier(target.waitingSince, source.waitingSince)
  return {
    firstRepliedAt: earlier(target.firstRepliedAt, source.firstRepliedAt),
    ...(source.waitingSince && {
      ...changesWhenCustomerWrites(target, waitingSince!),
      ...(target.status === 'solved' && { solvedAt: null }),
    }),
  }
}

const earlier = (one: string | null, other: string | null) => {
  if (one === null || other === null) return one ?? other
  return Date.parse(other) < Date.parse(one) ? other : one
}

/** Returns the values that differ, so that nothing else is recorded as a change. */
export const differingFields = (wanted: Partial<RowFields>, now: RowFields): RowChanges =>
  Object.fromEntries(
    fields.filter((field) => field in wanted && wanted[field] !== now[field]).map((field) => [field, wanted[field]]),
  )

/** Returns `wanted` with the values of `now` where somebody changed them since the merge, which left the values `left`. */
export const unlessChanged = (wanted: MergedFields, now: MergedFields, left: MergedFields) =>
  Object.fromEntries(
    keysOf(now).map((field) => [field, now[field] === left[field] ? wanted[field] : now[field]]),
  ) as MergedFields
