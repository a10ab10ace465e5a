import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import { countViews } from '#server/tickets/ticket/lists/count-views.ts'
import { listLongestWaiting } from '#server/tickets/ticket/lists/list-tickets.ts'
import { findMedianFirstReply, listDays } from './queries.ts'

const mostWaiting = 5

/** The numbers of the overview page: open tickets by view, and created and solved tickets by day. */
export async function showServiceReport(tx: WorkspaceTx, reader: Reader) {
  const counts = await countViews(tx, reader, ['unassigned', 'mine', 'active', 'pending'])
  const days = await listDays(tx)
  return {
    ...counts,
    days,
    solvedToday: days.at(-1)?.solved ?? 0,
    medianFirstReplyMinutes: await findMedianFirstReply(tx),
    longestWaiting: await listLongestWaiting(tx, reader, mostWaiting),
  }
}
