import type { Host } from '#server/platform/http/hosts/hosts.ts'

export type GuardSession = { kind: 'team' | 'customer'; isAdmin: boolean; domain: string | null }

export type Visit = {
  host: Host
  path: string
  search: string
  domainCookie: string | null
  session: GuardSession | null
  origins: { app: string; workspace(domain: string): string }
}

export type Verdict = { redirect: string; forgetWorkspace?: boolean } | null

type PageKind =
  | 'landing'
  | 'sign-in'
  | 'create-workspace'
  | 'customer-sign-in'
  | 'customer'
  | 'visitor-request'
  | 'public'
  | 'team'
  | 'admin'
  | 'other'

const kinds: [RegExp, PageKind][] = [
  [/^\/auth\/create-workspace$/, 'create-workspace'],
  [/^\/auth(\/|$)/, 'sign-in'],
  [/^\/customer\/auth(\/|$)/, 'customer-sign-in'],
  [/^\/customer\/request$/, 'visitor-request'],
  [/^\/customer(\/|$)/, 'customer'],
  // An optional language comes first: `/hr/knowledgebase` is the help centre in Croatian, but `/hr` is an app of the
  // team.
  [/^(\/[a-z]{2,3}(-[a-z0-9-]{2,16})?)?\/knowledgebase(\/|$)/, 'public'],
  [/^\/service\/(knowledgebase\/admin|settings)(\/|$)/, 'admin'],
  [/^\/(team|cms\/settings|admin\/audit-log)(\/|$)/, 'admin'],
  [/^\/$/, 'team'],
  [/^\/(coming-soon|admin|service|sales|hr|cms)(\/|$)/, 'team'],
]

export function kindOf(path: string, host: Host): PageKind {
  const read = asRouted(path)
  if (host.kind === 'root' && read === '/') return 'landing'
  return kinds.find(([pattern]) => pattern.test(read))?.[1] ?? 'other'
}

/** Normalizes a path in the same manner as the router: in lower case, decoded, without slashes at the end. */
const asRouted = (path: string) => path.split('/').map(decodeSegment).join('/').toLowerCase().replace(/\/+$/, '') || '/'

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('/', '%2f')
  } catch {
    return segment
  }
}

/** Decides before rendering whether to redirect; null for no redirect. The API checks access separately. */
export function judge(visit: Visit): Verdict {
  const { host, path, session } = visit
  const kind = kindOf(path, host)
  if (kind === 'public' && host.kind === 'workspace') return null
  return toOwnWorkspace(visit, kind) ?? (session ? judgeMember(visit, session, kind) : judgeStranger(visit, kind))
}

// Rule 1: redirects from other hosts to the workspace of the session. Without a session, redirects from another
// workspace to the workspace of the cookie.
function toOwnWorkspace({ host, path, search, domainCookie, session, origins }: Visit, kind: PageKind): Verdict {
  const domain = session ? session.domain : domainCookie
  if (!domain || host.label === domain) return null
  if (kind === 'customer-sign-in' && new URLSearchParams(search).get('switch') === '1') return null
  if (host.kind !== 'workspace' && !session) return null
  return { redirect: origins.workspace(domain) + path + search }
}

// Rule 2: redirects a visitor without a session from a protected page to a sign-in page. `next` contains the page to
// return to.
function judgeStranger(visit: Visit, kind: PageKind): Verdict {
  const { host, path, search, origins } = visit
  const next = `?next=${encodeURIComponent(path + search)}`
  if (kind === 'visitor-request') return host.kind === 'workspace' ? null : notHere(origins)
  // The page for visitors leads to the sign-in if no form is for visitors.
  if (host.kind === 'workspace' && asRouted(path) === '/customer/tickets/create')
    return { redirect: `${origins.workspace(host.label!)}/customer/request${search}` }
  if (kind === 'customer') {
    return host.kind === 'workspace'
      ? { redirect: `${origins.workspace(host.label!)}/customer/auth/login${next}`, forgetWorkspace: true }
      : notHere(origins)
  }
  if (kind === 'customer-sign-in' && host.kind !== 'workspace') return notHere(origins)
  if (kind === 'team' || kind === 'admin' || kind === 'create-workspace') {
    const wanted = host.kind === 'workspace' && path !== '/' ? next : ''
    return { redirect: loginOf(visit, wanted), forgetWorkspace: true }
  }
  if (host.kind === 'workspace' && asRouted(path) === '/auth/login')
    return { redirect: loginOf(visit, search), forgetWorkspace: true }
  if (kind === 'sign-in' && host.kind !== 'app') return { redirect: origins.app + path + search, forgetWorkspace: true }
  return null
}

// Returns the URL of the team's sign-in page. With the parameter `workspace`, the page can offer a customer the
// customer sign-in of that workspace.
function loginOf({ host, origins }: Visit, search: string): string {
  const query = new URLSearchParams(search)
  if (host.kind === 'workspace') query.set('workspace', host.label!)
  return `${origins.app}/auth/login${query.size > 0 ? `?${query}` : ''}`
}

const notHere = (origins: Visit['origins']): Verdict => ({
  redirect: `${origins.app}/auth/login`,
  forgetWorkspace: true,
})

// Rules 3 to 5: redirects signed-in people to their home page from sign-in pages, from pages of the other kind of user,
// and from admin pages without the admin role.
function judgeMember({ host, path, search, origins }: Visit, session: GuardSession, kind: PageKind): Verdict {
  if (session.kind === 'team' && !session.domain) return judgeFounder(host, kind, origins)
  const home = origins.workspace(session.domain!) + (session.kind === 'team' ? '/' : '/customer/dashboard')
  const switches =
    kind === 'customer-sign-in' && host.label !== session.domain && new URLSearchParams(search).get('switch') === '1'
  if (switches) return null
  if (['landing', 'sign-in', 'customer-sign-in', 'create-workspace'].includes(kind)) return { redirect: home }
  if (session.kind === 'team' && (kind === 'customer' || kind === 'visitor-request')) return { redirect: home }
  if (kind === 'visitor-request')
    return { redirect: `${origins.workspace(session.domain!)}/customer/tickets/create${search}` }
  if (asRouted(path) === '/customer') return { redirect: home }
  if (session.kind === 'customer' && (kind === 'team' || kind === 'admin')) return { redirect: home }
  if (kind === 'admin' && !session.isAdmin) return { redirect: home }
  return null
}

function judgeFounder(host: Host, kind: PageKind, origins: Visit['origins']): Verdict {
  if (kind === 'public' || kind === 'other') return null
  if (kind === 'create-workspace' && host.kind === 'app') return null
  return { redirect: `${origins.app}/auth/create-workspace` }
}
