import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { wakeSnoozedTicket } from './jobs.ts'

/** Queues what brings a snoozed ticket back at its time. */
export const wakeLater = (tx: WorkspaceTx, { subject, ...event }: NewEvent<'snooze.set'>) =>
  enqueue(
    tx,
    wakeSnoozedTicket,
    { ticketId: subject.id },
    { runAt: new Date(event.new!), key: `${wakeSnoozedTicket.name}:${subject.id}` },
  )
