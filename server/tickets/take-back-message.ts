import { Refusal } from '#server/platform/refusal.ts'
import { type AskingMember, actorOf } from './asking.ts'
import type { OneMessage } from './judge-message.ts'
import { lockSeenTicket } from './lock-ticket.ts'
import { findMessage } from './queries/messages.ts'
import { takeBack } from './take-back.ts'

/** Whoever works on a ticket may stop what a colleague would send; the text goes to the colleague's draft. */
export async function takeBackMessage({ tx, caller }: AskingMember, { id, messageId }: OneMessage) {
  await lockSeenTicket(tx, id, caller)
  const message = await findMessage(tx, id, messageId)
  if (!message) throw new Refusal('message-not-found')
  if (message.seq !== null) throw new Refusal('already-sent')
  await takeBack(tx, message, { actor: actorOf(caller) })
}
