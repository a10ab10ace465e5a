import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import type { AskDns } from '#server/platform/mail-authentication/ask-dns.ts'
import { OutboundError } from './outbound-error.ts'

export type Address = { address: string; family: 4 | 6 }

const mostAddresses = 10
// Names that internet hosts never have: names of private networks and of this machine, and reserved names (RFC 6761,
// RFC 6762, RFC 9476 and common use).
const insideNames = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|test|invalid|example|alt|onion)$/

/**
 * Looks up the addresses of a host once. The request uses exactly these addresses, so a second look-up cannot return
 * others. Refuses a host with any private address.
 */
export async function findPublicAddresses(askDns: AskDns, hostname: string, ownDomains: string[]): Promise<Address[]> {
  const name = hostname.replace(/^\[|\]$|\.$/g, '')
  const addresses = isIP(name) ? [name] : await ask(askDns, refuseInside(name, ownDomains))
  const own = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? [])
  if (addresses.length === 0 || addresses.some((each) => !isPublicAddress(each) || own.includes(each)))
    throw new OutboundError('no-address')
  return addresses.slice(0, mostAddresses).map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }))
}

function refuseInside(name: string, ownDomains: string[]): string {
  const isOwn = ownDomains.some((domain) => name === domain || name.endsWith(`.${domain}`))
  if (isOwn) throw new OutboundError('not-allowed')
  if (!name.includes('.') || insideNames.test(name)) throw new OutboundError('no-address')
  return name
}

async function ask(askDns: AskDns, name: string): Promise<string[]> {
  const answers = await Promise.allSettled([askDns(name, 'A'), askDns(name, 'AAAA')])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.flat() : []))
  const isUnsaid = answers.some((answer) => answer.status === 'rejected' && !saysNothingIsThere(answer.reason))
  if (found.length === 0 && isUnsaid) throw new OutboundError('no-answer')
  return found
}

const saysNothingIsThere = ({ code }: NodeJS.ErrnoException) => code === 'ENOTFOUND' || code === 'ENODATA'

/** IPv6 global unicast. All other ranges are reserved or map other addresses. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** IETF protocol assignments (RFC 2928). No public servers have these addresses. */
const protocols = ipaddr.IPv6.parseCIDR('2001::/23')

/** Returns false for loopback, private and reserved addresses, and for IPv6 addresses that map other addresses. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || (address.match(globalUnicast) && !address.match(protocols))
}
