import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/platform/refusal.ts'

const mostUrl = 8192
const mostCookies = 8192
const mostHeaders = 100

/** What no browser and no honest program sends; the header block as a whole is bounded by the server itself. */
export function refuseOversize({ url, headers, raw }: FastifyRequest) {
  if (url.length > mostUrl) throw new Refusal('address-too-long')
  const isTooMuch = raw.rawHeaders.length > 2 * mostHeaders || (headers.cookie?.length ?? 0) > mostCookies
  if (isTooMuch) throw new Refusal('headers-too-large')
}

/** What no text of the database can be is the asker's mistake: a NUL, or half of a surrogate pair. */
export function refuseUnkeepable({ body, query, params }: { body?: unknown; query?: unknown; params?: unknown }) {
  if (isUnkeepable(query) || isUnkeepable(params) || isUnkeepable(body))
    throw new Refusal('invalid', { detail: 'Some of what was sent holds a character that no text can have' })
}

function isUnkeepable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (Array.isArray(value)) return value.some(isUnkeepable)
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return false
  return Object.entries(value).some(([name, held]) => isUnkeepable(name) || isUnkeepable(held))
}
