import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'

export type SendFailure = {
  ok: false
  /** True if a retry cannot help, for example because the address or the mail was refused. */
  permanent: boolean
  reason: DeliveryReason
  /** Enhanced status such as 5.1.1, reply code such as 550, or error code such as ETIMEDOUT. */
  code: string
}

export type SmtpError = Error & {
  code?: string
  originalCode?: string
  responseCode?: number
  response?: string
  command?: string
}

const byStatus: [status: RegExp, reason: DeliveryReason][] = [
  [/^[45]\.1\.[126]$|^5\.1\.10$/, { code: 'unknown-address' }],
  [/^[45]\.1\.[378]$/, { code: 'address-form-refused' }],
  [/^[45]\.2\.2$/, { code: 'mailbox-full' }],
  [/^[45]\.2\.1$/, { code: 'mailbox-switched-off' }],
  [/^[45]\.[23]\.[34]$/, { code: 'too-large-for-recipient' }],
  [/^4\.4\./, { code: 'recipient-server-unreachable' }],
  // The SMTPUTF8 codes (RFC 6531, section 3.7.4.2).
  [/^[45]\.6\.(?:[789]|10)$/, { code: 'utf8-refused' }],
  [/^[45]\.7\./, { code: 'refused-by-rules' }],
]

const byErrorCode: Record<string, DeliveryReason> = {
  EAUTH: { code: 'sign-in-refused' },
  ENOAUTH: { code: 'sign-in-wanted' },
  ECONNECTION: { code: 'connection-lost' },
  EDNS: { code: 'server-not-found' },
  ESOCKET: { code: 'server-unreachable' },
  ETIMEDOUT: { code: 'server-silent' },
  ETLS: { code: 'no-safe-connection' },
}

/** The mail needs SMTPUTF8, and the relay does not support it (RFC 6531, section 3.1). Nothing was sent. */
export const withoutSmtpUtf8: SendFailure = {
  ok: false,
  permanent: true,
  code: '5.6.7',
  reason: { code: 'relay-without-utf8' },
}

// Status codes after which a retry may help, although the server replied with 5xx: the mailbox or server is full, or
// the server accepts no mail now.
const passing = /^5\.2\.2$|^5\.3\.[12]$/

export function explainFailure(error: unknown): SendFailure {
  const failure: SmtpError = error instanceof Error ? error : new Error(String(error))
  const reply = failure.response ?? ''
  const status = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1] ?? null
  const isRefused = isAboutTheMail(failure) && (failure.responseCode ?? 0) >= 500 && failure.responseCode !== 503
  return {
    ok: false,
    permanent: isTooLarge(failure) || isUnsendable(failure) || (isRefused && !passing.test(status ?? '')),
    reason: findReason(failure, status, reply),
    code: status ?? String(failure.responseCode ?? failure.code ?? 'EUNKNOWN'),
  }
}

export const isOfTls = ({ originalCode }: Pick<SmtpError, 'originalCode'>): boolean =>
  /^ERR_(SSL|TLS)_|CERT|^EPROTO$|^UNABLE_TO_/.test(originalCode ?? '')

// Failed greetings, sign-ins and TLS concern the server or the settings, not this mail.
function isAboutTheMail({ code, command }: SmtpError): boolean {
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'CONN'
}

// nodemailer itself compares the mail with the SIZE that the server announced. If the mail is too large, there is no
// reply.
const isTooLarge = ({ code, message, responseCode }: SmtpError): boolean =>
  code === 'EMESSAGE' && responseCode === undefined && message.startsWith('Message size larger')

const isUnsendable = ({ code, responseCode, command }: SmtpError): boolean =>
  code === 'EENVELOPE' && responseCode === undefined && command === 'API'

function findReason(failure: SmtpError, status: string | null, reply: string): DeliveryReason {
  if (isTooLarge(failure)) return { code: 'too-large' }
  if (isUnsendable(failure)) return { code: 'address-unusable' }
  if (isOfTls(failure)) return { code: 'no-safe-connection' }
  if (!isAboutTheMail(failure)) return byErrorCode[failure.code ?? ''] ?? { code: 'server-unusable' }
  const known = byStatus.find(([pattern]) => status && pattern.test(status))?.[1]
  if (known) return known
  if (!status && [550, 551, 553].includes(failure.responseCode ?? 0) && failure.command === 'RCPT TO') {
    return { code: 'address-refused' }
  }
  return { code: 'refused', answer: wordsOf(reply) }
}

function wordsOf(reply: string): string | null {
  const text = reply
    .replace(/^\d{3}[ -](?:[245]\.\d{1,3}\.\d{1,3} ?)?/gm, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return text ? text.slice(0, 200).toWellFormed() : null
}

export const reasonsOfRelay: readonly DeliveryReason['code'][] = [
  ...(['sign-in-refused', 'sign-in-wanted', 'connection-lost', 'server-not-found', 'server-unreachable'] as const),
  ...(['server-silent', 'no-safe-connection', 'server-unusable'] as const),
]
