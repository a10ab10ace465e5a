import { eraseSearchesBefore } from '#server/knowledge-base/search/log/erase-searches.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type HistoryValues, rewriteHistory } from '#server/platform/events/rewrite-history.ts'
import { forgetChangesOf } from '#server/tickets/changes/forget-changes.ts'
import { refreshSnippets } from '#server/tickets/conversation/messages/snippet.ts'
import { eraseMessages } from '#server/tickets/conversation/moderation/erase-messages.ts'
import { eraseMails } from '#server/tickets/inbound-mail/sources/erase-mails.ts'
import { eraseSideConversations } from '#server/tickets/side-conversations/erase-side-conversations.ts'
import { eraseTicketRow } from '#server/tickets/ticket/erase-ticket.ts'
import { lockTickets } from '#server/tickets/ticket/find-ticket.ts'
import { erasedSubject, type PersonEraser } from '#server/workspace/customers/person-eraser.ts'
import { rewriteComments } from '#server/writing/comments/erase-comments.ts'

/** Erases what customers wrote on a ticket, and what names them in the words of others. */
export async function eraseTicket(tx: WorkspaceTx, ticketId: string, customerIds: string[], eraser: PersonEraser) {
  const [locked] = await lockTickets(tx, [ticketId])
  if (!locked) return
  const { ticket } = locked
  const isOwn = customerIds.includes(ticket.requesterId)
  await eraseMessages(tx, ticketId, customerIds, eraser)
  await eraseTicketRow(tx, ticket, { isOwn, eraser, snippets: await refreshSnippets(tx, ticketId) })
  await eraseSideConversations(tx, ticketId, { isOwn, eraser })
  await eraseMails(tx, { ticketIds: [ticketId], addresses: [], eraser })
  await forgetChangesOf(tx, ticketId)
  await rewriteComments(tx, ticketId, eraser.text)
  await rewriteHistory(tx, [ticketId], (values) => eraseValues(values, isOwn, eraser))
  if (isOwn && ticket.channel === 'portal') await eraseSearchesBefore(tx, ticket.createdAt)
}

/** Erases subjects and values of fields, and in other values what names the person. */
function eraseValues({ type, ...values }: HistoryValues, isOwn: boolean, eraser: PersonEraser) {
  if (!isOwn || !(type in erasedValues)) return { old: eraser.json(values.old), new: eraser.json(values.new) }
  const erase = erasedValues[type as keyof typeof erasedValues]
  return { old: erase(values.old), new: erase(values.new) }
}

const erasedValues = {
  'subject.changed': (value: unknown) => value && erasedSubject,
  'custom-field.changed': (value: unknown) => value && { ...value, value: null, text: '' },
}
