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
