import { discardFiles } from '#server/files/keep-file.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import { forgetTickets } from '#server/knowledge-base/feedback/inbox/forget-tickets.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { deleteHistory } from '#server/platform/events/prune-events.ts'
import { forgetMailsOfTickets } from '#server/tickets/inbound-mail/sources/forget-mails.ts'
import { deleteTickets } from '#server/tickets/ticket/delete-tickets.ts'
import { listFilesOfTickets, lockTicketsToPurge } from './queries.ts'
/**
 * Deletes tickets that were in the trash for 30 days. Of their mails only the ids stay, so that none is taken in again.
 */
export async function purgeTrash(tx: WorkspaceTx) {
  const ids = await lockTicketsToPurge(tx)
  if (ids.length === 0) return
  const files = await listFilesOfTickets(tx, ids)
  const mails = await forgetMailsOfTickets(tx, ids)
  await forgetTickets(tx, ids)
  await deleteHistory(tx, 'ticket', ids)
  await deleteTickets(tx, ids)
  await discardFiles(tx, files)
  await removeBytes(tx, { files, mails })
}
