import { Refusal } from '#server/platform/refusal.ts'
import { searchWords } from '#server/search/search-words.ts'
import { type Asking, lockMessage, type OneMessage } from './judge-message.ts'
import { insertNewTicket } from './open-ticket.ts'
import { listAttachedFiles } from './queries/attachments.ts'
import { findMailSubject, moveMail } from './queries/mails.ts'
import { updateMessage } from './queries/messages.ts'
import { type By, recordTicketEvent } from './record-ticket-event.ts'
import { refreshSnippets } from './refresh-snippets.ts'
import { reindexTicket } from './reindex-ticket.ts'
import { snippetOf } from './snippet.ts'
import type { TicketState } from './ticket-state.ts'
import { updateTicket } from './update-ticket.ts'

/** A flagged mail becomes a ticket of its sender. The message itself moves, with its files and its source. */
export async function splitMessage(asking: Asking, params: OneMessage): Promise<string> {
  const { tx } = asking
  const { ticket, message, by } = await lockMessage(asking, params)
  if (!message.flags.includes('stranger')) throw new Refusal('message-not-found')
  const fileNames = (await listAttachedFiles(tx, [message.id])).map(({ name }) => name)
  const opened = await insertNewTicket(tx, {
    subject: (await findMailSubject(tx, message.id))?.subject || ticket.subject,
    requesterId: message.customerId!,
    channel: message.channel,
    author: { type: 'customer', id: message.customerId! },
    snippet: snippetOf(message.bodyText, fileNames),
    words: searchWords(message.bodyText, ...fileNames),
    cause: 'split',
  })
  await updateMessage(tx, message.id, {
    ...{ ticketId: opened.id, seq: 1, kind: 'reply' },
    flags: message.flags.filter((flag) => flag !== 'stranger'),
  })
  await moveMail(tx, message.id, opened.id)
  await recordTicketEvent(tx, ticket.id, by, { type: 'message.split', new: { id: opened.id, number: opened.number } })
  await leaveBehind(asking, ticket, by)
  return opened.id
}

async function leaveBehind({ tx }: Asking, ticket: TicketState, by: By) {
  await reindexTicket(tx, ticket)
  await updateTicket(tx, ticket, await refreshSnippets(tx, ticket.id), by)
}
