import type { FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router'
import type { PageApi, SessionCookies, Site } from '#contract/pages.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import { asSession, asVisitor } from '#server/platform/database.ts'
import { isSameOrigin } from '#server/platform/http/admission.ts'
import { clearSessionCookies, findCookieToken, setSessionCookies } from '#server/platform/http/cookies.ts'
import type { App, Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type FoundWorkspace, findWorkspaceByDomain } from '#server/workspaces/find-workspace.ts'
import { type GuardSession, judge, type Verdict } from './guard.ts'
import { pageApi } from './page-api.ts'
import { pageCookies } from './page-cookies.ts'
import { type Modules, serveAssets } from './serve-assets.ts'
import { sendUnknownHost } from './unknown-host.ts'

type Contexts = {
  api: RouterContext<PageApi>
  sessionCookies: RouterContext<SessionCookies>
  guardRedirect: RouterContext<string | null>
  nonce: RouterContext<string>
  reportError: RouterContext<(error: unknown) => void>
  site: RouterContext<Site>
}

/** The web's build; in development the modules as they are now, with what serves them to the browser. */
export type Pages = {
  load(): Promise<ServerBuild>
  middleware?: Modules
}

const mostFormBytes = 3 * 1024 * 1024

export async function servePages(app: App, { load, middleware }: Pages) {
  await app.register(async (scope) => {
    await serveAssets(scope, middleware)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: mostFormBytes },
      async (_: FastifyRequest, body: Buffer) => body,
    )
    const handler = (request: FastifyRequest, reply: FastifyReply) => servePage(app, load, request, reply)
    scope.route({ method: ['GET', 'HEAD', 'POST'], url: '/*', schema: { hide: true }, handler })
  })
}

async function servePage(app: App, load: Pages['load'], request: FastifyRequest, reply: FastifyReply) {
  const { platform } = app
  const { productHost: host } = request
  const workspace = host.kind === 'workspace' ? await findKnownWorkspace(platform, host.label!) : undefined
  if ((host.kind === 'workspace' && !workspace) || !['root', 'app', 'workspace'].includes(host.kind)) {
    clearSessionCookies(reply, platform.settings, host.kind === 'workspace' ? ['workspace_domain'] : [])
    return sendUnknownHost(reply, platform.settings)
  }
  if (request.method === 'POST' && !isSameOrigin(request)) throw new Refusal('cross-site')

  const token = request.headers.cookie ? await findCookieToken(request, reply) : null
  const session = token ? await findSession(platform, token) : null
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

  const build = await load()
  const { contexts } = build.entry.module as unknown as { contexts: Contexts }
  const context = new RouterContextProvider()
  context.set(contexts.api, pageApi(app, request, session ? token : null))
  context.set(contexts.sessionCookies, pageCookies(platform, request, reply))
  context.set(contexts.guardRedirect, verdict?.redirect ?? null)
  context.set(contexts.nonce, request.nonce)
  context.set(contexts.reportError, (error) => request.log.error({ err: error }, 'page failed'))
  context.set(contexts.site, siteOf(platform, host.kind as Site['hostKind'], workspace))
  const response = await createRequestHandler(build, process.env.NODE_ENV)(webRequest(request, reply), context)
  return sendResponse(reply, response)
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

/** What was asked for, as a part of this host: a path may begin with two slashes, and a proxy may send a whole address. */
function pageUrl({ url }: FastifyRequest): URL {
  return url.startsWith('/') ? new URL(`http://page${url}`) : new URL(url, 'http://page')
}

const labelIn = (cookie: string | undefined) => (cookie && /^[a-z0-9-]{3,40}$/.test(cookie) ? cookie : null)

async function findSession(platform: Platform, token: string): Promise<GuardSession | null> {
  const verified = await platform.tokens.verify(token)
  if (!verified) return null
  return asSession(
    platform.app,
    verified.sessionId,
    async (_, entered) =>
      entered && {
        kind: entered.kind === 'customer' ? 'customer' : 'team',
        isAdmin: entered.role.endsWith('AdminUser'),
        domain: entered.domain,
      },
  )
}

const knownForMs = 10_000
const known = new Map<string, { workspace: FoundWorkspace | undefined; until: number }>()

/** The workspace of a host, remembered for some seconds, since every page asks. */
async function findKnownWorkspace(platform: Platform, domain: string) {
  const found = known.get(domain)
  if (found?.workspace && found.until > Date.now()) return found.workspace
  const workspace = await asVisitor(platform.reader, domain, (tx) => findWorkspaceByDomain(tx, domain))
  if (known.size > 10_000) known.clear()
  known.set(domain, { workspace, until: Date.now() + knownForMs })
  return workspace
}

function siteOf(platform: Platform, hostKind: Site['hostKind'], workspace: FoundWorkspace | undefined): Site {
  const { settings } = platform
  const { rootDomain, appOrigin, apiOrigin, filesOrigin, rootOrigin } = settings
  const mailboxOrigin = settings.hasDevelopmentMailbox ? settings.mailOrigin : null
  const shown = workspace && {
    domain: workspace.domain,
    name: workspace.name,
    timeZone: workspace.timeZone,
    accentColor: workspace.accentColor,
    logoUrl: workspace.logoFileId
      ? signFileUrl(platform, { workspaceId: workspace.id, fileId: workspace.logoFileId, use: 'logo' })
      : null,
  }
  const origins = { root: rootOrigin, app: appOrigin, api: apiOrigin, files: filesOrigin }
  return { rootDomain, hostKind, origins, mailboxOrigin, ...(shown ? { workspace: shown } : {}) }
}

/** The address as the browser sees it: the router compares the origin of form posts with it. */
function webRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const abort = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) abort.abort()
  })
  const body = request.method === 'POST' ? { body: (request.body as Buffer | undefined) ?? '' } : {}
  const { pathname, search } = pageUrl(request)
  return new Request(`${request.protocol}://${request.host}${pathname}${search}`, {
    method: request.method,
    headers,
    signal: abort.signal,
    ...body,
  } as RequestInit)
}

async function sendResponse(reply: FastifyReply, response: Response) {
  reply.code(response.status)
  response.headers.forEach((value, name) => {
    if (name !== 'set-cookie') reply.header(name, value)
  })
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  return reply.send(response.body ? Buffer.from(await response.arrayBuffer()) : null)
}
