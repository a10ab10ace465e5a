import { noOne } from '#contract/events.ts'
import { discardFiles } from '#server/files/release-uploads.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { forgetMails } from './queries/mails.ts'
import {
  deleteTickets,
  findDays,
  listFilesOfTickets,
  lockTicketsToClose,
  lockTicketsToGiveUp,
  lockTicketsToPurge,
  partFromTickets,
} from './queries/upkeep.ts'
import { updateTicket } from './update-ticket.ts'

/** Solved tickets close by time, pending ones without an answer are solved where the workspace wants that. */
export async function settleByTime(tx: WorkspaceTx) {
  const { closeDays, remindDays } = await findDays(tx)
  for (const ticket of closeDays > 0 ? await lockTicketsToClose(tx, closeDays) : []) {
    await updateTicket(tx, ticket, { status: 'closed' }, { actor: noOne, cause: 'solved-long-enough' })
  }
  for (const ticket of remindDays > 0 ? await lockTicketsToGiveUp(tx, remindDays) : []) {
    await updateTicket(tx, ticket, { status: 'solved' }, { actor: noOne, cause: 'no-answer' })
  }
}

/** What has been in the trash for 30 days goes for good; of its mails only that they were taken in is remembered. */
export async function purgeTrash(tx: WorkspaceTx) {
  const ids = await lockTicketsToPurge(tx)
  if (ids.length === 0) return
  const files = await listFilesOfTickets(tx, ids)
  const mails = await forgetMails(tx, { ticketIds: ids })
  await partFromTickets(tx, ids)
  await deleteTickets(tx, ids)
  await discardFiles(tx, files)
  await removeBytes(tx, { files, mails })
}
