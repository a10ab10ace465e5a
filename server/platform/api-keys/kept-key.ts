import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { admit, bearerIn, countInWorkspace, tellLimit } from '#server/platform/http/admission.ts'
import type { Key } from '#server/platform/http/caller.ts'
import type { Host } from '#server/platform/http/hosts/hosts.ts'
import { type LimitState, limits, nearest } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { keyName } from './api-key.ts'
import { type KeyOfWorkspace, keyOf } from './kept-keys.ts'
import { refuseElsewhere } from './key-networks.ts'

/**
 * Who reads content with a delivery or preview key, without asking the database: for answers that are kept in memory. The call
 * is admitted and counted, or refused, as at the door. Null where the request shows no such key or this process did not
 * see it within the last seconds; then the door finds out, and keeps it. `serveApart` asks here by itself.
 */
export function keptKey(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Key | null {
  const { platform } = request.server
  const entered = findKept(platform, request.headers.authorization)
  if (!entered) return null
  refuseElsewhere(platform, entered, request.ip)
  const caller = keyOf(entered, networkOf(request.ip))
  tellLimit(reply, countKept(platform, { entered, caller, endpoint, host: request.productHost, query: request.query }))
  return caller
}

/** The key of a header, where this process may believe in it. */
export function findKept({ keptKeys }: Platform, authorization: string | undefined): KeyOfWorkspace | undefined {
  const name = keyName(bearerIn(authorization ?? '') ?? '')
  return name === null ? undefined : keptKeys.find(name)
}

type Counted = { entered: KeyOfWorkspace; caller: Key; endpoint: Endpoint; host: Host; query: unknown }

/** Admits and counts a call with a key as its door does, and tells what is left. */
export function countKept(platform: Platform, { entered, caller, endpoint, host, query }: Counted): LimitState {
  const state = platform.limiter.count(caller.keyKind === 'link' ? limits.key : limits.deliveryKey, caller.id)
  const ofWorkspace = countInWorkspace(platform, caller)
  const ofKind = admit({ server: { platform }, productHost: host }, endpoint, caller, { key: caller.id, query })
  platform.keyCalls.count(entered)
  return nearest(nearest(state, ofWorkspace), ofKind)
}
