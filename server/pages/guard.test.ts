import { describe, expect, test } from 'vitest'
import { hostOf } from '#server/platform/http/hosts/hosts.ts'
import { type GuardSession, judge, type Visit } from './guard.ts'

const root = 'startuptools.localhost'
const origins = { app: `http://app.${root}`, workspace: (domain: string) => `http://${domain}.${root}` }
const admin: GuardSession = { kind: 'team', isAdmin: true, domain: 'acme' }
const agent: GuardSession = { kind: 'team', isAdmin: false, domain: 'acme' }
const founder: GuardSession = { kind: 'team', isAdmin: true, domain: null }
const customer: GuardSession = { kind: 'customer', isAdmin: false, domain: 'acme' }

function visit(
  address: string,
  session: GuardSession | null = null,
  domainCookie: string | null = session?.domain ?? null,
) {
  const url = new URL(`http://${address}`)
  const asked: Visit = {
    host: hostOf(url.hostname, root, `files.${root}`),
    path: url.pathname,
    search: url.search,
    domainCookie,
    session,
    origins,
  }
  return judge(asked)?.redirect ?? null
}

describe('a workspace cookie', () => {
  test('leads from another workspace to its own, same path and query', () => {
    expect(visit(`globex.${root}/service/tickets?q=a`, agent)).toBe(`http://acme.${root}/service/tickets?q=a`)
    expect(visit(`globex.${root}/service/tickets?q=a`, null, 'acme')).toBe(`http://acme.${root}/service/tickets?q=a`)
  })

  test('leads from the app and root hosts only with a valid session', () => {
    expect(visit(`app.${root}/service/tickets`, agent)).toBe(`http://acme.${root}/service/tickets`)
    expect(visit(`${root}/`, agent)).toBe(`http://acme.${root}/`)
    expect(visit(`app.${root}/auth/login`, null, 'acme')).toBeNull()
    expect(visit(`${root}/`, null, 'acme')).toBeNull()
  })

  test('does not keep anybody from reading the knowledge base of another workspace', () => {
    expect(visit(`globex.${root}/knowledgebase/article/hello`, agent)).toBeNull()
  })

  test('does not keep from the sign-in of another customer area when the visitor asks to switch', () => {
    expect(visit(`globex.${root}/customer/auth/login?switch=1`, customer)).toBeNull()
    expect(visit(`globex.${root}/customer/auth/login`, customer)).toBe(`http://acme.${root}/customer/auth/login`)
  })
})

describe('without a session', () => {
  test('a protected page leads to the app login, and back afterwards', () => {
    expect(visit(`acme.${root}/service/tickets?view=mine`)).toBe(
      `http://app.${root}/auth/login?next=%2Fservice%2Ftickets%3Fview%3Dmine&workspace=acme`,
    )
    expect(visit(`acme.${root}/`)).toBe(`http://app.${root}/auth/login?workspace=acme`)
    expect(visit(`app.${root}/`)).toBe(`http://app.${root}/auth/login`)
  })

  test('a customer page leads to the workspace’s customer login', () => {
    expect(visit(`acme.${root}/customer`)).toBe(`http://acme.${root}/customer/auth/login?next=%2Fcustomer`)
    expect(visit(`acme.${root}/customer/tickets`)).toBe(
      `http://acme.${root}/customer/auth/login?next=%2Fcustomer%2Ftickets`,
    )
  })

  test('a new request leads to the forms for visitors, and customers get from there to their own', () => {
    expect(visit(`acme.${root}/customer/tickets/create?form=a`)).toBe(`http://acme.${root}/customer/request?form=a`)
    expect(visit(`acme.${root}/customer/request?form=a`)).toBeNull()
    expect(visit(`app.${root}/customer/request`)).toBe(`http://app.${root}/auth/login`)
    expect(visit(`acme.${root}/customer/request?form=a`, customer)).toBe(
      `http://acme.${root}/customer/tickets/create?form=a`,
    )
    expect(visit(`acme.${root}/customer/request`, agent)).toBe(`http://acme.${root}/`)
  })

  test('sign-in on a workspace host leads to the app host with its query', () => {
    expect(visit(`acme.${root}/auth/login?next=%2Fteam`)).toBe(
      `http://app.${root}/auth/login?next=%2Fteam&workspace=acme`,
    )
    expect(visit(`acme.${root}/auth/login?workspace=globex`)).toBe(`http://app.${root}/auth/login?workspace=acme`)
    expect(visit(`acme.${root}/auth/invitation?email=a%40b.cd`)).toBe(
      `http://app.${root}/auth/invitation?email=a%40b.cd`,
    )
  })

  test('the landing, sign-in and public pages are open', () => {
    expect(visit(`${root}/`)).toBeNull()
    expect(visit(`app.${root}/auth/register`)).toBeNull()
    expect(visit(`acme.${root}/customer/auth/register`)).toBeNull()
    expect(visit(`acme.${root}/knowledgebase`)).toBeNull()
    expect(visit(`acme.${root}/hr/knowledgebase/article/x`)).toBeNull()
    expect(visit(`acme.${root}/pt-BR/knowledgebase`)).toBeNull()
    expect(visit(`acme.${root}/hr`)).toMatch(`http://app.${root}/auth/login`)
  })

  test('a dead workspace cookie is forgotten on the way, so that no loop arises', () => {
    const url = new URL(`http://acme.${root}/team`)
    const host = hostOf(url.hostname, root, '')
    expect(judge({ host, path: '/team', search: '', domainCookie: 'acme', session: null, origins })).toMatchObject({
      forgetWorkspace: true,
    })
  })
})

