import type { Endpoint } from '#contract/endpoint.ts'
import { hostileText, sampleOf } from './hostile-values.ts'
import { type Body, formBody, jsonBody } from './malformed-body.ts'
import type { Random } from './seeded.ts'

/** Tokens, ids and hosts that exist on the server. */
export type KnownValues = { tokens: string[]; ids: string[]; hosts: string[] }
/** A request as bytes. One that is cut off is followed by the end of its connection. */
export type Malformed = { line: string; bytes: Buffer; isCutOff: boolean }

/** Makes a request to a random endpoint. The request is nearly always malformed. */
export function malformedRequest(endpoints: readonly Endpoint[], known: KnownValues, random: Random): Malformed {
  const uploads = endpoints.filter(({ path }) => path === '/api/v1/files')
  const endpoint = random.pick(random.chance(0.2) ? uploads : endpoints)
  const method = random.chance(0.95) ? endpoint.method : random.pick(['PUT', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE'])
  const line = `${method} ${addressOf(endpoint, known, random)}`
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(endpoint, random)
  const isShort = body !== null && body.bytes.length > 0 && random.chance(0.1)
  // Declares a chunked body, but sends no chunks. The server may wait for the rest of a chunk, so the request counts as
  // cut off.
  const isChunked = body !== null && !isShort && random.chance(0.03)
  const framed = body ? framing(body, isChunked, random) : []
  const head = [`${line} HTTP/1.1`, ...headersOf(endpoint, known, random), ...framed]
  const sent = isShort ? body.bytes.subarray(0, random.below(body.bytes.length)) : (body?.bytes ?? Buffer.alloc(0))
  const isCutOff = isShort || isChunked
  return { line, isCutOff, bytes: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), sent]) }
}

function addressOf({ path, query }: Endpoint, { ids }: KnownValues, random: Random): string {
  const filled = path.replace(/:\w+/g, () => {
    if (random.chance(0.3)) return random.pick(ids)
    return random.pick([
      random.uuid(),
      '1',
      '%00',
      '%ff',
      '..',
      '%2e%2e%2f',
      encoded(hostileText(random)).slice(0, 2000),
    ])
  })
  const made = query && random.chance(0.9) ? (sampleOf(query, random) as Record<string, unknown>) : {}
  const fields = Object.entries(made ?? {}).map(
    ([name, value]) => `${encoded(name)}=${encoded(String(value)).slice(0, 3000)}`,
  )
  if (random.chance(0.1))
    fields.push(random.pick(['q=%', 'q[]=1', '__proto__[a]=1', 'limit=1&limit=2', 'q=%ff', '&&&==']))
  return fields.length > 0 ? `${filled}?${fields.join('&')}` : filled
}

/** Encodes a text for a URL. `encodeURIComponent` would throw for half of a surrogate pair. */
const encoded = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80')

const bodyOf = ({ path, body }: Endpoint, random: Random): Body | null => {
  if (path === '/api/v1/files') return random.chance(0.9) ? formBody(random) : jsonBody({ file: 'x' }, random)
  if (random.chance(0.05)) return formBody(random)
  return body || random.chance(0.1) ? jsonBody(body ? sampleOf(body, random) : {}, random) : null
}

function headersOf({ path, method }: Endpoint, { tokens, hosts }: KnownValues, random: Random): string[] {
  // Never signs out with a shared token, because all other requests use it too.
  const mayBeKnown = !(method === 'DELETE' && path.startsWith('/api/v1/sessions'))
  const token = random.pick(tokens)
  const bearer =
    random.chance(0.8) && mayBeKnown ? token : random.pick([`${token}x`, 'x', 'st_x.y', '', token.slice(9)])
  const odd = random.pick([
    ...['Idempotency-Key: ', `Idempotency-Key: ${'k'.repeat(300)}`, 'If-Match: "1"', 'If-Match: x', 'Range: bytes=0-'],
    ...[
      'Cookie: access_token=x; access_token=y',
      'Cookie: =;;=',
      `Cookie: device=${'x'.repeat(200)}`,
      'Expect: 100-continue',
    ],
    ...[
      'Content-Encoding: gzip',
      'Last-Event-ID: -1',
      'Origin: null',
      'X-Forwarded-For: , ,',
      'Accept: \u00ff',
      'Upgrade: x',
    ],
  ])
  return [
    `Host: ${random.chance(0.9) ? random.pick(hosts) : random.pick(['', 'x', '[::1]', 'api.evil.example', 'a b'])}`,
    'Connection: close',
    ...(random.chance(0.85) ? [`Authorization: Bearer ${bearer}`] : []),
    ...(random.chance(0.3) ? [odd] : []),
  ]
}

function framing(body: Body, isChunked: boolean, random: Random): string[] {
  const type = body.type === null ? [] : [`Content-Type: ${Buffer.from(body.type).toString('latin1')}`]
  if (isChunked) return [...type, 'Transfer-Encoding: chunked']
  if (random.chance(0.02)) return [...type, `Content-Length: ${random.pick(['-1', 'x', '1e3', '0x10'])}`]
  return [...type, `Content-Length: ${body.bytes.length}`]
}
