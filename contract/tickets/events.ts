import { z } from 'zod'
import { CustomValueInEvent } from '#contract/custom-values.ts'
import { Id, Time } from '#contract/endpoint.ts'
import type { EventDeclaration } from '#contract/events.ts'
import { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import { shownLinkKinds } from './links.ts'
import { incidentReplyKinds } from './problems.ts'
import { channels } from './ticket-values.ts'
import { Status, ticketFields } from './tickets.ts'

const event = <const E extends EventDeclaration>(declared: E): E => declared

type Fields = typeof ticketFields
type FieldEvents = {
  [F in Exclude<keyof Fields, 'assignee' | 'team' | 'customFields' | 'statusId' | 'tags'> as `${F}.changed`]: {
    isHistory: true
    old: Fields[F]
    new: Fields[F]
  }
}
const { assignee: _, team: _team, customFields: _values, statusId: _status, tags: _tags, ...plainFields } = ticketFields
const fieldEvents = Object.fromEntries(
  Object.entries(plainFields).map(([field, value]) => [
    `${field}.changed`,
    { isHistory: true, old: value, new: value },
  ]),
) as FieldEvents

/** A person with the name that they had at the time of the event. */
const Named = z.object({ id: Id, name: z.string() })
const Person = Named.nullable()
const MarkedAt = z.string().nullable()
/** Older tags may contain a comma. */
const OlderTags = z.array(z.string())
const mark = { isHistory: true, old: MarkedAt, new: MarkedAt } as const
const aboutMessage = event({ isHistory: true, new: z.object({ messageId: Id }) })
const otherTicket = event({ isHistory: true, new: z.object({ id: Id, number: z.int() }) })
const linkedTicket = event({
  isHistory: true,
  new: z.object({ id: Id, number: z.int(), kind: z.enum(shownLinkKinds) }),
})
const returned = event({
  isHistory: true,
  new: z.object({ messageId: Id, recipient: z.string(), reason: DeliveryReason }),
  with: z.object({ isSide: z.boolean().describe('The message is of a side conversation') }),
})
const SideConversationOfEvent = z.object({ id: Id, to: z.array(z.string()) })
const sideConversation = event({ isHistory: true, new: SideConversationOfEvent })

export const ticketEvents = {
  'ticket.created': event({
    isHistory: true,
    new: z.object({ number: z.int(), status: Status, channel: z.enum(channels), followUpOf: Id.optional() }),
    with: z.object({
      isAcknowledged: z.boolean().describe('The requester gets a confirmation by mail'),
      isProven: z.boolean().describe('The requester is verified: signed in, or by an authenticated mail'),
      assigneeId: Id.nullable(),
      deflectionId: Id.nullable().describe('Id of the suggestions that the requester saw, as sent by the browser'),
    }),
  }),
  ...fieldEvents,
  'tags.changed': event({ isHistory: true, old: OlderTags, new: OlderTags }),
  'assignee.changed': event({ isHistory: true, old: Person, new: Person }),
  'team.changed': event({ isHistory: true, old: Named.nullable(), new: Named.nullable() }),
  'custom-field.changed': event({ isHistory: true, old: CustomValueInEvent, new: CustomValueInEvent }),
  'statusId.changed': event({ isHistory: true, old: Named, new: Named }),
  'statuses.changed': event({ isHistory: false }),
  'teams.changed': event({ isHistory: false }),
  'ticket-forms.changed': event({ isHistory: false }),
  'snooze.set': mark,
  'snooze.ended': mark,
  'spam.set': mark,
  'spam.ended': mark,
  'trash.set': mark,
  'trash.ended': mark,
  'requester.changed': event({
    isHistory: true,
    old: Named,
    new: Named,
    with: z.object({
      formerAddresses: z.array(z.string()),
      wasUnknown: z.boolean().describe('The former requester was a placeholder for an unknown sender'),
    }),
  }),
  'cc.changed': event({ isHistory: true, old: z.array(z.string()), new: z.array(z.string()) }),
  'cc.dismissed': event({ isHistory: false }),
  'follow-up.created': otherTicket,
  'merge.set': otherTicket,
  'merge.ended': otherTicket,
  'merged-ticket.added': otherTicket,
  'merged-ticket.removed': otherTicket,
  'merged-ticket.written': event({ isHistory: false }),
  'macro.changed': event({ isHistory: false }),
  'draft.changed': event({ isHistory: false }),
  'message.added': event({
    isHistory: false,
    with: z.object({
      messageId: Id,
      kind: z.enum(['reply', 'note']),
      isAutomatic: z.boolean(),
      hasReached: z.boolean().describe('The author already mailed the message to the customer'),
      isWaiting: z.boolean().describe('The author is not on the ticket and waits for acceptance'),
      assigneeId: Id.nullable(),
      mentions: z.array(Id).describe('The members whom a note mentions'),
    }),
  }),
  'message.held': event({ isHistory: false, with: z.object({ messageId: Id, sendAt: Time }) }),
  'message.taken-back': event({ isHistory: true }),
  'message.accepted': aboutMessage,
  'message.redacted': aboutMessage,
  'message.split': event({ ...otherTicket, with: z.object({ messageIds: z.array(Id) }) }),
  'split.ended': event({ ...otherTicket, with: z.object({ messageIds: z.array(Id) }) }),
  'incidents.answered': event({
    isHistory: true,
    new: z.object({ kind: z.enum(incidentReplyKinds), count: z.int().describe('Incidents that are to get the reply') }),
  }),
  'link.added': linkedTicket,
  'link.removed': linkedTicket,
  'follower.added': event({ isHistory: true, new: Named }),
  'follower.removed': event({ isHistory: true, new: Named }),
  'side-conversation.started': sideConversation,
  'side-conversation.closed': sideConversation,
  'side-conversation.reopened': sideConversation,
  'side-message.added': event({
    isHistory: false,
    with: z.object({
      sideMessageId: Id,
      isAnswer: z.boolean().describe('Somebody outside the team wrote it, and no program'),
      assigneeId: Id.nullable(),
    }),
  }),
  'side-message.taken-back': sideConversation,
  'side-message.redacted': event({
    isHistory: true,
    new: SideConversationOfEvent,
    with: z.object({
      ticketId: Id.describe('The ticket on which the side conversation was started'),
      mailMessageId: z.string().nullable(),
    }),
  }),
  'thanks.overruled': aboutMessage,
  'ticket-view.changed': event({ isHistory: false }),
  'ticket-view-settings.changed': event({ isHistory: false }),
  'ticket.seen': event({ isHistory: false }),
  'mail.acknowledged': event({ isHistory: true, new: z.object({ recipient: z.string() }) }),
  'mail.failed': returned,
  'mail.bounced': returned,
  'mail.delivery': event({ isHistory: false }),
  'mail.suspended': event({ isHistory: false }),
}
