import type { MailEvidence } from '#contract/tickets/mail-decisions.ts'
import { robots } from '#server/platform/mail-parsing/may-be-report.ts'
import type { ParsedMail } from '#server/platform/mail-parsing/parsed-mail.ts'
import { type Bounce, readBounce } from './read-bounce.ts'

export type MailWords = Omit<ParsedMail, 'html' | 'attachments'>

export type MailClass = {
  kind: 'bounce' | 'automatic' | 'normal'
  /** The mail is our own and came back, or it passed too many servers. It gets no reply and creates no ticket. */
  loop: boolean
  reasons: MailEvidence[]
  bounce: Bounce | null
}

export type ClassifyContext = {
  envelopeFrom: string
  /** The `X-Startup-Tools-Loop` value in mails of this workspace. Another workspace's value means no loop. */
  loopValue: string
  isOwn: boolean
}

const LOOP_HEADER = 'x-startup-tools-loop'

const MAX_HOPS = 50

const failureSubject =
  /\b(?:undeliver(?:able|ed)|delivery (?:status notification|failure|has failed|failed|incomplete)|mail delivery (?:failed|failure|system)|returned mail|failure notice|delivery (?:is )?delayed|warning: message|nondeliverable|unzustellbar|nicht zustellbar|non remis|échec de la remise|no se puede entregar|non recapitabile|onbestelbaar)\b/i
const absenceSubject =
  /^(?:re: ?|aw: ?)?(?:out of (?:the )?office|automatic reply|auto(?:matic)?[- ]?reply|autoreply|auto[- ]?response|auto:|abwesenheits?|automatische antwort|réponse automatique|absence du bureau|respuesta automática|fuera de (?:la )?oficina|risposta automatica|fuori sede|automatisch antwoord|afwezig|resposta automática|automatyczna odpowied|自動応答|不在|自动回复|自動回覆|자동 회신)/i

/** Classifies a mail by headers and envelope. If a mail is both a bounce and automatic, it counts as a bounce. */
export function classifyMailHere(mail: MailWords, context: ClassifyContext): MailClass {
  const loopReasons = findLoop(mail, context)
  const bounceReasons = findBounce(mail, context)
  const automaticReasons = findAutomatic(mail, context)
  const kind = bounceReasons.length ? 'bounce' : automaticReasons.length ? 'automatic' : 'normal'
  return {
    kind,
    loop: loopReasons.length > 0,
    reasons: [...loopReasons, ...bounceReasons, ...automaticReasons],
    bounce: kind === 'bounce' ? readBounce(mail) : null,
  }
}

function findLoop(mail: MailWords, { loopValue, isOwn }: ClassifyContext): MailEvidence[] {
  const reasons: MailEvidence[] = []
  if (mail.headers.some(({ name, value }) => name === LOOP_HEADER && value === loopValue)) {
    reasons.push({ code: 'own-mark' })
  }
  if (isOwn) reasons.push({ code: 'own-address' })
  const hops = mail.headers.filter(({ name }) => name === 'received').length
  if (hops > MAX_HOPS) reasons.push({ code: 'many-servers', hops })
  return reasons
}

