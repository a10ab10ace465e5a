import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { systemActor } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { lockIfExists } from '#server/tickets/ticket/find-ticket.ts'
import { updateTicket } from '#server/tickets/ticket/update-ticket.ts'

const skewMs = 5000
const OneTicket = z.object({ ticketId: Id })

async function wakeTicket(tx: WorkspaceTx, ticketId: string) {
  const ticket = await lockIfExists(tx, ticketId)
  if (!ticket?.snoozedUntil || Date.parse(ticket.snoozedUntil) > Date.now() + skewMs) return
  await updateTicket(tx, ticket, { snoozedUntil: null }, { actor: systemActor, cause: 'snooze-over' })
}

export const wakeSnoozedTicket = job('tickets.wake', OneTicket, ({ ticketId }, { inWorkspace }) =>
  inWorkspace((tx) => wakeTicket(tx, ticketId)),
)

export const wakeLater = (tx: WorkspaceTx, { subject, ...event }: NewEvent<'snooze.set'>) =>
  enqueue(
    tx,
    wakeSnoozedTicket,
    { ticketId: subject.id },
    { runAt: new Date(event.new!), key: `${wakeSnoozedTicket.name}:${subject.id}` },
  )