describe('signed in', () => {
  test.each(['/auth/login', '/auth/register', '/auth/create-workspace'])('%s leads to the own dashboard', (path) => {
    expect(visit(`app.${root}${path}`, agent)).toBe(`http://acme.${root}${path}`)
    expect(visit(`acme.${root}${path}`, agent)).toBe(`http://acme.${root}/`)
  })

  test('a customer at a sign-in page goes to the customer dashboard', () => {
    expect(visit(`acme.${root}/customer/auth/login`, customer)).toBe(`http://acme.${root}/customer/dashboard`)
  })

  test('a founder without a workspace makes one first', () => {
    expect(visit(`app.${root}/`, founder)).toBe(`http://app.${root}/auth/create-workspace`)
    expect(visit(`app.${root}/auth/login`, founder)).toBe(`http://app.${root}/auth/create-workspace`)
    expect(visit(`app.${root}/auth/create-workspace`, founder)).toBeNull()
  })

  test('the team has no business in the customer area, nor customers in the team’s', () => {
    expect(visit(`acme.${root}/customer/tickets`, agent)).toBe(`http://acme.${root}/`)
    expect(visit(`acme.${root}/service/tickets`, customer)).toBe(`http://acme.${root}/customer/dashboard`)
    expect(visit(`acme.${root}/customer/tickets`, customer)).toBeNull()
    expect(visit(`acme.${root}/customer/`, customer)).toBe(`http://acme.${root}/customer/dashboard`)
  })

  test.each([
    '/team',
    '/service/settings',
    '/service/knowledgebase/admin/articles',
    '/cms/settings',
    '/admin/audit-log',
  ])('%s is for admins', (path) => {
    expect(visit(`acme.${root}${path}`, agent)).toBe(`http://acme.${root}/`)
    expect(visit(`acme.${root}${path}`, admin)).toBeNull()
  })

  test.each(['/TEAM', '/team/', '/Team//', '/%74eam', '/SERVICE/Settings', '/service/knowledgebase/ADMIN/articles'])(
    '%s is the same page to the guard as to the router',
    (path) => {
      expect(visit(`acme.${root}${path}`, agent)).toBe(`http://acme.${root}/`)
      expect(visit(`acme.${root}${path}`)).toMatch(`http://app.${root}/auth/login`)
    },
  )

  test.each(['/', '/service/tickets', '/cms/content/list', '/sales', '/hr', '/admin/profile'])(
    '%s is for the whole team',
    (path) => {
      expect(visit(`acme.${root}${path}`, agent)).toBeNull()
    },
  )
})
