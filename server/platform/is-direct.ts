import type { IncomingMessage } from 'node:http'
import { isOfServiceAccount } from '#server/platform/process/peer-owner.ts'

/** What proxies, load balancers and content networks add to what they pass on. Some servers write `_` for `-`. */
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
 * Whether a request was made on this machine and by no proxy. Every server behind a proxy listens on loopback, so the
 * address alone says nothing. It is the one of the socket: `request.ip` is what a trusted proxy claims. nginx adds no header
 * unless it is told to: it is known by HTTP/1.0, which no browser speaks, by the connection that its settings for
 * WebSockets offer to upgrade, and by the account it runs under.
 */
export const isDirect = ({ socket, headers, httpVersion }: IncomingMessage): boolean =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  httpVersion !== '1.0' &&
  headers.upgrade === undefined &&
  !/upgrade/i.test(headers.connection ?? '') &&
  !Object.keys(headers).some((name) => forwarding.test(name)) &&
  !isOfServiceAccount(socket)
