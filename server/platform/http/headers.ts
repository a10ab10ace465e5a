import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { Host } from './hosts/hosts.ts'
import { isOpenToPages, openToPages } from './hosts/open-origins.ts'

const permissions =
  'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(self), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), publickey-credentials-create=(self), publickey-credentials-get=(self), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()'

const noSniff = { 'X-Content-Type-Options': 'nosniff' }

const common: Record<string, string> = {
  ...noSniff,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-DNS-Prefetch-Control': 'off',
  'Permissions-Policy': permissions,
}

const fonts = "font-src 'self'; connect-src 'self'"
const closing = "base-uri 'none'; object-src 'none'; report-to csp"

export function securityHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: Settings,
): Record<string, string> {
  const tls = tlsOf(settings)
  if (isPart(request, reply)) return { ...noSniff, ...tls, 'Cross-Origin-Resource-Policy': 'same-origin' }
  return { ...(isNoDocument(reply) ? noSniff : common), ...tls, ...ofHost(request, reply, settings) }
}

const tlsOf = ({ publicScheme }: Settings): Record<string, string> =>
  publicScheme === 'https' ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}

/** Returns headers for API answers outside Fastify. On the API host, pages of any origin may read them. */
export const headersOfApi = (settings: Settings, kind: Host['kind']): Record<string, string> => ({
  ...common,
  ...tlsOf(settings),
  ...apiHeaders,
  ...(kind === 'api' && openToPages),
})

// Returns whether the answer is a picture or page data. Such answers are frequent, so they omit headers that only
// matter for documents.
const isNoDocument = (reply: FastifyReply) =>
  /^(image\/|text\/x-script)/.test(String(reply.getHeader('content-type') ?? ''))

// Returns whether the answer is a script, style or font of a page. Headers about the rights of a page do not matter for
// such files.
const isPart = ({ url }: FastifyRequest, reply: FastifyReply) => url.startsWith('/assets/') && !isPage(reply)

const isPage = (reply: FastifyReply) =>
  String(reply.getHeader('content-type') ?? '').startsWith('text/html') || !reply.hasHeader('cache-control')

function ofHost(request: FastifyRequest, reply: FastifyReply, settings: Settings): Record<string, string> {
  const { kind } = request.productHost
  if (kind === 'files') return filesHeaders
  if (kind === 'unknown') return { 'Content-Security-Policy': "default-src 'none'", 'Cache-Control': 'no-store' }
  if (isOpenToPages(request)) return { ...apiHeaders, ...openToPages }
  if (kind === 'api' || request.url.startsWith('/api/')) return apiHeaders
  if (!isPage(reply)) return { 'Cross-Origin-Resource-Policy': 'same-origin' }
  const caching = {
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    'Reporting-Endpoints': 'csp="/api/csp-report"',
  }
  if (kind === 'mail')
    return {
      ...caching,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Frame-Options': 'DENY',
    }
  if (kind !== 'workspace') return { ...caching, ...signInHeaders(request, settings) }
  return {
    ...caching,
    ...(isCustomerPage(request.url) ? customerHeaders(request, settings) : workspaceHeaders(request, settings)),
  }
}

const filesHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; sandbox; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, max-age=300, immutable',
}

const apiHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  Vary: 'Accept-Encoding, Origin',
}

const scripts = ({ nonce }: FastifyRequest) =>
  `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'`

// Returns the headers of sign-in pages. `form-action` allows workspace hosts, because browsers also apply it to the
// redirect after a form.
function signInHeaders(request: FastifyRequest, { publicScheme, rootDomain, publicPort }: Settings) {
  const workspaces = `${publicScheme}://*.${rootDomain}${publicPort ? `:${publicPort}` : ''}`
  return {
    'Content-Security-Policy': `${scripts(request)}; style-src-attr 'none'; img-src 'self' data:; ${fonts}; manifest-src 'self'; form-action 'self' ${workspaces}; frame-src 'none'; frame-ancestors 'none'; ${closing}`,
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
  }
}

const isArticleEditor = (url: string) => /^\/service\/knowledgebase\/admin\/articles\/edit(\/|\?|$)/.test(url)

function workspaceHeaders(request: FastifyRequest, { filesOrigin, appOrigin }: Settings) {
  const frames = isArticleEditor(request.url) ? "'self'" : filesOrigin
  return {
    'Content-Security-Policy': `${scripts(request)}; style-src-attr 'unsafe-inline'; img-src 'self' blob: data: ${filesOrigin}; media-src 'self' ${filesOrigin}; font-src 'self'; connect-src 'self' ${filesOrigin}; worker-src 'self'; manifest-src 'self'; frame-src ${frames}; frame-ancestors 'none'; form-action 'self' ${appOrigin}; ${closing}`,
    'X-Frame-Options': 'DENY',
  }
}

const isCustomerPage = (url: string) => /^\/customer(\/|\?|\.|$)/.test(url)

function customerHeaders({ nonce }: FastifyRequest, settings: Settings) {
  const own = [`'nonce-${nonce}'`]
  return {
    'Content-Security-Policy': publicPolicy(settings, { scripts: own, styles: own }),
    'X-Robots-Tag': 'noindex',
  }
}

const players = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com']
const toPlayers = `(self ${players.map((origin) => `"${origin}"`).join(' ')})`

export const permissionsWithPlayers = permissions.replace(
  /\b(autoplay|encrypted-media|fullscreen|picture-in-picture)=\([^)]*\)/g,
  `$1=${toPlayers}`,
)

export const publicPolicy = (
  { filesOrigin }: Settings,
  { scripts, styles, ancestors = "'none'" }: { scripts: string[]; styles: string[]; ancestors?: "'none'" | "'self'" },
): string =>
  `default-src 'none'; script-src ${["'self'", ...scripts].join(' ')}; style-src ${["'self'", ...styles].join(' ')}; style-src-attr 'none'; img-src 'self' data: ${filesOrigin}; media-src 'self' ${filesOrigin}; ${fonts}; frame-src ${players.join(' ')}; frame-ancestors ${ancestors}; form-action 'self'; ${closing}`

const cacheableStatuses = new Set([200, 204, 206, 301, 302, 303, 304, 307, 308])

export function forbidCachingOfErrors(reply: FastifyReply) {
  if (!cacheableStatuses.has(reply.statusCode)) reply.header('Cache-Control', 'no-store')
}

/** Lets caches keep a provisional answer for one minute only, because the final one follows at this address. */
export function cacheForOneMinute(reply: FastifyReply) {
  const isPublic = String(reply.getHeader('Cache-Control')).startsWith('public')
  reply.header('Cache-Control', `${isPublic ? 'public' : 'private'}, max-age=60`).removeHeader('ETag')
}
