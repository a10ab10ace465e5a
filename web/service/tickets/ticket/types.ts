import type { z } from 'zod'
import type * as followers from '#contract/tickets/followers.ts'
import type * as links from '#contract/tickets/links.ts'
import type * as merging from '#contract/tickets/merging.ts'
import type * as messages from '#contract/tickets/messages.ts'
import type * as suggestions from '#contract/tickets/people.ts'
import type * as problems from '#contract/tickets/problems.ts'
import type * as sideConversations from '#contract/tickets/side-conversations.ts'
import type { TicketStatus as StatusAnswer } from '#contract/tickets/statuses.ts'
import type * as tickets from '#contract/tickets/tickets.ts'
import type { CustomerProfile } from '#contract/workspace/customers.ts'
import type { ticketMember, ticketRow, ticketTeam } from './loader-fields.ts'

export type Ticket = z.output<typeof tickets.Ticket>
export type Follower = z.output<typeof followers.Follower>
export type TicketLink = z.output<typeof links.TicketLink>
export type IncidentPage = z.output<typeof links.listIncidents.answer>
export type ToldPage = z.output<typeof problems.listToldCustomers.answer>
export type MergedTicket = z.output<typeof merging.MergedTicket>
export type SideConversation = z.output<typeof sideConversations.SideConversation>
export type SideDraft = z.output<typeof sideConversations.SideDraft>
export type SideMessage = z.output<typeof sideConversations.SideMessage>
export type SuggestedCopy = z.output<typeof suggestions.SuggestedCopy>
export type TicketEvent = z.output<typeof tickets.TicketEvent>
export type Status = Ticket['status']
/** A status of the workspace. `Status` is its category. */
export type TicketStatus = Pick<StatusAnswer, 'id' | 'name' | 'category' | 'color' | 'isDefault'>
export type TicketTeam = ReturnType<typeof ticketTeam>
export type Priority = NonNullable<Ticket['priority']>
export type TicketType = NonNullable<Ticket['type']>
export type Message = z.output<typeof messages.Message>
export type Draft = z.output<typeof messages.Draft>
export type SuspendedMail = z.output<typeof messages.SuspendedMail>
export type TicketRow = ReturnType<typeof ticketRow>
export type Member = ReturnType<typeof ticketMember>
export type Customer = z.output<typeof CustomerProfile>
