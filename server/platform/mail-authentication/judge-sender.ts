import type { MailAuthentication, SenderCheck } from '#contract/tickets/mail-authentication.ts'
import { domainOf } from './read-author.ts'

/**
 * DMARC decides if the domain of From publishes it, whatever policy it asks for. Otherwise a signature or a server of
 * that exact domain confirms a mail, and its SPF record can count against it.
 */
export function judgeSender(from: string, checks: SenderCheck[]): MailAuthentication['sender'] {
  const domain = domainOf(from)
  const dmarc = checks.filter(({ method }) => method === 'dmarc').map(({ result }) => result)
  if (dmarc.includes('fail')) return 'failed'
  if (dmarc.includes('pass')) return 'aligned'
  // An unreadable policy might ask for the exact name.
  const isStrict = dmarc.includes('unanswered')
  const own = checks.filter((check) => (isStrict ? check.domain === domain : isWithin(check.domain, domain)))
  if (own.some(({ result }) => result === 'pass')) return 'aligned'
  return own.some(({ method, result }) => method === 'spf' && result === 'fail') ? 'failed' : 'silent'
}

const isWithin = (name: string, domain: string) => name === domain || name.endsWith(`.${domain}`)
