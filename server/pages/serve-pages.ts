import multipart from '@fastify/multipart'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import {
  createRequestHandler,
  type RequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { PageApi, SessionCookies, Site } from '#contract/pages.ts'
import type { Problem } from '#contract/refusals.ts'
import { isSuspension } from '#server/platform/database/suspension.ts'
import { asVisitor } from '#server/platform/database.ts'
import { isSameOrigin } from '#server/platform/http/admission.ts'
import { clearSessionCookies, findCookieToken, setSessionCookies } from '#server/platform/http/cookies.ts'
import { setDeviceCookie } from '#server/platform/http/credentials/device.ts'
import type { Host } from '#server/platform/http/hosts/hosts.ts'
import { limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { App, Platform } from '#server/platform/http/platform.ts'
import { asRefusal, tellProblem } from '#server/platform/http/problems.ts'
import { outageSeconds, Refusal } from '#server/platform/refusal.ts'
import {
  type FoundWorkspace,
  findWorkspaceByDomain,
  publicWorkspaceOf,
} from '#server/workspace/settings/find-workspace.ts'
import { type GuardSession, judge, kindOf, type Verdict } from './guard.ts'
import { pageApi } from './page-api.ts'
import { pageCookies } from './page-cookies.ts'
import { openReading, type PageReading, type SignedIn } from './page-reading.ts'
import { sendFailedPage, sendSuspended, sendUnknownHost } from './plain-page.ts'
import { type Modules, serveAssets } from './serve-assets.ts'
import { type Form, formType, takeForm } from './take-form.ts'

type Contexts = {
  api: RouterContext<PageApi>
  apiOf: RouterContext<(accessToken: string) => PageApi>
  sessionCookies: RouterContext<SessionCookies>
  guardRedirect: RouterContext<string | null>
  nonce: RouterContext<string>
  reportError: RouterContext<(error: unknown) => void>
  endReading: RouterContext<() => Promise<void>>
  filesProblem: RouterContext<Problem | null>
  site: RouterContext<Site>
}

export type Pages = {
  load(): Promise<ServerBuild>
  middleware?: Modules
}

/** Finds where a path redirects to. Null if the path has no redirect. */
export type FindRedirect = (
  platform: Platform,
  request: { workspace: FoundWorkspace; caller: SignedIn | null | undefined; path: string; search: string },
) => Promise<{ status: 301; location: string } | { status: 410 } | null>

type ServedPages = Pages & { findRedirect: FindRedirect }

const mostFormBytes = 3 * 1024 * 1024

export async function servePages(app: App, pages: ServedPages) {
  forgetSuspended(app.platform)
  await app.register(async (scope) => {
    await serveAssets(scope, pages.middleware)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      formType,
      { parseAs: 'buffer', bodyLimit: mostFormBytes },
      async (_: FastifyRequest, body: Buffer) => body,
    )
    // Large files cause no error here, because their size is checked where files are stored.
    await scope.register(multipart, { throwFileSizeLimit: false })
    const handler = (request: FastifyRequest, reply: FastifyReply) =>
      servePage(app, pages, request, reply).catch((error) => sendFailure(error, request, reply))
    const config = { counts: 'page' as const }
    scope.route({ method: ['GET', 'HEAD', 'POST'], url: '/*', config, schema: { hide: true }, handler })
  })
}

// Sends an error as an HTML page if the browser expects a page: all errors of posted forms, and errors of the server
// (500 and above) for other requests. Works without the database.
function sendFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (isSuspension(error)) return sendSuspended(request, reply)
  const isPage = request.headers.accept?.includes('text/html') && !pageUrl(request).pathname.endsWith('.data')
  const isRead = request.method === 'POST' || (asRefusal(error)?.status ?? 500) >= 500
  if (!isPage || !isRead) throw error
  const { retryAfterSeconds, ...problem } = tellProblem(error, request)
  if (retryAfterSeconds) reply.header('Retry-After', String(retryAfterSeconds))
  return sendFailedPage(reply, problem, pathOf(pageUrl(request)))
}

