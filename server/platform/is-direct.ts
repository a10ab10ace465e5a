import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Headers that proxies, load balancers and CDNs add. Some servers write `_` for `-`. */
const forwarding = new RegExp(
  `^(${[
    'forwarded([-_].*)?',
    'via',
    'cdn[-_]loop',
    'proxy([-_].*)?',
    'x[-_](forwarded|forward|original|orig|real|client|cluster|remote|proxy|proxyuser|host|scheme|url|rewrite)([-_].*)?',
    'x[-_](envoy|amz|amzn|amz-cf|azure|appengine|cloud|varnish|haproxy|nginx|arr|http|https|ssl|tls|sslclient|vercel|railway|fd)([-_].*)?',
    '(true[-_]client|client|remote|fastly|fly|cf|cloudfront|akamai|incap|sucuri|do|ssl|front[-_]end|wl[-_]proxy|x[-_]cf)[-_].*',
    'x[-_](coming[-_]from|from|source|peer|user)[-_]?ip',
  ].join('|')})$`,
  'i',
)

/**
 * Whether the request comes from this machine and not through a proxy. A server behind a proxy listens on loopback, so
 * the address alone says nothing. The address is the socket's, because `request.ip` is what a trusted proxy claims.
 * nginx adds no header by default; it is recognised by HTTP/1.0, which browsers do not use, by the connection upgrade
 * in its WebSocket settings, and by the account that it runs under.
 */
export const isDirect = ({ socket, headers, httpVersion }: IncomingMessage): boolean =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  httpVersion !== '1.0' &&
  headers.upgrade === undefined &&
  !/upgrade/i.test(headers.connection ?? '') &&
  !Object.keys(headers).some((name) => forwarding.test(name)) &&
  !isOfServiceAccount(socket)

type Ends = Pick<Socket, 'localPort' | 'remotePort'>

const known = new WeakMap<Ends, boolean>()

/** System accounts, such as www-data, belong to proxies, not people. Only Linux tells the owner of a connection. */
function isOfServiceAccount(socket: Ends): boolean {
  const before = known.get(socket)
  if (before !== undefined) return before
  const isService = ['/proc/net/tcp', '/proc/net/tcp6'].some((table) => isOwnedByService(read(table), socket))
  known.set(socket, isService)
  return isService
}

export const isOwnedByService = (table: string, ends: Ends, own = process.getuid?.()) =>
  ownersIn(table, ends).some((user) => isServiceUser(user, own))

/** The users of the sockets in a table of Linux (proc_net_tcp) that are the other end of this one. */
export const ownersIn = (table: string, { localPort, remotePort }: Ends): number[] =>
  table.split('\n').flatMap((line) => {
    const [, local = '', remote = '', , , , , user] = line.trim().split(/\s+/)
    return portOf(local) === remotePort && portOf(remote) === localPort ? [Number(user)] : []
  })

const portOf = (address: string) => Number.parseInt(address.split(':')[1] ?? '', 16)

/** 1 to 999 are system accounts, 61184 to 65519 systemd's services, 65534 nobody. Our own account may connect. */
export const isServiceUser = (user: number, own: number | undefined): boolean =>
  user !== own && ((user > 0 && user < 1000) || (user >= 61_184 && user <= 65_534))

function read(table: string): string {
  try {
    return readFileSync(table, 'latin1')
  } catch {
    return ''
  }
}
