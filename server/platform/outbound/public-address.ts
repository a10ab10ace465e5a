import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** IPv6 global unicast. Everything else is reserved, or another form of an address. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Protocol assignments (RFC 2928), which are no servers. */
const protocols = ipaddr.IPv6.parseCIDR('2001::/23')

/**
 * Whether the address is reachable on the internet: not this machine, not its network, and no other form of such an
 * address.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || (address.match(globalUnicast) && !address.match(protocols))
}
