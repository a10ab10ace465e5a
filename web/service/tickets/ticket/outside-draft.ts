import type { UploadedFile } from '#web/lib/uploads/upload.ts'
import type { Message } from '#web/service/tickets/ticket/types.ts'

/** What is written to people outside, before it is sent. */
export type OutsideDraft = {
  to: string[]
  subject: string
  html: string
  files: UploadedFile[]
  /** The message of the ticket that is forwarded. */
  messageId: string | null
}

export const forwardKey = (viewerId: string, ticketId: string) => `side-message ${viewerId} new-${ticketId} `
export const sideKey = (viewerId: string, conversationId: string) => `side-message ${viewerId} ${conversationId} `

const longestSubject = 255

export const forwardOf = ({ id }: Pick<Message, 'id'>, ticket: { subject: string }): OutsideDraft => ({
  ...emptyOutside,
  subject: `Fwd: ${ticket.subject}`.slice(0, longestSubject),
  messageId: id,
})

/** Forwards the latest message that the customer sees. Notes are for the team, and are forwarded only by their menu. */
export function forwardOfLatest(messages: Message[], ticket: { subject: string }): OutsideDraft {
  const latest = messages.findLast(({ kind, sentAt, redactedAt }) => kind === 'reply' && sentAt !== null && !redactedAt)
  return latest ? forwardOf(latest, ticket) : emptyOutside
}

export const emptyOutside: OutsideDraft = { to: [], subject: '', html: '', files: [], messageId: null }
