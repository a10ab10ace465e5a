import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'

/**
 * Refuses a change whose If-Match differs from `etag`, the tag of the locked row (RFC 9110, section 13.1.1: strong
 * comparison).
 */
export function refuseStale(ifMatch: string | undefined, etag: string) {
  if (ifMatch === undefined) return
  const isMatch = ifMatch.split(',').some((tag) => ['*', etag].includes(tag.trim()))
  if (!isMatch) throw new Refusal('changed-meanwhile')
}

/** Refuses If-Match on endpoints that would ignore it. */
export function refuseCondition({ method, takesIfMatch }: Endpoint, { headers }: Pick<FastifyRequest, 'headers'>) {
  if (headers['if-match'] !== undefined && !takesIfMatch) throw new Refusal('condition-not-taken')
  const other = method === 'GET' ? undefined : others.find((name) => headers[name] !== undefined)
  if (other)
    throw new Refusal('condition-not-taken', {
      detail: `${method} takes no ${other}. Remove the header and try again.`,
    })
}

const others = ['if-none-match', 'if-unmodified-since']
