import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { AskDns } from '#server/platform/mail-authentication/ask-dns.ts'
import { type Address, findPublicAddresses } from './find-addresses.ts'
import { faultOf, OutboundError } from './outbound-error.ts'

const longestMs = 10_000
const mostRedirects = 5
const longestUrl = 2048
const redirects = new Set([301, 302, 303, 307, 308])
const defaultPorts: Record<string, number> = { 'http:': 80, 'https:': 443 }

type OutsideAnswer = { url: string; status: number; headers: IncomingHttpHeaders; body: Buffer }

export type RequestOptions = {
  method?: 'GET' | 'HEAD'
  /** Maximum size of the body, both as received and unpacked. Without it no body is read. */
  maxBytes?: number
  maxRedirects?: number
  withinMs?: number
  signal?: AbortSignal
  /** Set if the operator chose the URL. Only such a URL may lead into a private network. */
  allowsPrivateNetwork?: true
}

export type Outbound = {
  fetch(url: string, wish?: RequestOptions): Promise<OutsideAnswer>
  /** Requests with HEAD, and again with GET if the answer is an error other than 429. Reads no body. */
  probe(url: string, signal?: AbortSignal): Promise<OutsideAnswer>
}

/** The `Outbound` of a copy of an installation, which sends no requests. */
export const noOutbound: Outbound = {
  fetch: async () => Promise.reject(new OutboundError('not-allowed')),
  probe: async () => Promise.reject(new OutboundError('not-allowed')),
}

type Parts = {
  askDns: AskDns
  userAgent: string
  ports: readonly number[]
  ownDomains: string[]
  reach?: (address: Address) => Address
}

export function createOutbound(parts: Parts): Outbound {
  const ask = (url: string, wish: RequestOptions = {}) =>
    follow(parts, url, wish).catch((error: unknown) => Promise.reject(faultOf(error)))
  return {
    fetch: ask,
    async probe(url, signal) {
      const options = signal ? { signal } : {}
      const head = await ask(url, { method: 'HEAD', ...options })
      return head.status >= 400 && head.status !== 429 ? ask(url, options) : head
    },
  }
}

async function follow(parts: Parts, address: string, wish: RequestOptions): Promise<OutsideAnswer> {
  const { maxRedirects = mostRedirects, withinMs = longestMs, signal } = wish
  const over = AbortSignal.any([AbortSignal.timeout(withinMs), ...(signal ? [signal] : [])])
  let url = address
  for (let left = maxRedirects; ; left--) {
    const { answer, at } = await askOnce(parts, url, wish, over)
    const next = redirects.has(answer.statusCode ?? 0) ? answer.headers.location : undefined
    if (next === undefined) return read(answer, at, wish)
    answer.destroy()
    if (left === 0) throw new OutboundError('too-many-redirects')
    if (!URL.canParse(next, at.href)) throw new OutboundError('no-answer')
    url = new URL(next, at.href).href
  }
}

async function askOnce(
  parts: Parts,
  url: string,
  { method = 'GET', allowsPrivateNetwork }: RequestOptions,
  over: AbortSignal,
) {
  const at = allowsPrivateNetwork ? new URL(url) : readUrl(url, parts.ports)
  const addresses = allowsPrivateNetwork
    ? null
    : await until(over, findPublicAddresses(parts.askDns, at.hostname, parts.ownDomains))
  const answer = await sendRequest(at, {
    method,
    headers: { 'User-Agent': parts.userAgent, Accept: '*/*', 'Accept-Encoding': knownEncodings },
    addresses: addresses && parts.reach ? addresses.map(parts.reach) : addresses,
    signal: over,
  })
  return { answer, at }
}

function readUrl(text: string, ports: readonly number[]): URL {
  if (text.length > longestUrl || !URL.canParse(text)) throw new OutboundError('not-allowed')
  const url = new URL(text)
  const port = Number(url.port) || defaultPorts[url.protocol]
  if (!port || !(url.protocol in defaultPorts) || !ports.includes(port)) throw new OutboundError('not-allowed')
  if (url.username || url.password) throw new OutboundError('not-allowed')
  return url
}

async function read(
  answer: IncomingMessage,
  { href }: URL,
  { method, maxBytes }: RequestOptions,
): Promise<OutsideAnswer> {
  const isUnread = maxBytes === undefined || method === 'HEAD'
  const body = isUnread ? Buffer.alloc(0) : await readBody(answer, maxBytes)
  answer.destroy()
  return { url: href, status: answer.statusCode ?? 0, headers: answer.headers, body }
}

/** Waits for the work, and rejects when `over` is aborted, because the work may never end. */
async function until<T>(over: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(new OutboundError('no-answer'))
  over.addEventListener('abort', end, { once: true })
  work.catch(() => {})
  try {
    over.throwIfAborted()
    return await Promise.race([work, promise])
  } finally {
    over.removeEventListener('abort', end)
  }
}

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
const knownEncodings = 'gzip, deflate, br'

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw new OutboundError('too-large')
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  const decoder = decoders[encoding]
  if (!decoder && encoding !== 'identity') throw new OutboundError('no-answer')
  const chunks: Buffer[] = []
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of atMost(source, maxBytes)) chunks.push(chunk)
  }
  const packed = atMost(answer, maxBytes)
  if (decoder) await pipeline(packed, decoder(), collect)
  else await collect(packed)
  return Buffer.concat(chunks)
}

async function* atMost(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > maxBytes) throw new OutboundError('too-large')
    yield chunk
  }
}

type SendRequestOptions = {
  method: 'GET' | 'HEAD'
  headers: Record<string, string>
  addresses: Address[] | null
  signal: AbortSignal
}

function sendRequest(url: URL, { method, headers, addresses, signal }: SendRequestOptions): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const lookup = addresses ? { lookup: knownAddresses(addresses) } : {}
    request(url, { method, headers, signal, agent: false, ...lookup })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })
}

const knownAddresses =
  (addresses: Address[]): LookupFunction =>
  (_hostname, { all }, callback) =>
    all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family)
