import { randomUUID } from 'node:crypto'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { importing, inBatch, isImporting, type NewEvent } from '#server/platform/events/subscription.ts'
import { derivedId } from '#server/platform/secrets/derived-id.ts'
import { queueOutgoing } from './deliveries/send-outgoing.ts'
import { findAnswerAuthor } from './queries/answers.ts'
import {
  dropWaitingNotices,
  insertOutgoing,
  type NoticeContent,
  type NoticeKind,
  takeDroppedNotice,
} from './queries/outgoing-mails.ts'
import { findMemberToNotify } from './queries/recipients.ts'

type Assignment = { ticketId: string; memberId: string | null; actorId: string | null }

const actorOf = ({ by: { actor } }: Pick<NewEvent, 'by'>) => (actor.type === 'agent' ? actor.id : null)

/** A mail to whoever has the ticket from now on, unless they took it themselves. */
const noticeOf = (tx: WorkspaceTx, assignment: Assignment) => queueNotice(tx, { kind: 'assigned', ...assignment })

export async function noticeFirstAssignee(tx: WorkspaceTx, event: NewEvent<'ticket.created'>) {
  if (isImporting(event)) return
  await noticeOf(tx, { ticketId: event.subject.id, memberId: event.with.assigneeId, actorId: actorOf(event) })
}

/**
 * Whoever was to hear of the assignment before hears of none. Of all the tickets of somebody who left nobody is mailed one by one. Of one that was put back they hear after all, where the
 * change came before their mail had gone, and nobody else does.
 */
export async function noticeAssignee(tx: WorkspaceTx, event: NewEvent<'assignee.changed'>) {
  const ticketId = event.subject.id
  const memberId = event.new?.id ?? null
  await dropWaitingNotices(tx, ticketId, 'assigned')
  if (event.by.cause === 'member-deactivated' || event.by.cause === inBatch || isImporting(event)) return
  if (event.by.cause !== 'undone') return noticeOf(tx, { ticketId, memberId, actorId: actorOf(event) })
  const dropped = memberId && (await takeDroppedNotice(tx, { ticketId, memberId, notice: 'assigned' }))
  if (dropped) await queueOutgoing(tx, dropped, new Date(Date.now() + waitMs))
}

/** Whoever has the ticket hears what its customer wrote. */
export async function noticeCustomerReply(tx: WorkspaceTx, { subject, by, ...event }: NewEvent<'message.added'>) {
  const { messageId, kind, isAutomatic, assigneeId: memberId } = event.with
  if (by.actor.type !== 'customer' || kind !== 'reply' || isAutomatic || by.cause === importing) return
  await queueNotice(tx, { kind: 'customerReplied', ticketId: subject.id, memberId, actorId: null, messageId })
}

/** Whoever wrote an answer that did not arrive hears of it, once an hour however many it did not reach. */
export async function noticeWriter(tx: WorkspaceTx, event: NewEvent<'mail.failed' | 'mail.bounced'>) {
  const { messageId, reason } = event.new
  // Nothing of a copy arrives, which its pages say. A notice that waits would go once it may send.
  if (reason.code === 'sending-off') return
  const memberId = await findAnswerAuthor(tx, messageId)
  const ticketId = event.subject.id
  const hour = new Date().toISOString().slice(0, 13)
  const mailMessageId = derivedId('deliveryFailed', messageId, hour)
  await queueNotice(tx, { kind: 'deliveryFailed', ticketId, messageId, memberId, actorId: null, mailMessageId })
}

type UnsentAnswer = { ticketId: string; messageId: string; memberId: string }

/** A member who writes on a ticket by mail hears that the customer does not get it: once a ticket. */
export async function tellUnsent(tx: WorkspaceTx, { ticketId, messageId, memberId }: UnsentAnswer) {
  const member = await findMemberToNotify(tx, memberId)
  if (!member) return
  const [mail] = await insertOutgoing(tx, [
    {
      kind: 'unsent-answer',
      recipient: member.email,
      ...{ ticketId, messageId },
      mailMessageId: derivedId('unsent-answer', ticketId),
      content: JSON.stringify({ memberId }),
    },
  ])
  if (mail) await queueOutgoing(tx, mail.id)
}

type Notice = {
  kind: NoticeKind
  ticketId: string
  /** Whom it concerns; nobody is told when there is nobody. */
  memberId: string | null
  /** Who did it; nobody is told of their own act. */
  actorId: string | null
  messageId?: string | null
  /** Of notices with the same one, one is mailed. */
  mailMessageId?: string
}

/** A change that is taken back at once has told nobody. */
const waitMs = 15_000

/** Mails a member what happened on a ticket, when they want to hear of such things. */
async function queueNotice(
  tx: WorkspaceTx,
  { kind, ticketId, memberId, actorId, messageId = null, mailMessageId = randomUUID() }: Notice,
) {
  if (!memberId || memberId === actorId) return
  const member = await findMemberToNotify(tx, memberId)
  if (!member || member.notifications[kind] === false) return
  const content: NoticeContent = { notice: kind, memberId, actorId }
  const [mail] = await insertOutgoing(tx, [
    {
      kind: 'agent-notice',
      recipient: member.email,
      ticketId,
      messageId,
      mailMessageId,
      content: JSON.stringify(content),
    },
  ])
  if (mail) await queueOutgoing(tx, mail.id, new Date(Date.now() + waitMs))
}
