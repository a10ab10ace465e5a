import type { WorkspaceTx } from '#server/platform/database.ts'
import { countViews } from './count-views.ts'
import { listTicketCards } from './queries/lists.ts'
import { findMedianFirstReply, listDays } from './queries/reports.ts'
import { shapeTicketRow } from './show-ticket.ts'
import type { Reader } from './visibility.ts'

const mostWaiting = 5

/** What waits now, and what came and went lately. */
export async function showServiceReport(tx: WorkspaceTx, reader: Reader) {
  const counts = await countViews(tx, reader, ['unassigned', 'mine', 'active', 'pending'])
  const days = await listDays(tx)
  const waiting = await listTicketCards(tx, reader, { view: 'active', order: 'waiting', limit: mostWaiting })
  return {
    ...counts,
    days,
    solvedToday: days.at(-1)?.solved ?? 0,
    medianFirstReplyMinutes: await findMedianFirstReply(tx),
    longestWaiting: waiting
      .filter(({ waitingSince }) => waitingSince !== null)
      .map((card) => shapeTicketRow(card, reader)),
  }
}
