import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Headers of proxies, load balancers and CDNs. Some servers write `_` instead of `-`. */
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
 * Returns whether the request comes from this machine without a proxy. A forwarding header, HTTP/1.0, an upgrade or a
 * service account reveals a local proxy. Uses the socket's address, because a proxy can claim any `request.ip`.
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

// Returns whether a system account such as www-data opened the connection, as a proxy does. Always false on systems
// other than Linux.
function isOfServiceAccount(socket: Ends): boolean {
  const before = known.get(socket)
  if (before !== undefined) return before
  const isService = ['/proc/net/tcp', '/proc/net/tcp6'].some((table) => isOwnedByService(read(table), socket))
  known.set(socket, isService)
  return isService
}

export const isOwnedByService = (table: string, ends: Ends, own = process.getuid?.()) =>
  ownersIn(table, ends).some((user) => isServiceUser(user, own))

/** Returns the user ids at the other end of a connection, from a Linux socket table (proc_net_tcp). */
export const ownersIn = (table: string, { localPort, remotePort }: Ends): number[] =>
  table.split('\n').flatMap((line) => {
    const [, local = '', remote = '', , , , , user] = line.trim().split(/\s+/)
    return portOf(local) === remotePort && portOf(remote) === localPort ? [Number(user)] : []
  })

const portOf = (address: string) => Number.parseInt(address.split(':')[1] ?? '', 16)

/**
 * Returns whether a user id is a system account (1 to 999), a dynamic user of systemd or `nobody` (61184 to 65534).
 * Returns false for this server's own account.
 */
export const isServiceUser = (user: number, own: number | undefined): boolean =>
  user !== own && ((user > 0 && user < 1000) || (user >= 61_184 && user <= 65_534))

function read(table: string): string {
  try {
    return readFileSync(table, 'latin1')
  } catch {
    return ''
  }
}
