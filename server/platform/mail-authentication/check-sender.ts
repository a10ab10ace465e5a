import { dmarc } from 'mailauth/lib/dmarc/index.js'
import { spf } from 'mailauth/lib/spf/index.js'
import type { MailAuthentication, SenderCheck } from '#contract/tickets/mail-decisions.ts'
import type { ReceivedMail } from '#server/platform/mail/smtp-listener.ts'
import type { MailHeader } from '#server/platform/mail-parsing/parse-mail.ts'
import { type AskDns, askWithin } from './ask-dns.ts'
import type { Origin } from './find-origin.ts'
import { domainOf, readAuthor } from './read-author.ts'
import { readResults, resultOf } from './read-results.ts'
import { isAkin, verifySignatures } from './verify-signatures.ts'

const longestMs = 3_000

export type Arrived = Pick<ReceivedMail, 'envelopeFrom' | 'heloName' | 'raw'> & {
  headers: MailHeader[]
  origin: Origin
}

export async function checkSender(ask: AskDns, mail: Arrived): Promise<MailAuthentication> {
  const from = readAuthor(mail.headers)
  if (!from) return { from: '', sender: 'failed', by: 'nobody', checks: [] }
  const { handedOverBy } = mail.origin
  const checks = handedOverBy
    ? readResults(mail.headers, handedOverBy.authservIds, from)
    : await askAboutSender(ask, mail, from)
  const by = !handedOverBy ? 'server' : checks ? 'relay' : 'nobody'
  return { from, sender: judgeSender(from, checks ?? []), by, checks: checks ?? [] }
}

// Checks DKIM and SPF in parallel, and then DMARC, which needs their results. The first look-up of the DMARC record
// only fills the cache.
async function askAboutSender(ask: AskDns, mail: Arrived, from: string): Promise<SenderCheck[]> {
  const domain = domainOf(from)
  const dns = askWithin(ask, longestMs)
  const unanswered = (method: SenderCheck['method']) =>
    [{ method, domain, result: 'unanswered' }] satisfies SenderCheck[]
  try {
    const [signatures, servers] = await Promise.all([
      dns.within(verifySignatures(dns.ask, { ...mail, from })).catch(() => unanswered('dkim')),
      dns.within(checkServer(dns.ask, mail, domain)).catch(() => unanswered('spf')),
      askForPolicy(dns.ask, from, []).catch(() => {}),
    ])
    const found = [...signatures, ...servers]
    const policy = await dns.within(askForPolicy(dns.ask, from, found)).catch(() => unanswered('dmarc'))
    return [...found, ...policy]
  } finally {
    dns.end()
  }
}

// Checks SPF for the return path. If its domain is unrelated to `domain`, checks `domain` instead. In that case a
// failure counts, but a pass does not.
async function checkServer(ask: AskDns, { envelopeFrom, heloName, origin }: Arrived, domain: string) {
  const envelopeDomain = domainOf(envelopeFrom || heloName)
  const isOwn = isAkin(envelopeDomain, domain)
  const { status } = await spf({
    sender: isOwn ? envelopeFrom : `postmaster@${domain}`,
    ip: origin.address,
    helo: heloName,
    resolver: ask,
    mta: 'localhost',
  })
  const result = resultOf('spf', status.result)
  const check = { method: 'spf', domain: isOwn ? envelopeDomain : domain } as const
  return [{ ...check, result: isOwn || result !== 'pass' ? result : 'none' }] satisfies SenderCheck[]
}

async function askForPolicy(ask: AskDns, from: string, found: SenderCheck[]): Promise<SenderCheck[]> {
  const passed = (method: SenderCheck['method']) =>
    found.filter((check) => check.method === method && check.result === 'pass').map(({ domain }) => domain)
  const verdict = await dmarc({
    headerFrom: [from],
    fromFields: 1,
    spfDomains: passed('spf'),
    dkimDomains: passed('dkim').map((domain) => ({ domain })),
    resolver: ask,
  })
  const result = verdict ? resultOf('dmarc', verdict.status.result) : 'none'
  return [{ method: 'dmarc', result, domain: domainOf(from) }]
}

// Judges the sender by DMARC. Without a DMARC policy, a pass of SPF or DKIM for the domain of From or a subdomain is
// enough.
function judgeSender(from: string, checks: SenderCheck[]): MailAuthentication['sender'] {
  const domain = domainOf(from)
  const dmarc = checks.filter(({ method }) => method === 'dmarc').map(({ result }) => result)
  if (dmarc.includes('fail')) return 'failed'
  if (dmarc.includes('pass')) return 'aligned'
  // A DMARC policy that could not be looked up may require the exact domain of From.
  const isStrict = dmarc.includes('unanswered')
  const own = checks.filter((check) => (isStrict ? check.domain === domain : isWithin(check.domain, domain)))
  if (own.some(({ result }) => result === 'pass')) return 'aligned'
  return own.some(({ method, result }) => method === 'spf' && result === 'fail') ? 'failed' : 'silent'
}

const isWithin = (name: string, domain: string) => name === domain || name.endsWith(`.${domain}`)
