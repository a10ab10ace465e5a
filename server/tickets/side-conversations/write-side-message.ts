import type { BodyOf } from '#contract/endpoint.ts'
import { aboutTicket } from '#contract/events.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import {
  mostSideConversations,
  type startSideConversation as startContract,
  type writeSideMessage as writeContract,
} from '#contract/tickets/side-conversations.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { isOurs } from '#server/platform/mail/own-domains.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type CleanText, composeTeamText, invalidField } from '#server/tickets/conversation/messages/compose-text.ts'
import { queueSideMails } from '#server/tickets/outgoing-mail/mail-outsiders.ts'
import { actorOf, type MemberCall, theTeam } from '#server/tickets/ticket/caller.ts'
import { isParticipant } from '#server/tickets/ticket/change-copies.ts'
import { listMergedIds, lockForTeam, refuseChange } from '#server/tickets/ticket/find-ticket.ts'
import type { NewText, TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { type LockedConversation, lockSideConversation } from './find-side-conversation.ts'
import {
  countConversations,
  findForwardable,
  insertConversation,
  insertMessage,
  updateConversation,
  upsertRead,
} from './queries.ts'
import { recordMessage, recordReopening } from './record-messages.ts'
import { endSideDraft } from './save-side-draft.ts'

type WithCleanText<B> = Omit<B, 'html' | 'text'> & { clean: CleanText }

const noText: NewText = { html: '', text: '', quotedText: null, attachmentIds: [] }

/** Starts a side conversation with a first message, which can forward a message of the ticket. */
export async function startSideConversation(
  call: MemberCall,
  ticketId: string,
  { to, subject, messageId, sendAt, clean, attachments }: WithCleanText<BodyOf<typeof startContract>>,
) {
  const { tx, caller } = call
  const ticket = await lockForTeam(tx, ticketId, caller)
  await refuseRecipients(call, ticket, to)
  if ((await countConversations(tx, ticket.id)) >= mostSideConversations)
    throw new Refusal('too-many-side-conversations')
  if (messageId) await refuseUnforwardable(tx, ticket, messageId)
  const isBare = messageId !== undefined && clean.text.trim() === '' && !attachments?.length
  const text = isBare ? noText : await composeTeamText(tx, clean, attachments, caller.id)
  const conversation = await insertConversation(tx, { ticketId: ticket.id, subject, recipients: to })
  const started = { id: conversation.id, to }
  const about = { subject: aboutTicket(ticket.id), by: { actor: actorOf(caller) }, audience: 'team' } as const
  await record(tx, { type: 'side-conversation.started', ...about, new: started })
  const message = { to, text, sendAt, forwardedMessageId: messageId ?? null }
  await addOwnMessage(call, { conversation, ticket }, message)
  return conversation.id
}

async function refuseUnforwardable(tx: WorkspaceTx, { id }: TicketState, messageId: string) {
  const tickets = [id, ...(await listMergedIds(tx, id, theTeam))]
  if (!(await findForwardable(tx, tickets, messageId))) throw new Refusal('message-not-found')
}

/** Writes another message to the people of a side conversation, and reopens it. */
export async function writeSideMessage(
  call: MemberCall,
  id: string,
  { to, sendAt, clean, attachments, draft }: WithCleanText<BodyOf<typeof writeContract>>,
) {
  const { tx, caller } = call
  const locked = await lockSideConversation(tx, id)
  refuseChange(locked.ticket)
  const recipients = to ?? locked.conversation.recipients
  await refuseRecipients(call, locked.ticket, recipients)
  const text = await composeTeamText(tx, clean, attachments, caller.id)
  await addOwnMessage(call, locked, { to: recipients, text, sendAt, forwardedMessageId: null })
  await endSideDraft(tx, caller, id, draft)
}

// Customers of the ticket must never see a side conversation, and mail to our own addresses would come back.
async function refuseRecipients({ tx, platform }: MemberCall, { id }: TicketState, addresses: string[]) {
  for (const address of addresses) {
    const shown = shownAddress(address)
    if (isOurs(platform.settings, address))
      throw invalidField('to', `${shown} is an address of this installation. Enter an address of somebody else.`)
    const person = await isParticipant(tx, id, address)
    if (person && 'customerId' in person)
      throw invalidField('to', `${shown} is on this ticket. Write a reply instead, or remove this address.`)
  }
}

type OwnMessage = { to: string[]; text: NewText; sendAt: string | undefined; forwardedMessageId: string | null }

async function addOwnMessage(
  { tx, caller }: MemberCall,
  { conversation, ticket }: LockedConversation,
  { to, text, sendAt, forwardedMessageId }: OwnMessage,
) {
  const { id: sideConversationId, lastSeq, closedAt } = conversation
  const seq = lastSeq + 1
  const by = { actor: actorOf(caller) }
  const waitsUntil = sendAt && Date.parse(sendAt) > Date.now() ? sendAt : null
  const row = {
    ...{ sideConversationId, seq, memberId: caller.id, recipients: to, forwardedMessageId },
    ...{ bodyHtml: text.html, bodyText: text.text },
    ...(waitsUntil && { sendAt: waitsUntil }),
  }
  const sideMessageId = await insertMessage(tx, row, text.attachmentIds)
  const lastMessageAt = new Date().toISOString()
  await updateConversation(tx, sideConversationId, { recipients: to, lastSeq: seq, lastMessageAt, closedAt: null })
  await upsertRead(tx, sideConversationId, caller.id, seq)
  if (closedAt) await recordReopening(tx, { conversation: { ...conversation, recipients: to }, ticket }, by)
  await recordMessage(tx, ticket, { sideMessageId, isAnswer: false, by })
  await queueSideMails(tx, { ticketId: ticket.id, sideConversationId, sideMessageId, to, sendAt: waitsUntil })
}
