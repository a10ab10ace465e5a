import { BlockList, isIP } from 'node:net'

/** A mail server in front of this one. Authentication-Results with its `authservId` are trusted (RFC 8601). */
export type TrustedRelay = { network: string; authservId: string | null }

export type Origin = {
  /**
   * The address of the last server that is neither loopback nor a trusted relay. If no such server is known, the
   * address that opened the connection.
   */
  address: string
  /** The relay that delivered the mail, with its Authentication-Results names. Null if `address` sent directly. */
  handedOverBy: { authservIds: string[] } | null
}

type Connection = { remoteAddress: string; received: string[] }

const loopback: TrustedRelay[] = [
  { network: '127.0.0.0/8', authservId: null },
  { network: '::1', authservId: null },
]
const mostHops = 50

/** Finds the sending server. Trusts a Received line only if this machine or a trusted relay wrote it. */
export function findOrigin({ remoteAddress, received }: Connection, relays: TrustedRelay[]): Origin {
  const own = [...loopback, ...relays].map((relay) => ({ ...relay, list: listOf(relay.network) }))
  const relaysAt = (address: string) => own.filter(({ list }) => list.check(plainAddress(address), familyOf(address)))
  const handing = relaysAt(remoteAddress)
  if (handing.length === 0) return { address: remoteAddress, handedOverBy: null }
  const authservIds = handing.flatMap(({ authservId }) => authservId ?? [])
  for (const hop of received.slice(0, mostHops)) {
    const address = addressOfHop(hop)
    if (!address) break
    if (relaysAt(address).length === 0) return { address, handedOverBy: { authservIds } }
  }
  return { address: remoteAddress, handedOverBy: { authservIds } }
}

// Returns the client's address from a Received line. The receiving server wrote it in brackets; the name before it is
// only the client's claim.
function addressOfHop(received: string): string | null {
  const clause = received.split(/\sby\s/i, 1)[0]!.replace(/\b(?:helo|ehlo)[= ]\S+/gi, ' ')
  if (!/^\s*from\s/i.test(clause)) return null
  const comment = clause.indexOf('(')
  const seen = comment === -1 ? [] : addressesIn(clause.slice(comment))
  return seen.at(-1) ?? addressesIn(clause)[0] ?? null
}

const addressesIn = (text: string): string[] =>
  [...text.matchAll(/[[(](?:IPv6:)?([0-9a-f.:]{2,45})[\])]/gi)].map(([, address]) => address!).filter((ip) => isIP(ip))

function listOf(network: string): BlockList {
  const [address = '', bits] = network.split('/')
  const list = new BlockList()
  if (bits === undefined) list.addAddress(address, familyOf(address))
  else list.addSubnet(address, Number(bits), familyOf(address))
  return list
}

const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0]!
const familyOf = (address: string) => (isIP(plainAddress(address)) === 6 ? 'ipv6' : 'ipv4')
