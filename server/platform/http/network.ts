import { isIPv4, isIPv6 } from 'node:net'

export function networkOf(ip: string | undefined): string {
  // A socket that the caller closed has no address.
  if (!ip) return 'unknown'
  const address = ip.startsWith('::ffff:') ? ip.slice(7) : ip
  if (isIPv4(address)) return address
  return isIPv6(address) ? `${expand(address).slice(0, 4).join(':')}::/64` : 'unknown'
}

export function widerNetworkOf(network: string): string {
  if (isIPv4(network)) return `${network.slice(0, network.lastIndexOf('.'))}.0/24`
  const [prefix, isLong] = [network.split(':').slice(0, 3).join(':'), network.endsWith('/64')]
  return isLong ? `${prefix}::/48` : network
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const gap = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array(Math.max(0, gap)).fill('0'), ...right].map((part) =>
    part.toLowerCase().replace(/^0+(?=.)/, ''),
  )
}