// Returns the path with the query. Removes repeated slashes at the start, because browsers read `//` as the start of a
// host name.
const pathOf = ({ pathname, search }: URL) => pathname.replace(/^\/+/, '/') + search

async function servePage(app: App, pages: ServedPages, request: FastifyRequest, reply: FastifyReply) {
  const { platform } = app
  const { productHost: host } = request
  const workspace = host.kind === 'workspace' ? await findKnownWorkspace(platform, host.label!, request) : undefined
  if ((host.kind === 'workspace' && !workspace) || !['root', 'app', 'workspace'].includes(host.kind)) {
    clearSessionCookies(reply, platform.settings, host.kind === 'workspace' ? ['workspace_domain'] : [])
    return sendUnknownHost(reply, platform.settings)
  }
  if (request.method === 'POST' && !isSameOrigin(request)) throw new Refusal('cross-site')

  const build = await pages.load()
  const token = request.headers.cookie ? await findCookieToken(request, reply) : null
  const verified = token ? await platform.tokens.verify(token) : null
  const reading = verified ? openReading(request, verified) : undefined
  try {
    return await answerPage({ app, pages, build, request, reply, token, reading, workspace })
  } finally {
    await reading?.end({ isLast: true })
  }
}

type PageRequest = {
  app: App
  pages: ServedPages
  build: ServerBuild
  request: FastifyRequest
  reply: FastifyReply
  token: string | null
  reading: PageReading | undefined
  workspace: FoundWorkspace | undefined
}

async function answerPage({ app, pages, build, request, reply, token, reading, workspace }: PageRequest) {
  const { platform } = app
  // A person whose workspace is suspended counts as not signed in.
  const caller = await reading?.findCaller().catch(nobodyWhereSuspended)
  const session = caller ? sessionOf(caller) : null
  const verdict = judgeRequest(platform, request, session)
  if (verdict?.forgetWorkspace && request.cookies.workspace_domain)
    clearSessionCookies(reply, platform.settings, ['workspace_domain'])
  if (session?.domain && request.cookies.workspace_domain !== session.domain) {
    setSessionCookies(reply, platform.settings, { workspace_domain: session.domain })
  }
  if (session && workspace && session.domain === workspace.domain && !request.cookies.timezone) {
    setSessionCookies(reply, platform.settings, { timezone: workspace.timeZone })
  }
  const isData = pageUrl(request).pathname.endsWith('.data')
  if (verdict && !isData) return reply.redirect(verdict.redirect, 302)

  // Ends the snapshot before an action, so that later reads see the changes of the action.
  if (request.method === 'POST') await reading?.end()
  const form = request.method === 'POST' ? await takeForm(request, caller) : null
  const { contexts } = build.entry.module as ServerBuild['entry']['module'] & { contexts: Contexts }
  const context = new RouterContextProvider()
  context.set(contexts.api, pageApi(app, request, session ? token : null, session ? reading : undefined))
  context.set(contexts.apiOf, (accessToken) => pageApi(app, request, accessToken))
  context.set(contexts.endReading, async () => reading?.end())
  context.set(contexts.sessionCookies, pageCookies(platform, request, reply))
  context.set(contexts.guardRedirect, verdict?.redirect ?? null)
  context.set(contexts.filesProblem, form?.filesProblem ?? null)
  context.set(contexts.nonce, request.nonce)
  context.set(contexts.reportError, (error) => request.log.error({ err: error }, 'page failed'))
  context.set(contexts.site, siteOf(platform, request.productHost, workspace))
  const response = await handlerOf(build, pages)(webRequest(request, reply, form), context)
  if (request.newDevice) setDeviceCookie(reply, platform.settings, request.newDevice)
  const isNoPage = response.status === 404 && request.method !== 'POST' && !isData
  const { pathname: path, search } = pageUrl(request)
  const isOutsideProduct = kindOf(path, request.productHost) === 'other'
  const redirect =
    isNoPage && workspace && isOutsideProduct
      ? await pages.findRedirect(platform, { workspace, caller, path, search })
      : null
  if (redirect?.status === 301) return reply.redirect(redirect.location, 301)
  return sendResponse(reply, response, redirect?.status)
}

function nobodyWhereSuspended(error: unknown) {
  if (isSuspension(error)) return null
  throw error
}

