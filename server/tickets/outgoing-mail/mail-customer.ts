import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { importing, inBatch, type NewEvent } from '#server/platform/events/subscription.ts'
import type { Refusal } from '#server/platform/refusal.ts'
import { derivedId } from '#server/platform/secrets/derived-id.ts'
import { takeUnsolicited, whyNotUnsolicited } from '#server/workspace/accounts/take-unsolicited.ts'
import { findPrimaryAddress, takeAcknowledgement } from '#server/workspace/customers/customer-accounts.ts'
import { findTicketRules } from '#server/workspace/settings/show-workspace.ts'
import { reportFailure } from './deliveries/report-delivery.ts'
import { queueNew, queueOutgoing, queueUnsolicited } from './deliveries/send-outgoing.ts'
import { findSolved } from './queries/answers.ts'
import { failWaiting, insertOutgoing, listRecipientsOfMail } from './queries/outgoing-mails.ts'
import { listRecipients, type Person } from './queries/recipients.ts'

export async function mailReply(tx: WorkspaceTx, { subject, by, ...event }: NewEvent<'message.added'>) {
  const { messageId, kind, hasReached } = event.with
  if (by.actor.type === 'agent' && kind === 'reply' && !hasReached)
    await queueAnswer(tx, { ticketId: subject.id, messageId })
}

export async function keepFromFormer(tx: WorkspaceTx, { subject, ...event }: NewEvent<'requester.changed'>) {
  const reason = { code: 'nothing-to-send' } as const
  for (const recipient of event.with.formerAddresses) await failWaiting(tx, subject.id, { recipient, reason })
}

export async function keepFromRemoved(tx: WorkspaceTx, { subject, ...event }: NewEvent<'cc.changed'>) {
  const reason = { code: 'nothing-to-send' } as const
  for (const recipient of event.old.filter((address) => !event.new.includes(address)))
    await failWaiting(tx, subject.id, { recipient, reason })
}

export async function acknowledgeOpening(tx: WorkspaceTx, { subject, ...event }: NewEvent<'ticket.created'>) {
  const { isAcknowledged, isProven } = event.with
  if (isAcknowledged) await queueAcknowledgement(tx, { ticketId: subject.id, isProven })
}

/** Tells a sender that their mail waits for acceptance, once per ticket and within the confirmation limit. */
export async function tellWaiting(tx: WorkspaceTx, { subject, by, ...event }: NewEvent<'message.added'>) {
  const { messageId, isWaiting } = event.with
  if (!isWaiting || by.actor.type !== 'customer') return
  const address = (await findPrimaryAddress(tx, by.actor.id))?.address
  const mailMessageId = derivedId('waiting', subject.id)
  if (!address || takesNoAnswer(address) || (await listRecipientsOfMail(tx, mailMessageId)).includes(address)) return
  if (!(await takeAcknowledgement(tx, by.actor.id))) return
  const about = { kind: 'waiting', ticketId: subject.id, messageId, mailMessageId } as const
  await queueNew(tx, { ...about, recipient: address })
}

const mostRecipients = 20

/**
 * Queues a public reply for each person on the ticket, at most 20. A second call queues nothing. Mails to people who
 * never wrote have a limit and a separate queue.
 */
export async function queueAnswer(tx: WorkspaceTx, { ticketId, messageId }: { ticketId: string; messageId: string }) {
  const people = (await listRecipients(tx, ticketId)).slice(0, mostRecipients)
  const about = { kind: 'answer' as const, ticketId, messageId }
  const reasons = new Map(people.map((person) => [person.address, whyNotMailed(person)]))
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
  const unsolicited = inserted.filter(({ state, recipient }) => state === 'queued' && unasked.has(recipient))
  await takeUnsolicited(tx, unsolicited.length)
}

export async function whyReplyIsRefused(tx: WorkspaceTx, ticketId: string): Promise<Refusal | null> {
  const people = (await listRecipients(tx, ticketId)).slice(0, mostRecipients)
  return whyNotUnsolicited(tx, people.filter((person) => !person.hasWritten && !whyNotMailed(person)).length)
}

// Returns why a person gets no mail, or null. Addresses under `.invalid` (RFC 2606, section 2) were given to senders
// without an address.
export function whyNotMailed({
  address,
  isSuppressed,
}: Pick<Person, 'address' | 'isSuppressed'>): DeliveryReason | null {
  if (address.endsWith('.invalid')) return { code: 'unknown-address' }
  return isSuppressed ? { code: 'bounced-before' } : null
}

// Addresses that no person reads. After `postmaster`, `bounce` or `notification`, a dot does not match, because the
// next word can be the name of a person.
const robot =
  /^(?:(?:no-?reply|do-?not-?reply|mailer-daemon|mailerdaemon)(?:[+._-].*)?|(?:postmaster|bounces?|notifications?)(?:[+=-].*)?)@/

export const takesNoAnswer = (address: string) => robot.test(address)

async function queueAcknowledgement(tx: WorkspaceTx, { ticketId, isProven }: { ticketId: string; isProven: boolean }) {
  const [requester] = await listRecipients(tx, ticketId)
  if (!requester || requester.isSuppressed || takesNoAnswer(requester.address)) return
  if (!(await takeAcknowledgement(tx, requester.customerId))) return
  await queueNew(tx, {
    kind: 'acknowledgement',
    recipient: requester.address,
    ticketId,
    messageId: null,
    mailMessageId: ticketId,
    content: { isProven },
  })
}

/** Delay of the mail to the requester, so that the team can reopen the ticket before. */
const waitMs = 2 * 60_000

/**
 * Mails the requester that the team solved the ticket. A requester who never wrote and never verified the address gets
 * this mail only if the ticket has a reply, and only within the limit of mails to such people.
 */
export async function tellSolved(tx: WorkspaceTx, { subject, by, ...event }: NewEvent<'status.changed'>) {
  if (event.new !== 'solved' || event.old === 'closed' || by.actor.type === 'customer' || by.cause === 'undone') return
  if (by.cause === importing || by.cause === inBatch) return
  if (!(await findTicketRules(tx)).tellsSolved) return
  const [requester] = await listRecipients(tx, subject.id)
  const solved = await findSolved(tx, subject.id)
  if (!requester || !solved || requester.isSuppressed || takesNoAnswer(requester.address)) return
  const { solvedAt, isAnswered, isAnsweredSince } = solved
  const isUnasked = !requester.hasWritten
  if (isAnsweredSince || (isUnasked && (!isAnswered || (await whyNotUnsolicited(tx, 1))))) return
  const [mail] = await insertOutgoing(tx, [
    {
      kind: 'solved',
      recipient: requester.address,
      ticketId: subject.id,
      messageId: null,
      mailMessageId: derivedId('solved', subject.id, solvedAt),
      content: { solvedAt },
    },
  ])
  if (!mail) return
  const at = new Date(Date.now() + waitMs)
  if (!isUnasked) return queueOutgoing(tx, mail.id, at)
  await queueUnsolicited(tx, mail.id, at)
  await takeUnsolicited(tx, 1)
}
