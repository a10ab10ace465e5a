import { z } from 'zod'
import { deleteOldEvents } from '#server/platform/events/prune-events.ts'
import { deleteOldKeys } from '#server/platform/http/idempotency.ts'
import { job } from '#server/platform/jobs.ts'
import { pruneChanges } from '#server/tickets/changes/change-tickets.ts'
import { purgeTrash } from './purge-trash.ts'
import { settleByTime } from './settle-by-time.ts'
import { wakeSnoozedTicket } from './wake-ticket.ts'

const Nothing = z.object({})

export const settleTicketsByTime = job('tickets.settle-by-time', Nothing, (_, { inEach }) => inEach(settleByTime))

export const purgeTrashedTickets = job('tickets.purge-trash', Nothing, (_, { inEach }) => inEach(purgeTrash))

export const pruneEvents = job('tickets.prune-events', Nothing, (_, { inEach }) =>
  inEach(async (tx) => {
    await deleteOldEvents(tx)
    await pruneChanges(tx)
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
