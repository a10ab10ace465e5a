import { feedbackTicket } from '#contract/texts.ts'
import {
  findLiveSlug,
  findWaiting,
  lockSaid,
  setTicket,
  type WaitingSaid,
} from '#server/article-feedback/queries/inbox.ts'
import { urlOf } from '#server/articles/shape-article.ts'
import { cleanComposed } from '#server/conversation/messages/compose-text.ts'
import { createTicket } from '#server/conversation/openings/create-ticket.ts'
import { findLanguages } from '#server/knowledge-base/opening.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { MemberCall } from '#server/tickets/caller.ts'
import { findSeenTicket } from '#server/tickets/find-ticket.ts'
import { tellChanged } from './close-feedback.ts'
import { isAnswerable } from './list-all-feedback.ts'

/**
 * Makes a ticket of a comment, once: what the reader said is what they ask. Nobody proved that the address is theirs, so
 * nothing is mailed before somebody of the team answers.
 */
export async function openFeedbackTicket(call: MemberCall, id: string) {
  await lockSaid(call.tx, id)
  const said = await findWaiting(call.tx, id)
  if (!said) throw new Refusal('feedback-not-found')
  const ticketId = said.ticketId ?? (await open(call, said))
  const { number } = await findSeenTicket(call.tx, ticketId, call.caller)
  return { id: ticketId, number }
}

async function open(call: MemberCall, said: WaitingSaid): Promise<string> {
  const { tx, caller } = call
  if (!isAnswerable(said)) throw new Refusal('feedback-not-answerable')
  const { subject, text } = feedbackTicket(said.comment, said.title, await findUrl(call, said))
  const clean = cleanComposed({ text })
  const requester = { email: said.address! }
  const ticketId = await createTicket(call, { subject, clean, requester, from: 'customer', channel: 'other' })
  await setTicket(tx, said.id, ticketId, caller.id)
  await tellChanged(call, said.articleId)
  return ticketId
}

async function findUrl(call: MemberCall, { articleId, language }: WaitingSaid): Promise<string | null> {
  const slug = await findLiveSlug(call.tx, articleId, language)
  const [first] = await findLanguages(call.tx)
  return slug === undefined ? null : urlOf(call, slug, language, first!)
}
