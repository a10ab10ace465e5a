import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Address } from './find-addresses.ts'

export type Sent = {
  method: 'GET' | 'HEAD'
  headers: Record<string, string>
  /** The only ones that it may go to; without them, where the system says that the host is. */
  addresses: Address[] | null
  signal: AbortSignal
}

/** One request on a connection of its own, which sends along nothing that was not given here. */
export function sendRequest(url: URL, { method, headers, addresses, signal }: Sent): Promise<IncomingMessage> {
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
