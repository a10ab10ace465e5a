import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Address } from './find-addresses.ts'

export type SendRequestOptions = {
  method: 'GET' | 'HEAD'
  headers: Record<string, string>
  /** The only addresses to connect to; without them the system resolves the host. */
  addresses: Address[] | null
  signal: AbortSignal
}

/** One request on a new connection, which sends only the given headers. */
export function sendRequest(
  url: URL,
  { method, headers, addresses, signal }: SendRequestOptions,
): Promise<IncomingMessage> {
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
