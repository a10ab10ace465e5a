import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Log } from '#server/platform/log.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** Maximum number of stored addresses, to limit memory. Anybody can send a forwarding header. */
const mostAddresses = 20
const recentMs = 60 * 60_000

export type ForwardingWatch = ReturnType<typeof watchForwarding>

/**
 * Detects requests with a forwarding header from proxies that are not trusted. The header is ignored then, so all
 * visitors behind such a proxy share one rate limit.
 */
export function watchForwarding({ trustedProxies }: Pick<Settings, 'trustedProxies'>, log: Log) {
  const trust = proxyAddr.compile(trustedProxies)
  const seenAt = new Map<string, number>()
  const watch = {
    requests: 0,
    look({ headers, socket }: IncomingMessage) {
      if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return
      const address = plainAddress(socket.remoteAddress)
      if (!address || trust(address, 0)) return
      watch.requests++
      const now = Date.now()
      const isKnown = seenAt.has(address)
      if (!isKnown && seenAt.size >= mostAddresses) forgetOne(now)
      if (!isKnown && seenAt.size >= mostAddresses) return
      seenAt.set(address, now)
      if (!isKnown)
        log.warn(
          { address, add: trustLine(trustedProxies, address) },
          'ignored X-Forwarded-For from an address that is not in TRUSTED_PROXIES; if it is your proxy, add this line, or all its visitors share one rate limit',
        )
    },
    addresses: () => [...seenAt].filter(([, at]) => Date.now() - at < recentMs).map(([address]) => address),
  }
  const forgetOne = (now: number) => {
    const old = [...seenAt].find(([, at]) => now - at >= recentMs)
    if (old) seenAt.delete(old[0])
  }
  return watch
}

/** Removes the prefix `::ffff:` that a dual-stack socket adds to an IPv4 address. */
const plainAddress = (address = '') => address.replace(/^::ffff:(?=\d+\.)/, '')

export const trustLine = (trustedProxies: string[], address: string) =>
  `TRUSTED_PROXIES=${[...trustedProxies, address].join(',')}`
