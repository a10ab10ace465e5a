import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutbound } from '#server/platform/outbound/outbound.ts'
import { publish, testDns } from '#test/dns.ts'

// The hosts of others, as tests have them: by names of their own DNS, all of them this one server.

const listeners = new Map<string, RequestListener>()
/** What was asked, as `METHOD host/path`. */
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

/** Puts something at an address, and gives the name in it a place on the internet. */
export function outside(place: string, listen: RequestListener): string {
  publish('A', place.split('/')[0]!, '93.184.215.14')
  listeners.set(place, listen)
  return `http://${place.replace('/', `:${port}/`)}`
}

export const answering =
  (status: number): RequestListener =>
  (_, response) =>
    response.writeHead(status).end()
