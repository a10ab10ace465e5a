import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import type { Refusal } from '#server/platform/refusal.ts'
import { derivedId } from '#server/platform/secrets/derived-id.ts'
import { takeUnsolicited, whyNotUnsolicited } from '#server/workspace/accounts/take-unsolicited.ts'
import { findPrimaryAddress, takeAcknowledgement } from '#server/workspace/customers/customer-accounts.ts'
import { reportFailure } from './deliveries/report-delivery.ts'
import { queueOutgoing, queueUnsolicited } from './deliveries/send-outgoing.ts'
import { type AcknowledgementContent, failWaiting, insertOutgoing, wasMailed } from './queries/outgoing-mails.ts'
import { listRecipients, type Person } from './queries/recipients.ts'

/** What the team says on a ticket is mailed to everybody on it. */
export async function mailReply(tx: WorkspaceTx, { subject, by, ...event }: NewEvent<'message.added'>) {
  const { messageId, kind, hasReached } = event.with
  if (by.actor.type === 'agent' && kind === 'reply' && !hasReached)
    await queueAnswer(tx, { ticketId: subject.id, messageId })
}

/** Cancels waiting mails to the former requester of a ticket. */
export const keepFromFormer = (tx: WorkspaceTx, { subject, ...event }: NewEvent<'requester.changed'>) =>
  failWaiting(tx, subject.id, { recipient: event.with.formerAddress, reason: { code: 'nothing-to-send' } })

/** Nor does whoever is in copy no more. */
export async function keepFromRemoved(tx: WorkspaceTx, { subject, ...event }: NewEvent<'cc.changed'>) {
  const reason = { code: 'nothing-to-send' } as const
  for (const recipient of event.old.filter((address) => !event.new.includes(address)))
    await failWaiting(tx, subject.id, { recipient, reason })
}

/** Queues a confirmation for a new request, if it needs one. */
export async function acknowledgeOpening(tx: WorkspaceTx, { subject, ...event }: NewEvent<'ticket.created'>) {
  const { isAcknowledged, isProven } = event.with
  if (isAcknowledged) await queueAcknowledgement(tx, { ticketId: subject.id, isProven })
}

/**
 * Tells somebody who wrote on a ticket and is not on it that their mail waits: once a ticket, and no more often than that
 * something arrived.
 */
export async function tellWaiting(tx: WorkspaceTx, { subject, by, ...event }: NewEvent<'message.added'>) {
  const { messageId, isWaiting } = event.with
  if (!isWaiting || by.actor.type !== 'customer') return
  const address = (await findPrimaryAddress(tx, by.actor.id))?.address
  const mailMessageId = derivedId('waiting', subject.id)
  if (!address || takesNoAnswer(address) || (await wasMailed(tx, mailMessageId, address))) return
  if (!(await takeAcknowledgement(tx, by.actor.id))) return
  const about = { kind: 'waiting', ticketId: subject.id, messageId, mailMessageId } as const
  for (const { id } of await insertOutgoing(tx, [{ ...about, recipient: address }])) await queueOutgoing(tx, id)
}

const mostRecipients = 20

/**
 * Mails a public reply to the requester and everybody in copy, each apart. A repeated call mails nothing twice. Those who
 * never wrote did not ask for it, so what they get is bounded, and goes after all else.
 */
export async function queueAnswer(tx: WorkspaceTx, { ticketId, messageId }: { ticketId: string; messageId: string }) {
  const people = (await listRecipients(tx, ticketId)).slice(0, mostRecipients)
  const about = { kind: 'answer' as const, ticketId, messageId }
  const reasons = new Map(people.map((person) => [person.address, whyNot(person)]))
  const mails = people.map(({ address }) => {
    const reason = reasons.get(address) ?? null
    const state = reason ? ('failed' as const) : ('queued' as const)
    return { ...about, recipient: address, mailMessageId: messageId, state, reason }
  })
  const unasked = new Set(people.filter(({ hasWritten }) => !hasWritten).map(({ address }) => address))
  const inserted = await insertOutgoing(tx, mails)
  for (const { id, recipient } of inserted) {
    const reason = reasons.get(recipient)
    if (reason) await reportFailure(tx, { ...about, recipient }, reason)
    else if (unasked.has(recipient)) await queueUnsolicited(tx, id)
    else await queueOutgoing(tx, id)
  }
  await takeUnsolicited(
    tx,
    inserted.filter(({ state, recipient }) => state === 'queued' && unasked.has(recipient)).length,
  )
}

/** Why a reply could not be mailed to those on a ticket who never wrote, or null. */
export async function whyNotAnswer(tx: WorkspaceTx, ticketId: string): Promise<Refusal | null> {
  const people = (await listRecipients(tx, ticketId)).slice(0, mostRecipients)
  return whyNotUnsolicited(tx, people.filter((person) => !person.hasWritten && !whyNot(person)).length)
}

/** No mail can reach a name below `.invalid` (RFC 2606, section 2), which stands where a sender had no address. */
function whyNot({ address, isSuppressed }: Person): DeliveryReason | null {
  if (address.endsWith('.invalid')) return { code: 'unknown-address' }
  return isSuppressed ? { code: 'bounced-before' } : null
}

/** What follows a dot may be the name of a person, except after words that only programs say. */
const robot =
  /^(?:(?:no-?reply|do-?not-?reply|mailer-daemon|mailerdaemon)(?:[+._-].*)?|(?:postmaster|bounces?|notifications?)(?:[+=-].*)?)@/

export const takesNoAnswer = (address: string) => robot.test(address)

/** Tells the requester of a new ticket that it arrived: once, and never a robot. */
async function queueAcknowledgement(tx: WorkspaceTx, { ticketId, isProven }: { ticketId: string; isProven: boolean }) {
  const [requester] = await listRecipients(tx, ticketId)
  if (!requester || requester.isSuppressed || takesNoAnswer(requester.address)) return
  if (!(await takeAcknowledgement(tx, requester.customerId))) return
  const [mail] = await insertOutgoing(tx, [
    {
      ...{ kind: 'acknowledgement', recipient: requester.address, ticketId, messageId: null, mailMessageId: ticketId },
      content: JSON.stringify({ isProven } satisfies AcknowledgementContent),
    },
  ])
  if (mail) await queueOutgoing(tx, mail.id)
}
