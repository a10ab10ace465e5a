import { randomUUID } from 'node:crypto'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { importing, inBatch, isImporting, type NewEvent } from '#server/platform/events/subscription.ts'
import { derivedId } from '#server/platform/secrets/derived-id.ts'
import { listFollowerIds } from '#server/tickets/followers/follow-ticket.ts'
import { queueNew, queueOutgoing } from './deliveries/send-outgoing.ts'
import { findMailedMessage } from './queries/answers.ts'
import { dropWaitingNotices, type NoticeKind, requeueDroppedNotice } from './queries/outgoing-mails.ts'
import { findMemberToNotify } from './queries/recipients.ts'
import { findSideMessage } from './queries/side-mails.ts'

type Assignment = { ticketId: string; memberId: string | null; actorId: string | null }

const actorOf = ({ by: { actor } }: Pick<NewEvent, 'by'>) => (actor.type === 'agent' ? actor.id : null)

const noticeOf = (tx: WorkspaceTx, assignment: Assignment) => queueNotice(tx, { kind: 'assigned', ...assignment })

export async function noticeFirstAssignee(tx: WorkspaceTx, event: NewEvent<'ticket.created'>) {
  if (isImporting(event)) return
  await noticeOf(tx, { ticketId: event.subject.id, memberId: event.with.assigneeId, actorId: actorOf(event) })
}

/**
 * Drops the waiting notice to the former assignee, and queues a notice to the new assignee. An undo sends no new
 * notice, but queues the dropped one again. Deactivations, batches and imports cause no notice.
 */
export async function noticeAssignee(tx: WorkspaceTx, event: NewEvent<'assignee.changed'>) {
  const ticketId = event.subject.id
  const memberId = event.new?.id ?? null
  await dropWaitingNotices(tx, ticketId, 'assigned')
  if (event.by.cause === 'member-deactivated' || event.by.cause === inBatch || isImporting(event)) return
  if (event.by.cause !== 'undone') return noticeOf(tx, { ticketId, memberId, actorId: actorOf(event) })
  const dropped = memberId && (await requeueDroppedNotice(tx, { ticketId, memberId, notice: 'assigned' }))
  if (dropped) await queueOutgoing(tx, dropped, new Date(Date.now() + waitMs))
}

/** Tells the assignee and the followers about a reply of a customer, and mentioned members about a note. */
export async function noticeMessage(tx: WorkspaceTx, { subject, by, ...event }: NewEvent<'message.added'>) {
  const { messageId, kind, isAutomatic, assigneeId, mentions } = event.with
  if (isAutomatic || by.cause === importing) return
  const about = { ticketId: subject.id, messageId }
  if (by.actor.type === 'customer' && kind === 'reply') {
    for (const memberId of await listReaders(tx, subject.id, assigneeId))
      await queueNotice(tx, { kind: 'customerReplied', ...about, memberId, actorId: null })
  }
  const actorId = actorOf({ by })
  for (const memberId of mentions) await queueNotice(tx, { kind: 'mentioned', ...about, memberId, actorId })
}

/** Tells the assignee and the followers about an answer in a side conversation, as about a reply of a customer. */
export async function noticeSideAnswer(tx: WorkspaceTx, { subject, ...event }: NewEvent<'side-message.added'>) {
  const { sideMessageId, isAnswer, assigneeId } = event.with
  if (!isAnswer) return
  const about = { kind: 'sideAnswered', ticketId: subject.id, sideMessageId, actorId: null } as const
  for (const memberId of await listReaders(tx, subject.id, assigneeId)) await queueNotice(tx, { ...about, memberId })
}

const listReaders = async (tx: WorkspaceTx, ticketId: string, assigneeId: string | null) =>
  new Set([assigneeId, ...(await listFollowerIds(tx, ticketId))])

export async function noticeWriter(tx: WorkspaceTx, event: NewEvent<'mail.failed' | 'mail.bounced'>) {
  const { messageId, reason } = event.new
  // No notice is needed if sending is off, for example in a copy of the installation. The pages already show that
  // sending is off.
  if (reason.code === 'sending-off') return
  const find = event.with.isSide ? findSideMessage : findMailedMessage
  const memberId = (await find(tx, messageId))?.memberId ?? null
  const ticketId = event.subject.id
  const hour = new Date().toISOString().slice(0, 13)
  const mailMessageId = derivedId('deliveryFailed', messageId, hour)
  const about = event.with.isSide ? { sideMessageId: messageId } : { messageId }
  await queueNotice(tx, { kind: 'deliveryFailed', ticketId, ...about, memberId, actorId: null, mailMessageId })
}

type UnsentAnswer = { ticketId: string; messageId: string; memberId: string }

export async function tellUnsent(tx: WorkspaceTx, { ticketId, messageId, memberId }: UnsentAnswer) {
  const member = await findMemberToNotify(tx, memberId)
  if (!member) return
  await queueNew(tx, {
    kind: 'unsent-answer',
    recipient: member.email,
    ticketId,
    messageId,
    mailMessageId: derivedId('unsent-answer', ticketId),
    content: { memberId },
  })
}

type Notice = {
  kind: NoticeKind
  ticketId: string
  memberId: string | null
  actorId: string | null
  messageId?: string | null
  sideMessageId?: string | null
  /** A second notice with the same id to the same recipient is not mailed. */
  mailMessageId?: string
}

const waitMs = 15_000

async function queueNotice(
  tx: WorkspaceTx,
  { kind, ticketId, memberId, actorId, messageId = null, sideMessageId, mailMessageId = randomUUID() }: Notice,
) {
  if (!memberId || memberId === actorId) return
  const member = await findMemberToNotify(tx, memberId)
  const setting = kind === 'sideAnswered' ? 'customerReplied' : kind
  if (!member || member.notifications[setting] === false) return
  const content = { notice: kind, memberId, actorId }
  const about = { ticketId, messageId, sideMessageId, mailMessageId }
  await queueNew(
    tx,
    { kind: 'agent-notice', recipient: member.email, ...about, content },
    new Date(Date.now() + waitMs),
  )
}
