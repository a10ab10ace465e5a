import { aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  listMessagesToSplit,
  type MessageState,
  mailSubjectOf,
  placeMessages,
  refreshSnippets,
  textsOf,
} from '#server/tickets/conversation/messages/join-conversations.ts'
import { linkRelated } from '#server/tickets/links/link-tickets.ts'
import { actorOf, type MemberCall } from '#server/tickets/ticket/caller.ts'
import { deleteTickets } from '#server/tickets/ticket/delete-tickets.ts'
import { findSeenTicket, lockTickets, refuseChange } from '#server/tickets/ticket/find-ticket.ts'
import { reindexTicket, setSearchTimes } from '#server/tickets/ticket/index-ticket.ts'
import { insertNewTicket, tellOpening } from '#server/tickets/ticket/insert-ticket.ts'
import type { TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { updateTicket, writeChanges } from '#server/tickets/ticket/update-ticket.ts'
import { differingFields, findFields, unlessChanged } from './join-fields.ts'
import { findSplit, insertSplit } from './queries.ts'

type MessageParams = { id: string; messageId: string }

/** Moves messages of one customer, with their files and mails, to a new ticket of this customer. Returns its id. */
export async function splitMessages(
  { tx, caller }: MemberCall,
  { id, messageId }: MessageParams,
  further: string[] = [],
) {
  const [locked] = await lockTickets(tx, [id])
  if (!locked) throw new Refusal('ticket-not-found')
  const source = locked.ticket
  refuseChange(source)
  const messages = await listMessagesToSplit(tx, id)
  const chosen = chooseMessages(messages, new Set([messageId, ...further]))
  const sourceBefore = await findFields(tx, locked)
  const opened = await openFromMessages(tx, source, chosen)
  const by = { actor: actorOf(caller) }
  await reindexTicket(tx, source)
  await updateTicket(tx, source, await refreshSnippets(tx, id), by)
  await record(tx, {
    type: 'message.split',
    subject: aboutTicket(id),
    by,
    audience: chosen.some(({ kind }) => kind === 'reply') ? { customers: [source.requesterId] } : 'team',
    new: { id: opened.id, number: opened.number },
    with: { messageIds: chosen.map((message) => message.id) },
  })
  await linkRelated(tx, source, opened, { ...by, cause: 'split' })
  const [after] = await lockTickets(tx, [id])
  await insertSplit(tx, {
    ...{ ticketId: opened.id, fromId: id, sourceBefore, sourceAfter: await findFields(tx, after!) },
    messages: chosen.map(({ id, ticketId, seq, kind, flags, waitsAs }) => ({
      id,
      ticketId,
      seq,
      kind,
      flags,
      waitsAs,
    })),
  })
  return opened.id
}

function chooseMessages(messages: MessageState[], ids: Set<string>): MessageState[] {
  const chosen = messages.filter(({ id }) => ids.has(id))
  if (chosen.length < ids.size) throw new Refusal('message-not-found')
  if (chosen.some(({ authorType }) => authorType !== 'customer')) throw new Refusal('not-of-customer')
  if (new Set(chosen.map(({ customerId }) => customerId)).size > 1) throw new Refusal('of-several-authors')
  if (chosen.length === messages.length) throw new Refusal('nothing-left')
  return chosen
}

async function openFromMessages(tx: WorkspaceTx, source: TicketState, chosen: MessageState[]): Promise<TicketState> {
  const [first] = chosen as [MessageState]
  const author = { type: 'customer', id: first.customerId! } as const
  const shown = await Promise.all(chosen.map((message) => textsOf(tx, message)))
  const opened = await insertNewTicket(tx, {
    ...{ subject: (await mailSubjectOf(tx, first.id)) || source.subject, requesterId: author.id },
    ...{ channel: first.channel, author, snippet: shown.at(-1)!.snippet, texts: shown.flatMap(({ texts }) => texts) },
  })
  await placeMessages(
    tx,
    chosen.map((message, place) => ({
      ...{ ...message, ticketId: opened.id, seq: place + 1, kind: 'reply' as const, waitsAs: null },
      flags: message.flags.filter((flag) => flag !== 'stranger'),
    })),
  )
  await tellOpening(tx, opened, { author, cause: 'split' }, { isAcknowledged: false })
  const seq = chosen.length
  const numbers = { lastMessageSeq: seq, lastPublicSeq: seq, lastCustomerSeq: seq }
  return updateTicket(tx, opened, numbers, { actor: author, cause: 'split' })
}

/** Moves the messages of a split back and deletes the new ticket. Returns the id of the ticket that they are on again. */
export async function undoSplit({ tx, caller }: MemberCall, id: string) {
  await findSeenTicket(tx, id, caller)
  const split = await findSplit(tx, id)
  if (!split) throw new Refusal('ticket-not-split')
  const tickets = await lockTickets(tx, [id, split.fromId])
  const source = tickets.find(({ ticket }) => ticket.id === split.fromId)
  const opened = tickets.find(({ ticket }) => ticket.id === id)
  if (!source || !opened) throw new Refusal('ticket-not-split')
  refuseChange(source.ticket)
  if (opened.ticket.lastMessageSeq > split.messages.length) throw new Refusal('split-continued')
  const by = { actor: actorOf(caller), cause: 'undone' }
  const now = await findFields(tx, source)
  await placeMessages(tx, split.messages)
  await record(tx, {
    type: 'split.ended',
    subject: aboutTicket(split.fromId),
    by,
    audience: { customers: [source.ticket.requesterId] },
    new: { id, number: opened.ticket.number },
    with: { messageIds: split.messages.map((message) => message.id) },
  })
  await deleteTickets(tx, [id])
  await reindexTicket(tx, source.ticket)
  const restored = unlessChanged(split.sourceBefore, now, split.sourceAfter)
  const snippets = await refreshSnippets(tx, split.fromId)
  await writeChanges(tx, source.ticket, { ...differingFields(restored, now), ...snippets }, by)
  await setSearchTimes(tx, split.fromId, restored)
  return split.fromId
}
