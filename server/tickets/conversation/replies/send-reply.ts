import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { aboutTicket, systemActor } from '#contract/events.ts'
import { keptAsNote, takenBackAsNote } from '#contract/texts.ts'
import type { MessageChanges } from '#contract/tickets/changes.ts'
import type { PendingMacro } from '#contract/tickets/macros.ts'
import { releaseUploads } from '#server/files/keep-file.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By, NewEvent } from '#server/platform/events/subscription.ts'
import { enqueue, type Job, job } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  addMessage,
  joinConversation,
  messageRow,
  type NewMessage,
} from '#server/tickets/conversation/messages/add-message.ts'
import type { MessageParams } from '#server/tickets/conversation/moderation/moderate-message.ts'
import { prependToDraft } from '#server/tickets/conversation/queries/drafts.ts'
import {
  deleteMessage,
  detachFiles,
  findMessage,
  insertMessage,
  isOvertaken,
  listAttachedFiles,
  listHeldMessages,
  type MessageState,
  updateMessage,
} from '#server/tickets/conversation/queries/messages.ts'
import { upsertRead } from '#server/tickets/conversation/queries/reads.ts'
import { whyReplyIsRefused } from '#server/tickets/outgoing-mail/mail-customer.ts'
import { keptStatusId, type StatusChoice } from '#server/tickets/statuses/find-statuses.ts'
import { actorOf, type MemberCall } from '#server/tickets/ticket/caller.ts'
import { lockIfExists, lockSeenTicket } from '#server/tickets/ticket/find-ticket.ts'
import { indexWords } from '#server/tickets/ticket/index-ticket.ts'
import { solvedBy } from '#server/tickets/ticket/status-rules.ts'
import { isSettled, now, type RowChanges, type Status, type TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { takeMessageNumber } from '#server/tickets/ticket/update-ticket.ts'
import { findTicketRules } from '#server/workspace/settings/show-workspace.ts'
import { findActiveMember } from '#server/workspace/team/find-members.ts'
import { addKeptFollowers, keptChanges, setKeptProblem } from './kept-changes.ts'

export async function sendReply(
  tx: WorkspaceTx,
  ticket: TicketState,
  message: NewMessage,
  { chosen = null, changes: own = {} }: { chosen?: StatusChoice | null; changes?: RowChanges } = {},
) {
  const changes = await changesOfReply(tx, ticket, { chosen, own, memberId: message.author.id! })
  const added = await addMessage(tx, ticket, message, changes, { actor: message.author })
  await upsertRead(tx, ticket.id, message.author.id!, added.seq)
  return added
}

async function sendHeldReply(tx: WorkspaceTx, ticket: TicketState, held: MessageState) {
  const memberId = held.memberId!
  const seq = (await isOvertaken(tx, held)) ? ticket.lastMessageSeq + 1 : held.seq
  await updateMessage(tx, held.id, { seq, sentAt: now, macro: null })
  const fileIds = (await listAttachedFiles(tx, held.id)).map(({ id }) => id)
  const { statusAfter, statusIdAfter } = held
  const chosen = statusAfter && { status: statusAfter, statusId: await keptStatusId(tx, statusIdAfter) }
  const { status } = await statusAfterReply(tx, ticket, chosen)
  const by = { actor: { type: 'agent', id: memberId } as const }
  const wanted = held.changesAfter ?? {}
  const own = await keptChanges(tx, ticket, wanted, status)
  const changes = await changesOfReply(tx, ticket, { chosen, own, memberId })
  await addKeptFollowers(tx, ticket.id, wanted.addFollowers ?? [], by)
  const said = {
    messageId: held.id,
    seq,
    kind: held.kind,
    isAutomatic: false,
    hasReached: false,
    text: held.bodyText,
    fileIds,
  }
  await joinConversation(tx, ticket, said, changes, by)
  if (wanted.problem !== undefined) await setKeptProblem(tx, ticket.id, wanted.problem, by)
}

// Returns the ticket changes of a reply. A solved or closed ticket keeps its status unless the author chose a status.
// If the settings say so, a reply to a customer assigns an unassigned ticket to the author. `own`: what the author
// changes with the reply.
async function changesOfReply(
  tx: WorkspaceTx,
  ticket: TicketState,
  { chosen, own, memberId }: { chosen: StatusChoice | null; own: RowChanges; memberId: string },
) {
  const rules = await findTicketRules(tx)
  const status = statusByRules(ticket, chosen, rules)
  // If the team opened the ticket, a reply counts as the first reply only after the customer wrote.
  const isAnswer = ticket.lastCustomerSeq > 0
  const isFirst = isAnswer && ticket.firstRepliedAt === null
  const isUnassigned = !ticket.assigneeId && own.assigneeId === undefined
  const takes = isAnswer && rules.assignsOnReply && isUnassigned && (await findActiveMember(tx, memberId))
  const changes = {
    ...{ ...status, waitingSince: null },
    ...(isFirst && { firstRepliedAt: now }),
    // An assignment normally ends the snooze of a ticket. An assignment by a reply must not end the snooze.
    ...(takes && { assigneeId: memberId, snoozedUntil: ticket.snoozedUntil }),
    ...own,
  }
  return solvedBy(ticket, changes, { id: memberId })
}

/** Returns the status that a reply gives a ticket: the chosen one, or the default of the settings. */
export const statusAfterReply = async (tx: WorkspaceTx, ticket: TicketState, chosen: StatusChoice | null) =>
  statusByRules(ticket, chosen, await findTicketRules(tx))

const statusByRules = (
  { status }: TicketState,
  chosen: StatusChoice | null,
  { replyStatus }: { replyStatus: Status },
): StatusChoice => chosen ?? { status: isSettled(status) ? status : replyStatus }

/**
 * Sends a held message. If the ticket is closed or in the trash, or too many mails to people who never wrote were sent,
 * the message returns to its author's draft.
 */
export async function sendHeld(tx: WorkspaceTx, { ticketId, messageId }: { ticketId: string; messageId: string }) {
  const ticket = await lockIfExists(tx, ticketId)
  const held = ticket && (await findMessage(tx, ticketId, messageId))
  if (!held || held.sentAt !== null) return
  // A message that a problem is fixed is also for customers whose incident is closed.
  if (ticket.status === 'closed' && !held.flags.includes('problem-fixed'))
    return returnToDraft(tx, held, { actor: systemActor, cause: 'ticket-closed' })
  if (ticket.trashedAt) return returnToDraft(tx, held, { actor: systemActor, cause: 'ticket-in-trash' })
  if (await whyReplyIsRefused(tx, ticketId))
    return returnToDraft(tx, held, { actor: systemActor, cause: 'too-many-unsolicited' })
  await sendHeldReply(tx, ticket, held)
}

/**
 * Holds a reply until `sendAt`. The reply gets its number now, so that colleagues see it before they reply. Refuses a
 * reply above the limit of mails to people who never wrote.
 */
export async function holdReply(
  tx: WorkspaceTx,
  ticket: TicketState,
  message: NewMessage,
  {
    sendAt,
    chosen,
    changes,
    macro = null,
  }: {
    sendAt: string
    chosen: StatusChoice | null
    changes?: MessageChanges | undefined
    macro?: PendingMacro | null | undefined
  },
): Promise<string> {
  const refusal = await whyReplyIsRefused(tx, ticket.id)
  if (refusal) throw refusal
  const seq = await takeMessageNumber(tx, ticket.id)
  const after = { statusAfter: chosen?.status ?? null, statusIdAfter: chosen?.statusId ?? null }
  const changesAfter = changes ? JSON.stringify(changes) : null
  const row = {
    ...messageRow(ticket.id, message),
    seq,
    sendAt,
    ...after,
    changesAfter,
    macro: macro && JSON.stringify(macro),
  }
  const messageId = await insertMessage(tx, row, message.text.attachmentIds)
  await upsertRead(tx, ticket.id, message.author.id!, seq)
  const by = { actor: message.author }
  const held = { messageId, sendAt }
  await record(tx, { type: 'message.held', subject: aboutTicket(ticket.id), by, audience: 'team', with: held })
  return messageId
}

const HeldMessage = z.object({ ticketId: Id, messageId: Id })

export const sendHeldMessage: Job<typeof HeldMessage> = {
  ...job('tickets.publish-held', HeldMessage, (held, { inWorkspace }) => inWorkspace((tx) => sendHeld(tx, held))),
  restsWhileSuspended: true,
}

export const sendLater = (tx: WorkspaceTx, { subject, with: { messageId, sendAt } }: NewEvent<'message.held'>) =>
  enqueue(
    tx,
    sendHeldMessage,
    { ticketId: subject.id, messageId },
    { runAt: new Date(sendAt), key: `${sendHeldMessage.name}:${messageId}` },
  )

/**
 * Moves a held message back to its author's draft, or makes it a note if the draft is full. Does not reuse the message
 * number. Otherwise members who saw the held message would seem to have read the next message.
 */
export async function returnToDraft(tx: WorkspaceTx, held: MessageState, by: By) {
  const { id, ticketId, memberId, bodyHtml, macro } = held
  const fileIds = (await listAttachedFiles(tx, id)).map((file) => file.id)
  const draft = { ticketId, memberId: memberId!, kind: 'reply', html: bodyHtml, fileIds, macro } as const
  if (await prependToDraft(tx, draft)) {
    await releaseUploads(tx, await detachFiles(tx, id))
    await deleteMessage(tx, id)
  } else await keepAsNote(tx, held, takenBackAsNote)
  await tellTakenBack(tx, ticketId, by)
}

/** Deletes a held message, without a draft. Refuses a message that was sent. */
export async function withdrawReply(tx: WorkspaceTx, { id, messageId }: MessageParams, by: By) {
  await lockIfExists(tx, id)
  const held = await findMessage(tx, id, messageId)
  if (!held) return
  if (held.sentAt !== null) throw new Refusal('already-sent')
  await deleteMessage(tx, messageId)
  await tellTakenBack(tx, id, by)
}

/** Turns a held message into a note if its author was deactivated, unless the message was sent or deleted. */
export async function keepUnsent(tx: WorkspaceTx, { id, messageId }: MessageParams) {
  const held = await findMessage(tx, id, messageId)
  if (held?.sentAt !== null) return
  await keepAsNote(tx, held, keptAsNote)
  await tellTakenBack(tx, id, { actor: systemActor, cause: 'member-deactivated' })
}

const tellTakenBack = (tx: WorkspaceTx, ticketId: string, by: By) =>
  record(tx, { type: 'message.taken-back', subject: aboutTicket(ticketId), by, audience: 'team' })

async function keepAsNote(tx: WorkspaceTx, { id, ticketId, bodyHtml, bodyText }: MessageState, why: string) {
  const note = { html: `<p>${why}</p>${bodyHtml}`, text: `${why}\n\n${bodyText}` }
  const kept = {
    bodyHtml: note.html,
    bodyText: note.text,
    sendAt: null,
    statusAfter: null,
    statusIdAfter: null,
    changesAfter: null,
    macro: null,
  }
  await updateMessage(tx, id, { ...kept, kind: 'note', sentAt: new Date().toISOString() })
  await indexWords(tx, ticketId, [note.text], false)
}

/** Moves all held messages back to drafts, so that their authors first read the new message of the customer. */
export async function returnAllHeldToDrafts(tx: WorkspaceTx, ticketId: string, by: By) {
  for (const message of await listHeldMessages(tx, ticketId)) await returnToDraft(tx, message, by)
}

/** Moves a held reply back to its author's draft. Members can also do this with replies of colleagues. */
export async function takeBackMessage({ tx, caller }: MemberCall, { id, messageId }: MessageParams) {
  await lockSeenTicket(tx, id, caller)
  const message = await findMessage(tx, id, messageId)
  if (!message) throw new Refusal('message-not-found')
  if (message.sentAt !== null) throw new Refusal('already-sent')
  await returnToDraft(tx, message, { actor: actorOf(caller) })
}
