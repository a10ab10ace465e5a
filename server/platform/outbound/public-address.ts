import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What the IPv6 registry calls global unicast; all else is reserved, or a way to write an address of another kind. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Assignments for protocols (RFC 2928), none of them anybody's server. */
const protocols = ipaddr.IPv6.parseCIDR('2001::/23')

/** Whether anybody on the internet could reach it: nothing of this machine, of its network, or that stands for another. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || (address.match(globalUnicast) && !address.match(protocols))
}
