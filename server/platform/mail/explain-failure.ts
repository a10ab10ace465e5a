export type SendFailure = {
  ok: false
  /** Trying again cannot help: the address or the mail itself was refused. */
  permanent: boolean
  /** For the person who sent it. */
  reason: string
  /** Enhanced status (5.1.1), reply code (550) or the name of the connection error (ETIMEDOUT). */
  code: string
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string }

const byStatus: [status: RegExp, reason: string][] = [
  [/^[45]\.1\.[126]$|^5\.1\.10$/, 'The recipient’s mail server knows no such address.'],
  [/^[45]\.1\.[378]$/, 'The mail server refuses the form of an address of this mail.'],
  [/^[45]\.2\.2$/, 'The recipient’s mailbox is full.'],
  [/^[45]\.2\.1$/, 'The recipient’s mailbox is switched off.'],
  [/^[45]\.[23]\.[34]$/, 'The mail is too large for the recipient’s mail server.'],
  [/^4\.4\./, 'The recipient’s mail server cannot be reached.'],
  [/^[45]\.7\./, 'The mail server refuses this mail by its rules.'],
]

const byErrorCode: Record<string, string> = {
  EAUTH: 'The mail server does not accept our sign-in. Check SMTP_URL.',
  ENOAUTH: 'The mail server asks for a sign-in. Check SMTP_URL.',
  ECONNECTION: 'The connection to the mail server was lost.',
  EDNS: 'The name of the mail server is not found. Check SMTP_URL.',
  ESOCKET: 'The mail server cannot be reached.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ETLS: 'No safe connection to the mail server came about.',
}

// A mailbox or a server that is full today may take mail tomorrow, whatever digit the server chose.
const passing = /^5\.2\.2$|^5\.3\.[12]$/

/** What a failed try means: for the queue, whether to try again, and for the sender, a sentence. */
export function explainFailure(error: unknown): SendFailure {
  const failure = error as SmtpError
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

// A greeting, a sign-in or TLS that fails says something about the server or the settings, never about this mail.
function isAboutTheMail({ code, command }: SmtpError): boolean {
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'CONN'
}

// nodemailer compares with the announced SIZE itself, and then there is no reply.
const isTooLarge = ({ code, message, responseCode }: SmtpError): boolean =>
  code === 'EMESSAGE' && responseCode === undefined && message.startsWith('Message size larger')

const isUnsendable = ({ code, responseCode, command }: SmtpError): boolean =>
  code === 'EENVELOPE' && responseCode === undefined && command === 'API'

function findReason(failure: SmtpError, status: string | null, reply: string): string {
  if (isTooLarge(failure)) return 'The mail is too large for the mail server.'
  if (isUnsendable(failure)) return 'The address cannot be mailed to.'
  if (!isAboutTheMail(failure)) return byErrorCode[failure.code ?? ''] ?? 'The mail server could not be used.'
  const known = byStatus.find(([pattern]) => status && pattern.test(status))?.[1]
  if (known) return known
  if (!status && [550, 551, 553].includes(failure.responseCode ?? 0) && failure.command === 'RCPT TO') {
    return 'The recipient’s mail server refuses this address.'
  }
  return `The mail server refuses this mail: ${quoteReply(reply)}`
}

function quoteReply(reply: string): string {
  const text = reply
    .replace(/^\d{3}[ -](?:[245]\.\d{1,3}\.\d{1,3} ?)?/gm, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return text ? `“${text.slice(0, 200)}”` : 'it gave no reason.'
}
