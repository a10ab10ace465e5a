import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Log } from '#server/platform/log.ts'
import type { Settings } from '#server/settings.ts'

/** Whoever reaches the server can send such a header, so only so many addresses are told of. */
const mostTold = 20
const recentMs = 60 * 60_000

export type ForwardingWatch = ReturnType<typeof watchForwarding>

/**
 * Looks for requests that a proxy passed on which TRUSTED_PROXIES does not name: its header is ignored, so all who come by it
 * count as one visitor and lock each other out. Each address is told of once in the log.
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
      if (!isKnown && seenAt.size >= mostTold) forgetOne(now)
      if (!isKnown && seenAt.size >= mostTold) return
      seenAt.set(address, now)
      if (!isKnown)
        log.warn(
          { address, add: trustLine(trustedProxies, address) },
          'ignored X-Forwarded-For from an address that TRUSTED_PROXIES does not name; if it is your proxy, all its visitors share one limit until you add the line',
        )
    },
    /** Those of the last hour. */
    addresses: () => [...seenAt].filter(([, at]) => Date.now() - at < recentMs).map(([address]) => address),
  }
  const forgetOne = (now: number) => {
    const old = [...seenAt].find(([, at]) => now - at >= recentMs)
    if (old) seenAt.delete(old[0])
  }
  return watch
}

/** An IPv4 address on a socket for both families has a prefix. */
const plainAddress = (address = '') => address.replace(/^::ffff:(?=\d+\.)/, '')

/** The line of `.env` that trusts one more proxy. */
export const trustLine = (trustedProxies: string[], address: string) =>
  `TRUSTED_PROXIES=${[...trustedProxies, address].join(',')}`
