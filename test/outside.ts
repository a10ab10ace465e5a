import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutbound } from '#server/platform/outbound/outbound.ts'
import { publish, testDns } from '#test/dns.ts'

// Simulates foreign hosts. The test DNS leads all their names to this one server.

const listeners = new Map<string, RequestListener>()
/** The received requests, as `METHOD host/path`. */
export const askedOutside: string[] = []

const server = createServer((request, response) => {
  const place = `${request.headers.host?.split(':')[0]}${request.url}`
  askedOutside.push(`${request.method} ${place}`)
  const listen = listeners.get(place)
  return listen ? listen(request, response) : response.writeHead(404).end()
})
await new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(undefined)))
server.unref()
const { port } = server.address() as AddressInfo

export const testOutbound = createOutbound({
  askDns: testDns,
  userAgent: 'StartupTools/1.0 (+https://tools.test)',
  ports: [80, 443, port, 9],
  ownDomains: ['startuptools.localhost'],
  reach: () => ({ address: '127.0.0.1', family: 4 }),
})

/** Serves responses at `place` and publishes a public IP address for its host name. Returns the URL. */
export function outside(place: string, listen: RequestListener): string {
  publish('A', place.split('/')[0]!, '93.184.215.14')
  listeners.set(place, listen)
  return `http://${place.replace('/', `:${port}/`)}`
}

export const answering =
  (status: number): RequestListener =>
  (_, response) =>
    response.writeHead(status).end()
