import { z } from 'zod'
import { systemActor } from '#contract/events.ts'
import { discardFiles } from '#server/files/keep-file.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import { unlinkDeletedTickets } from '#server/knowledge-base/feedback/answer-feedback.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { deleteHistory, deleteOldEvents } from '#server/platform/events/record.ts'
import { deleteOldKeys } from '#server/platform/http/idempotency.ts'
import { job } from '#server/platform/jobs.ts'
import { pruneChanges } from '#server/tickets/changes/change-tickets.ts'
import { forgetMailsOfTickets } from '#server/tickets/inbound-mail/sources/forget-mails.ts'
import { pruneMacros } from '#server/tickets/macros/change-macros.ts'
import { deleteTickets } from '#server/tickets/ticket/delete-tickets.ts'
import { updateTicket } from '#server/tickets/ticket/update-ticket.ts'
import { findTicketRules } from '#server/workspace/settings/show-workspace.ts'
import { listFilesOfTickets, lockTicketsToClose, lockTicketsToGiveUp, lockTicketsToPurge } from './queries.ts'
import { wakeSnoozedTicket } from './wake-ticket.ts'

/**
 * Closes tickets that have been solved for long enough, and solves pending tickets that got no answer for long enough.
 * The ticket rules of the workspace set the days; 0 turns a rule off.
 */
export async function settleByTime(tx: WorkspaceTx) {
  const { closeDays, remindDays } = await findTicketRules(tx)
  for (const ticket of closeDays > 0 ? await lockTicketsToClose(tx, closeDays) : []) {
    await updateTicket(tx, ticket, { status: 'closed' }, { actor: systemActor, cause: 'solved-long-enough' })
  }
  for (const ticket of remindDays > 0 ? await lockTicketsToGiveUp(tx, remindDays) : []) {
    await updateTicket(tx, ticket, { status: 'solved' }, { actor: systemActor, cause: 'no-answer' })
  }
}

/** Deletes tickets after 30 days in the trash. Keeps their mail ids, so that no mail is imported again. */
export async function purgeTrash(tx: WorkspaceTx) {
  const ids = await lockTicketsToPurge(tx)
  if (ids.length === 0) return
  const files = await listFilesOfTickets(tx, ids)
  const mails = await forgetMailsOfTickets(tx, ids)
  await unlinkDeletedTickets(tx, ids)
  await deleteHistory(tx, 'ticket', ids)
  await deleteTickets(tx, ids)
  await discardFiles(tx, files)
  await removeBytes(tx, { files, mails })
}

const Nothing = z.object({})

export const settleTicketsByTime = job('tickets.settle-by-time', Nothing, (_, { inEach }) => inEach(settleByTime))

export const purgeTrashedTickets = job('tickets.purge-trash', Nothing, (_, { inEach }) => inEach(purgeTrash))

export const pruneEvents = job('tickets.prune-events', Nothing, (_, { inEach }) =>
  inEach(async (tx) => {
    await deleteOldEvents(tx)
    await pruneChanges(tx)
    await pruneMacros(tx)
  }),
)

export const pruneIdempotencyKeys = job('tickets.prune-idempotency-keys', Nothing, (_, { inEach }) =>
  inEach(async (tx) => {
    await deleteOldKeys(tx)
  }),
)

export const upkeepJobs = [
  wakeSnoozedTicket,
  settleTicketsByTime,
  purgeTrashedTickets,
  pruneEvents,
  pruneIdempotencyKeys,
]

export const upkeepTimetable = [
  { cron: '*/10 * * * *', job: settleTicketsByTime },
  { cron: '17 * * * *', job: purgeTrashedTickets },
  { cron: '*/10 * * * *', job: pruneEvents },
  { cron: '41 * * * *', job: pruneIdempotencyKeys },
]
