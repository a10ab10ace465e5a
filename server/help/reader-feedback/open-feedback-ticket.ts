import { feedbackTicket } from '#contract/texts.ts'
import { findArticleUrl, lockFeedback, noteTicket } from '#server/knowledge-base/feedback/answer-feedback.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cleanComposed } from '#server/tickets/conversation/messages/compose-text.ts'
import { createTicket } from '#server/tickets/conversation/openings/create-ticket.ts'
import type { MemberCall } from '#server/tickets/ticket/caller.ts'
import { findSeenTicket } from '#server/tickets/ticket/find-ticket.ts'

/** Creates one ticket from a reader's comment. The reader's unverified address gets no mail before a member replies. */
export async function openFeedbackTicket(call: MemberCall, id: string) {
  const feedback = await lockFeedback(call.tx, id)
  const ticketId = feedback.ticketId ?? (await create(call, feedback))
  const { number } = await findSeenTicket(call.tx, ticketId, call.caller)
  return { id: ticketId, number }
}

async function create(call: MemberCall, feedback: Awaited<ReturnType<typeof lockFeedback>>): Promise<string> {
  if (feedback.comment === '' || feedback.address === null) throw new Refusal('feedback-not-answerable')
  const { subject, text } = feedbackTicket(feedback.comment, feedback.title, await findArticleUrl(call, feedback))
  const clean = cleanComposed({ text })
  const requester = { email: feedback.address }
  const ticketId = await createTicket(call, { subject, clean, requester, from: 'customer', channel: 'other' })
  await noteTicket(call, feedback, ticketId)
  return ticketId
}
