import { BlockList, isIPv4 } from 'node:net'
import type { EnteredKey } from '#server/platform/database.ts'
import { limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'

type KeyNetworks = Pick<EnteredKey, 'networks'>

export function isTakenFrom({ networks }: KeyNetworks, ip: string | undefined): boolean {
  if (!networks) return true
  if (!ip) return false
  const address = ip.startsWith('::ffff:') ? ip.slice(7) : ip
  return listOf(networks).check(address, familyOf(address))
}

/**
 * Refuses a call from outside the key's networks. Counts the call against the caller's network, so that a stranger
 * cannot use up the limit of the key.
 */
export function refuseElsewhere({ limiter }: Pick<Platform, 'limiter'>, key: KeyNetworks, ip: string | undefined) {
  if (isTakenFrom(key, ip)) return
  limiter.count(limits.unknownKey, networkOf(ip))
  throw new Refusal('api-key-elsewhere')
}

const lists = new WeakMap<string[], BlockList>()

function listOf(networks: string[]): BlockList {
  const known = lists.get(networks)
  if (known) return known
  const list = new BlockList()
  for (const network of networks) {
    const [address, length] = network.split('/')
    if (length === undefined) list.addAddress(address!, familyOf(address!))
    else list.addSubnet(address!, Number(length), familyOf(address!))
  }
  lists.set(networks, list)
  return list
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')
