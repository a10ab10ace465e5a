import type { Selectable } from 'kysely'
import type { channels, priorities, statuses, ticketTypes } from '#contract/tickets/ticket-values.ts'
import { columns, type Tickets } from '#database/types.ts'
import type { Values } from '#server/fields/values/check-values.ts'

export const ticketColumns = columns.tickets.filter(
  (name) => name !== 'workspaceId' && name !== 'shelf' && name !== 'waitingOrder',
)

export type TicketState = Omit<Pick<Selectable<Tickets>, (typeof ticketColumns)[number]>, 'customFields'> & {
  customFields: Values
}
export type Status = TicketState['status']
type Priority = TicketState['priority']
type TicketType = NonNullable<TicketState['type']>
export type Channel = TicketState['channel']

type Same<A, B> = [A, B] extends [B, A] ? true : false
// These lines do not compile if the API and the database have different values.
true satisfies Same<Status, (typeof statuses)[number]>
true satisfies Same<Priority, (typeof priorities)[number]>
true satisfies Same<TicketType, (typeof ticketTypes)[number]>
true satisfies Same<Channel, (typeof channels)[number]>

export type RowChanges = Partial<Omit<TicketState, 'id' | 'number' | 'customFields' | 'revision' | 'createdAt'>> & {
  /** Values of custom fields by the id of the field. */
  customFields?: Values
}
/** PostgreSQL converts this text to the start time of the transaction. */
export const now = 'now'

export type NewText = { html: string; text: string; quotedText: string | null; attachmentIds: string[] }

export const isSettled = (status: Status) => status === 'solved' || status === 'closed'
