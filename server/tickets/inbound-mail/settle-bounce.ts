import { systemActor } from '#contract/events.ts'
import { unprovenBounce } from '#contract/texts.ts'
import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import {
  splitPlusAddress,
  verifyAddressToken,
  verifyMessageId,
  verifyReturnToken,
} from '#server/platform/mail/message-id.ts'
import type { Bounce } from '#server/platform/mail-parsing/parse-mail.ts'
import { addMailNote } from '#server/tickets/conversation/messages/add-customer-message.ts'
import {
  findMailOfReturnPath,
  findMailTo,
  findSentMails,
  markBounced,
  type SentMail,
} from '#server/tickets/outgoing-mail/deliveries/mark-bounced.ts'
import { findTicketForMail } from '#server/tickets/ticket/find-ticket.ts'
import type { MailFacts } from './content/read-facts.ts'
import { lockInbound, type MailVerdict } from './queries.ts'
import { isOver } from './senders/count-mail.ts'
import { settleMail } from './settle-mail.ts'

/**
 * Processes a delivery report. A failure report marks the mail as returned only if it came to the secret return path of
 * this mail. Any other failure report becomes a note or is suspended.
 */
export async function settleBounce(tx: WorkspaceTx, facts: MailFacts) {
  const { mail, parsed, about } = facts
  if (!(await lockInbound(tx, mail.id, 'received'))) return
  const verdict = await settle(tx, facts)
  await settleMail(tx, mail.id, {
    evidence: about.reasons,
    ...verdict,
    fromAddress: mail.fromAddress,
    subject: parsed.subject.replaceAll('\0', ''),
  })
}

type SettledVerdict = Omit<MailVerdict, 'evidence'>

async function settle(tx: WorkspaceTx, facts: MailFacts): Promise<SettledVerdict> {
  const bounce = facts.about.bounce!
  const returned = await findByReturnPath(tx, facts)
  const sent = returned ?? (await findNamed(tx, facts))
  if (!sent) return { state: 'suspended', decision: { code: 'bounce-of-unknown-mail' } }
  const { ticketId, recipient } = sent
  const about = { ticketId, state: 'done' as const }
  if (bounce.action === 'arrived') return { ...about, decision: { code: 'arrival-of-answer', recipient } }
  if (bounce.action === 'delayed') return { ...about, decision: { code: 'delay-of-answer', recipient } }
  if (!returned) return noteUnproven(tx, facts, sent)
  const reason = reasonOf(bounce)
  if (sent.state !== 'bounced') await markBounced(tx, sent, { reason, status: bounce.status })
  return { ...about, decision: { code: 'bounce-of-answer', recipient, reason } }
}

async function findByReturnPath(tx: WorkspaceTx, { platform, workspaceId, mail }: MailFacts) {
  const { token } = splitPlusAddress(mail.address)
  const id = token && verifyReturnToken(platform.keys.mail, workspaceId, token)
  return id ? findMailOfReturnPath(tx, id) : undefined
}

// Finds the reported mail by its signed Message-ID, or by ticket address and recipient. Everybody on the ticket knows
// these, so such a report proves nothing.
async function findNamed(tx: WorkspaceTx, { platform, workspaceId, mail, about }: MailFacts) {
  const { originalMessageIds, recipient } = about.bounce!
  for (const id of originalMessageIds) {
    const own = verifyMessageId(platform.keys.mail, workspaceId, id)
    if (!own) continue
    const mails = await findSentMails(tx, own.messageId)
    const named = mails.find((sent) => sent.recipient === recipient)
    const [only] = mails
    if (named || mails.length === 1) return named ?? only
  }
  const { token } = splitPlusAddress(mail.address)
  const ticket = token && verifyAddressToken(platform.keys.mail, workspaceId, token)
  return ticket && recipient ? findMailTo(tx, ticket.ticketId, recipient) : undefined
}

const notes = { name: 'unproven reports on a ticket', most: 5, perMs: 3_600_000 }

async function noteUnproven(
  tx: WorkspaceTx,
  facts: MailFacts,
  { ticketId, recipient }: SentMail,
): Promise<SettledVerdict> {
  const decision = { code: 'unproven-bounce', recipient } as const
  const ticket = ticketId && (await findTicketForMail(tx, { ticketId }))
  const takesNote = ticket && ticket.status !== 'closed' && !ticket.trashedAt
  if (!takesNote || isOver(facts, notes, ticket.id)) return { state: 'suspended', decision }
  const text = unprovenBounce(recipient, facts.about.bounce!.diagnostic)
  const { messageId } = await addMailNote(tx, {
    ticketId: ticket.id,
    author: systemActor,
    text: { html: `<p>${escapeHtml(text)}</p>`, text, quotedText: null, attachmentIds: [] },
    flags: ['bounce'],
    cause: 'bounce',
  })
  return { state: 'done', decision, ticketId: ticket.id, messageId }
}

function reasonOf({ diagnostic, status }: Bounce): DeliveryReason {
  if (diagnostic || !status) return { code: 'bounced', answer: diagnostic || null }
  return { code: 'bounced-with-status', status }
}
