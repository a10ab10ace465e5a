import { z } from 'zod'
import { coded, noted } from '#contract/coded.ts'
import { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'

const number = z.number().int().describe('Number of a ticket')
const sender = z.string()
const most = z.number().int().describe('Maximum number accepted in an hour')

export const MailDecision = z.discriminatedUnion('code', [
  coded('opened-ticket', { number }),
  coded('opened-follow-up', { number }),
  coded('reply-on-ticket', { number }),
  coded('answer-in-side-conversation', { number }),
  coded('note-by-stranger', { number, sender }),
  coded('note-by-colleague', { number, sender }),
  coded('note-by-unproven-sender', { number, sender }),
  coded('recovered'),
  coded('bounce-of-answer', { recipient: z.string(), reason: DeliveryReason }),
  coded('unproven-bounce', { recipient: z.string() }),
  coded('delay-of-answer', { recipient: z.string() }),
  coded('arrival-of-answer', { recipient: z.string() }),
  coded('bounce-of-unknown-mail'),
  coded('own-mail'),
  coded('no-sender'),
  coded('sender-blocked', { sender }),
  coded('too-many-automatic-mails', { sender, most }),
  coded('too-many-tickets', { sender, most }),
  coded('too-many-parts'),
  coded('too-deep'),
  coded('headers-too-large'),
  coded('timed-out'),
  coded('unreadable'),
  coded('not-filed'),
  coded('failed-for-a-day'),
  coded('restored'),
  coded('imported'),
  noted,
])

export type MailDecision = z.output<typeof MailDecision>

const header = z.string().describe('Name of the header, like Auto-Submitted')

export const MailEvidence = z.discriminatedUnion('code', [
  coded('own-mark'),
  coded('own-address'),
  coded('many-servers', { hops: z.number().int() }),
  coded('delivery-report'),
  coded('delivery-status'),
  coded('failed-recipients'),
  coded('sent-by-mail-system'),
  coded('failure-subject'),
  coded('header-says-no-person', { header }),
  coded('header-says-many', { header }),
  coded('header-says-automatic', { header }),
  coded('header-says-program', { header }),
  coded('wants-no-automatic-answer'),
  coded('automatic-responder'),
  coded('mailbox-rule'),
  coded('scheduled-program'),
  coded('mailing-list'),
  coded('offers-to-unsubscribe'),
  coded('campaign'),
  coded('bulk-sender'),
  coded('mail-system-report'),
  coded('no-return-path'),
  coded('takes-no-answers'),
  coded('absence-subject'),
  coded('sent-to-ticket'),
  coded('answers-our-mail'),
  coded('answers-foreign-mail'),
  coded('names-ticket', { number }),
  coded('quotes-ticket-address'),
  coded('ticket-is-over', { number }),
  coded('sender-unchecked'),
  coded('message-id-used-before'),
  coded('through-form-or-list', { address: z.string() }),
  coded('passed-on', { sender, writer: z.string() }),
  coded('forwards-no-customer', { sender, writer: z.string() }),
  coded('forward-unclear', { sender }),
  coded('written-to-customer', { sender, customer: z.string() }),
  coded('answers-elsewhere', { sender, replyTo: z.string() }),
  noted,
])

export type MailEvidence = z.output<typeof MailEvidence>

/** The result of one check of the sender: DKIM (RFC 6376), SPF (RFC 7208) or DMARC (RFC 9989). */
export const SenderCheck = z.object({
  method: z.enum(['dkim', 'spf', 'dmarc']),
  result: z
    .enum(['pass', 'fail', 'none', 'unanswered'])
    .describe('`none`: the method says nothing about the mail; `unanswered`: the DNS did not answer'),
  domain: z.string(),
})
export type SenderCheck = z.output<typeof SenderCheck>

export const MailAuthentication = z.object({
  from: z.string().describe('The address in From; empty if From does not name exactly one address'),
  sender: z
    .enum(['aligned', 'silent', 'failed'])
    .describe(
      '`aligned`: authenticated for the domain of From; `silent`: that domain has no rule; `failed`: not sent by that domain',
    ),
  by: z.enum(['server', 'relay', 'nobody']).describe('Who checked: this `server`, a trusted `relay`, or `nobody`'),
  checks: z.array(SenderCheck),
})
export type MailAuthentication = z.output<typeof MailAuthentication>
