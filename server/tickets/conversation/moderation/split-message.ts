import { aboutTicket } from '#contract/events.ts'
import { record } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refreshSnippets, snippetOf } from '#server/tickets/conversation/messages/snippet.ts'
import { listAttachedFiles } from '#server/tickets/conversation/queries/attachments.ts'
import { findMailSubject, updateMessage } from '#server/tickets/conversation/queries/messages.ts'
import type { MemberCall } from '#server/tickets/ticket/caller.ts'
import { reindexTicket } from '#server/tickets/ticket/index-ticket.ts'
import { insertNewTicket, tellOpening } from '#server/tickets/ticket/insert-ticket.ts'
import { updateTicket } from '#server/tickets/ticket/update-ticket.ts'
import { lockMessage, type MessageParams } from './decide-flagged.ts'

/** A flagged mail becomes a ticket of its sender. The message itself moves, with its files and its source. */
export async function splitMessage(call: MemberCall, params: MessageParams): Promise<string> {
  const { tx } = call
  const { ticket, message, by } = await lockMessage(call, params)
  if (!message.flags.includes('stranger')) throw new Refusal('message-not-found')
  const fileNames = (await listAttachedFiles(tx, message.id)).map(({ name }) => name)
  const author = { type: 'customer', id: message.customerId! } as const
  const opened = await insertNewTicket(tx, {
    subject: (await findMailSubject(tx, message.id))?.subject || ticket.subject,
    requesterId: author.id,
    channel: message.channel,
    author,
    snippet: snippetOf(message.bodyText, fileNames),
    texts: [message.bodyText, ...fileNames],
  })
  await updateMessage(tx, message.id, {
    ...{ ticketId: opened.id, seq: 1, kind: 'reply', waitsAs: null },
    flags: message.flags.filter((flag) => flag !== 'stranger'),
  })
  await tellOpening(tx, opened, { author, cause: 'split' }, { isAcknowledged: false })
  await reindexTicket(tx, ticket)
  await updateTicket(tx, ticket, await refreshSnippets(tx, ticket.id), by)
  const next = { id: opened.id, number: opened.number }
  await record(tx, {
    type: 'message.split',
    subject: aboutTicket(ticket.id),
    by,
    audience: 'team',
    new: next,
    with: { messageId: message.id },
  })
  return opened.id
}