const handlers = new WeakMap<ServerBuild, RequestHandler>()

function handlerOf(build: ServerBuild, { middleware }: Pages): RequestHandler {
  const known = handlers.get(build) ?? createRequestHandler(build, middleware ? 'development' : 'production')
  handlers.set(build, known)
  return known
}

function judgeRequest({ settings }: Platform, request: FastifyRequest, session: GuardSession | null): Verdict {
  const url = pageUrl(request)
  const path = url.pathname.replace(/\/_\.data$|^\/_root\.data$|\.data$/, '') || '/'
  url.searchParams.delete('_routes')
  return judge({
    host: request.productHost,
    path,
    search: url.search,
    domainCookie: labelIn(request.cookies.workspace_domain),
    session,
    origins: { app: settings.appOrigin, workspace: settings.workspaceOrigin },
  })
}

function pageUrl({ url }: FastifyRequest): URL {
  return url.startsWith('/') ? new URL(`http://page${url}`) : new URL(url, 'http://page')
}

const labelIn = (cookie: string | undefined) => (cookie && /^[a-z0-9-]{3,40}$/.test(cookie) ? cookie : null)

// Returns the session for the guard. A founder without a workspace (`account`) counts as admin, because founders become
// admins of their workspace.
const sessionOf = (caller: SignedIn): GuardSession => ({
  kind: caller.kind === 'customer' ? 'customer' : 'team',
  isAdmin: caller.kind === 'account' || (caller.kind === 'member' && caller.isAdmin),
  domain: caller.domain,
})

function forgetSuspended({ hub }: Platform) {
  hub.onChange((workspaceId, types) => {
    if (!types.has('workspace.suspended')) return
    for (const [domain, { id }] of knownWorkspaces.entries()) if (id === workspaceId) knownWorkspaces.delete(domain)
  })
}

const knownWorkspaces = new LRUCache<string, FoundWorkspace>({ max: 10_000, ttl: 10_000 })

async function findKnownWorkspace(platform: Platform, domain: string, { ip }: FastifyRequest) {
  const known = knownWorkspaces.get(domain)
  if (known) return known
  const network = networkOf(ip)
  platform.limiter.refuseSpent(limits.unknownHost, network)
  const workspace = await asVisitor(platform.reader, domain, (tx) => findWorkspaceByDomain(tx, domain))
  if (workspace) knownWorkspaces.set(domain, workspace)
  else platform.limiter.count(limits.unknownHost, network)
  return workspace
}

function siteOf(platform: Platform, { kind }: Host, workspace: FoundWorkspace | undefined): Site {
  const { settings } = platform
  const { rootDomain, appOrigin, apiOrigin, filesOrigin, rootOrigin, isSending } = settings
  const origins = { root: rootOrigin, app: appOrigin, api: apiOrigin, files: filesOrigin }
  return {
    rootDomain,
    hostKind: workspace ? 'workspace' : kind === 'app' ? 'app' : 'root',
    origins,
    ...(workspace && { workspace: { ...publicWorkspaceOf(platform, workspace), timeZone: workspace.timeZone } }),
    ...(isSending ? {} : { isCopy: true }),
  }
}

// Builds a web Request with the URL that the browser uses. The router compares the origin of this URL with the origin
// of a posted form.
function webRequest(request: FastifyRequest, reply: FastifyReply, form: Form | null): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const abort = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) abort.abort()
  })
  if (form) {
    headers.set('content-type', form.type)
    headers.delete('content-length')
  }
  const { pathname, search } = pageUrl(request)
  return new Request(`${request.protocol}://${request.host}${pathname}${search}`, {
    method: request.method,
    headers,
    signal: abort.signal,
    ...(form && { body: form.body }),
  } as RequestInit)
}

async function sendResponse(reply: FastifyReply, response: Response, status = response.status) {
  reply.code(status)
  response.headers.forEach((value, name) => {
    if (name !== 'set-cookie') reply.header(name, value)
  })
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  if (response.status === 503) reply.header('Retry-After', String(outageSeconds))
  return reply.send(response.body ? Buffer.from(await response.arrayBuffer()) : null)
}