function findBounce(mail: MailWords, { envelopeFrom }: ClassifyContext): MailEvidence[] {
  const type = (mail.headerMap.get('content-type') ?? '').toLowerCase()
  const isReport = type.startsWith('multipart/report')
  const from = mail.from?.address ?? ''
  const reasons: MailEvidence[] = []
  if (isReport && /report-type\s*=\s*"?delivery-status/.test(type)) reasons.push({ code: 'delivery-report' })
  else if (mail.deliveryStatus !== null && (isReport || envelopeFrom === '')) reasons.push({ code: 'delivery-status' })
  if (mail.headerMap.has('x-failed-recipients')) reasons.push({ code: 'failed-recipients' })
  if (envelopeFrom === '' && (robots.test(from) || from === '') && !isAnswer(mail)) {
    reasons.push({ code: 'sent-by-mail-system' })
  }
  if (robots.test(from) && failureSubject.test(mail.subject)) reasons.push({ code: 'failure-subject' })
  return reasons
}

// Returns whether the mail is an absence note or a read receipt. A mail server can send such mails, but they are no
// bounces.
function isAnswer(mail: MailWords): boolean {
  const type = mail.headerMap.get('content-type') ?? ''
  return /disposition-notification/i.test(type) || absenceSubject.test(mail.subject)
}

type HeaderRule = { header: string; means: RegExp; reason: MailEvidence }

const mailboxRule: MailEvidence = { code: 'mailbox-rule' }
const mailingList: MailEvidence = { code: 'mailing-list' }

const automaticHeaders: HeaderRule[] = [
  {
    header: 'auto-submitted',
    means: /^(?!no\b).+/i,
    reason: { code: 'header-says-no-person', header: 'Auto-Submitted' },
  },
  {
    header: 'precedence',
    means: /^(?:bulk|list|junk|auto_reply|auto-reply)\b/i,
    reason: { code: 'header-says-many', header: 'Precedence' },
  },
  {
    header: 'x-auto-response-suppress',
    means: /\b(?:all|oof|autoreply|dr|ndr|rn|nrn)\b/i,
    reason: { code: 'wants-no-automatic-answer' },
  },
  {
    header: 'x-autoreply',
    means: /^(?!no\b|false\b).+/i,
    reason: { code: 'header-says-automatic', header: 'X-Autoreply' },
  },
  { header: 'x-autorespond', means: /^/, reason: { code: 'header-says-automatic', header: 'X-Autorespond' } },
  { header: 'x-autoresponse', means: /^/, reason: { code: 'header-says-automatic', header: 'X-Autoresponse' } },
  { header: 'x-autogenerated', means: /^/, reason: { code: 'header-says-no-person', header: 'X-Autogenerated' } },
  { header: 'x-auto-reply-from', means: /^/, reason: { code: 'header-says-automatic', header: 'X-Auto-Reply-From' } },
  { header: 'x-mail-autoreply', means: /^/, reason: { code: 'header-says-automatic', header: 'X-Mail-Autoreply' } },
  { header: 'x-mail-autoresponder', means: /^/, reason: { code: 'automatic-responder' } },
  { header: 'x-ms-exchange-generated-message-source', means: /mailbox rules|oof/i, reason: mailboxRule },
  { header: 'x-ms-exchange-inbox-rules-loop', means: /^/, reason: mailboxRule },
  { header: 'x-loop', means: /^/, reason: { code: 'header-says-program', header: 'X-Loop' } },
  { header: 'x-cron-env', means: /^/, reason: { code: 'scheduled-program' } },
  { header: 'list-id', means: /^/, reason: mailingList },
  { header: 'list-unsubscribe', means: /^/, reason: { code: 'offers-to-unsubscribe' } },
  { header: 'list-post', means: /^/, reason: mailingList },
  { header: 'feedback-id', means: /^/, reason: { code: 'header-says-many', header: 'Feedback-ID' } },
  { header: 'x-campaign-id', means: /^/, reason: { code: 'campaign' } },
  { header: 'x-csa-complaints', means: /^/, reason: { code: 'bulk-sender' } },
]

function findAutomatic(mail: MailWords, { envelopeFrom }: ClassifyContext): MailEvidence[] {
  const reasons = automaticHeaders
    .filter(({ header, means }) => means.test(mail.headerMap.get(header) ?? '\0') && mail.headerMap.has(header))
    .map(({ reason }) => reason)
  const type = mail.headerMap.get('content-type') ?? ''
  if (/multipart\/report/i.test(type)) reasons.push({ code: 'mail-system-report' })
  if (envelopeFrom === '') reasons.push({ code: 'no-return-path' })
  if (/^(?:no-?reply|do-?not-?reply|donotreply)\b/i.test(mail.from?.address ?? ''))
    reasons.push({ code: 'takes-no-answers' })
  // An absence subject counts only in replies, because people also write such subjects in new mails.
  const isAnswering = mail.inReplyTo.length > 0 || mail.references.length > 0
  if (absenceSubject.test(mail.subject) && isAnswering) reasons.push({ code: 'absence-subject' })
  return [...new Set(reasons)]
}
