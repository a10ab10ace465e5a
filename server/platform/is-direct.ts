import type { IncomingMessage } from 'node:http'
import { isOfServiceAccount } from '#server/platform/process/peer-owner.ts'

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
