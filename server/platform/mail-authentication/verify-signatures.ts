import { readEmailAddress } from '#contract/email-address.ts'
import type { SenderCheck } from '#contract/tickets/mail-decisions.ts'
import { errorCode } from '#server/platform/error-code.ts'
import type { RawSource } from '#server/platform/mail/smtp-listener.ts'
import { decodeAddress } from '#server/platform/mail-parsing/mime/decode-headers.ts'
import type { MailHeader } from '#server/platform/mail-parsing/parse-mail.ts'
import { createWorkerPool } from '#server/platform/mail-parsing/workers/worker-pool.ts'
import type { AskDns, DnsAnswer } from './ask-dns.ts'
import { domainOf } from './read-author.ts'
import { resultOf } from './read-results.ts'

export type Signed = { raw: Uint8Array | { path: string }; keys: Record<string, DnsAnswer | string> }
export type Verified = { authors: string[]; signatures: { domain: string; result: string }[] }

// Maximum number of DKIM signatures. None is verified if a mail has more, because each may hash the whole mail again.
// Honest mails have fewer.
const mostSignatures = 6

const workers = createWorkerPool({
  script: new URL('./verify-worker.ts', import.meta.url),
  workers: 2,
  timeLimitMs: 3_000,
  memoryMb: 128,
})

export const closeSignatureWorkers = (): Promise<void> => workers.close()

type SignedMail = { from: string; raw: RawSource; headers: MailHeader[] }

/** Verifies DKIM signatures of domains related to From. Ignores others, which prove nothing about the sender. */
export async function verifySignatures(ask: AskDns, { from, raw, headers }: SignedMail): Promise<SenderCheck[]> {
  const all = headers.filter(({ name }) => name === 'dkim-signature')
  const signatures = all.length > mostSignatures ? [] : all.map(({ value }) => readSignature(value))
  const own = signatures.filter(({ domain }) => isAkin(domain, domainOf(from)))
  if (own.length === 0) return []
  const keys = Object.fromEntries(await Promise.all(own.map(({ key }) => askForKey(ask, key))))
  if (Object.values(keys).every((answer) => typeof answer === 'string')) return own.map(unverified(keys))
  const source = Buffer.isBuffer(raw) ? new Uint8Array(raw) : { path: raw.path }
  const { authors, signatures: verified } = await workers.run<Verified>('verify', {
    raw: source,
    keys,
  } satisfies Signed)
  const isSameAuthor = authors.length === 1 && readEmailAddress(decodeAddress(authors[0]!)) === from
  return verified
    .filter(({ domain }) => isAkin(domain, domainOf(from)))
    .map(({ domain, result }) => ({ method: 'dkim', result: isSameAuthor ? resultOf('dkim', result) : 'fail', domain }))
}

/** Returns whether two domains end with the same two labels and may have one owner. DMARC decides later. */
export const isAkin = (one: string, other: string) => lastLabels(one) === lastLabels(other)
const lastLabels = (domain: string) => domain.split('.').slice(-2).join('.')

type Signature = { domain: string; key: string }

function readSignature(value: string): Signature {
  const tag = (name: string) => new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*([^;\\s]{1,253})`).exec(value)?.[1] ?? ''
  const domain = domainOf(tag('d'))
  return { domain, key: `${tag('s')}._domainkey.${domain}`.toLowerCase() }
}

async function askForKey(ask: AskDns, name: string): Promise<[string, DnsAnswer | string]> {
  try {
    return [name, await ask(name, 'TXT')]
  } catch (error) {
    return [name, errorCode(error) ?? 'EUNKNOWN']
  }
}

const isAbsent = (code: unknown) => code === 'ENOTFOUND' || code === 'ENODATA'

const unverified =
  (keys: Signed['keys']) =>
  ({ domain, key }: Signature): SenderCheck => ({
    method: 'dkim',
    domain,
    result: isAbsent(keys[key]) ? 'fail' : 'unanswered',
  })
