import { z } from 'zod'
import { type Job, job } from '#server/platform/jobs.ts'
import { purgeTrash, settleByTime } from './keep-up.ts'
import { publishHeld } from './publish-held.ts'
import { deleteOldChanges } from './queries/changes.ts'
import { deleteOldEvents, deleteOldKeys } from './queries/upkeep.ts'
import { wakeTicket } from './wake-ticket.ts'

const HeldMessage = z.object({ ticketId: z.uuid(), messageId: z.uuid() })
const OneTicket = z.object({ ticketId: z.uuid() })
const Nothing = z.object({})

export const publishHeldMessage: Job<typeof HeldMessage> = job(
  'tickets.publish-held',
  HeldMessage,
  (held, { inWorkspace }) => inWorkspace((tx) => publishHeld(tx, held)),
)

export const wakeSnoozedTicket = job('tickets.wake', OneTicket, ({ ticketId }, { inWorkspace }) =>
  inWorkspace((tx) => wakeTicket(tx, ticketId)),
)

export const settleTicketsByTime = job('tickets.settle-by-time', Nothing, (_, { inEach }) => inEach(settleByTime))

export const purgeTrashedTickets = job('tickets.purge-trash', Nothing, (_, { inEach }) => inEach(purgeTrash))

export const pruneEvents = job('tickets.prune-events', Nothing, (_, { inEach }) =>
  inEach(async (tx) => {
    await deleteOldEvents(tx)
    await deleteOldChanges(tx)
  }),
)

export const pruneIdempotencyKeys = job('tickets.prune-idempotency-keys', Nothing, (_, { inEach }) =>
  inEach(async (tx) => {
    await deleteOldKeys(tx)
  }),
)

export const ticketJobs = [
  publishHeldMessage,
  wakeSnoozedTicket,
  settleTicketsByTime,
  purgeTrashedTickets,
  pruneEvents,
  pruneIdempotencyKeys,
]

export const ticketTimetable = [
  { cron: '*/10 * * * *', job: settleTicketsByTime },
  { cron: '17 * * * *', job: purgeTrashedTickets },
  { cron: '*/10 * * * *', job: pruneEvents },
  { cron: '41 * * * *', job: pruneIdempotencyKeys },
]
