import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import type { PendingCode, SessionCookies } from '#contract/pages.ts'
import { platform, settings } from '#test/world.ts'
import { pageCookies } from './page-cookies.ts'

/** Runs `work` with the cookies of a request. Returns the result of `work` and the cookies that the answer sets. */
async function act(
  work: (cookies: SessionCookies) => unknown,
  { sent = {}, scheme = 'http' }: { sent?: Record<string, string>; scheme?: 'http' | 'https' } = {},
) {
  const server = fastify()
  await server.register(cookie)
  const stands = { ...platform, settings: { ...settings, publicScheme: scheme } }
  server.get('/', async (request, reply) => ({ said: work(pageCookies(stands, request, reply)) ?? null }))
  const answer = await server.inject({ url: '/', cookies: sent })
  await server.close()
  const told = answer.cookies as {
    name: string
    value: string
    httpOnly?: boolean
    secure?: boolean
    maxAge?: number
  }[]
  return { said: answer.json().said, told, named: Object.fromEntries(told.map((one) => [one.name, one])) }
}

const signedIn = {
  accessToken: 'access',
  refreshToken: 'refresh',
  userGuidId: 'person',
  isTeam: true,
  workspaceDomain: 'acme-corp',
}
const pending: PendingCode = {
  purpose: 'login',
  userGuidId: 'person',
  email: 'a@b.cd',
  next: '/team',
  sentAt: 7,
  wrongTries: 2,
}

describe('a sign-in', () => {
  test('sets its cookies for the whole product, and ends the waiting for a code', async () => {
    const { named } = await act((cookies) => cookies.start(signedIn))
    const values = Object.fromEntries(Object.entries(named).map(([name, { value }]) => [name, value]))
    expect(values).toEqual({
      access_token: 'access',
      refresh_token: 'refresh',
      user_guid_id: 'person',
      isUser: 'true',
      workspace_domain: 'acme-corp',
      pending_code: '',
    })
    const everywhere = { domain: settings.rootDomain, path: '/', sameSite: 'Lax' }
    expect([named.access_token, named.refresh_token, named.workspace_domain]).toMatchObject([
      everywhere,
      everywhere,
      everywhere,
    ])
    expect(named.pending_code).toMatchObject({ maxAge: 0 })
  })

  test('keeps the tokens from scripts, and the rest for them', async () => {
    const { told } = await act((cookies) => cookies.start(signedIn))
    const hidden = told.filter(({ httpOnly }) => httpOnly).map(({ name }) => name)
    expect(hidden.sort()).toEqual(['access_token', 'pending_code', 'refresh_token'])
  })

  test.each([
    ['https', true],
    ['http', undefined],
  ] as const)('on %s marks its cookies as secure: %s', async (scheme, secure) => {
    const { told } = await act(
      (cookies) => {
        cookies.start(signedIn)
        cookies.rememberWorkspace('acme-corp', 'UTC')
        cookies.writePending(pending)
      },
      { scheme },
    )
    expect(new Set(told.map((one) => one.secure))).toEqual(new Set([secure]))
  })

  test('of a founder without a workspace takes the name of an older one away', async () => {
    const { named } = await act((cookies) => cookies.start({ ...signedIn, workspaceDomain: null }))
    expect(named.workspace_domain).toMatchObject({ value: '', maxAge: 0 })
  })

  test('of a customer says so', async () => {
    const { named } = await act((cookies) => cookies.start({ ...signedIn, isTeam: false }))
    expect(named.isUser).toMatchObject({ value: 'false' })
  })

  test.each([{ accessToken: null }, { refreshToken: null }])('without its tokens is none: %j', async (missing) => {
    expect((await act((cookies) => cookies.start({ ...signedIn, ...missing }))).told).toEqual([])
  })

  test('ends with every cookie of it', async () => {
    const { told } = await act((cookies) => cookies.clear())
    expect(told.map(({ name }) => name).sort()).toEqual(
      ['access_token', 'isUser', 'refresh_token', 'timezone', 'user_guid_id', 'workspace_domain'].sort(),
    )
    expect(new Set(told.map(({ value, maxAge }) => `${value} ${maxAge}`))).toEqual(new Set([' 0']))
  })
})

describe('the code that is waited for', () => {
  test('is remembered on this host alone, away from scripts, and read again', async () => {
    const { named } = await act((cookies) => cookies.writePending(pending))
    expect(named.pending_code).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax' })
    expect(named.pending_code).not.toHaveProperty('domain')
    const sent = { pending_code: named.pending_code!.value }
    expect((await act((cookies) => cookies.readPending(), { sent })).said).toEqual(pending)
  })

  test('is forgotten', async () => {
    const { named } = await act((cookies) => cookies.clearPending())
    expect(named.pending_code).toMatchObject({ value: '', maxAge: 0 })
  })

  test.each([
    undefined,
    '',
    'null',
    '7',
    '"word"',
    '[]',
    '{',
    '{"email":"a@b.cd"}',
    '{"userGuidId":"person"}',
    '{"userGuidId":{},"email":"a@b.cd"}',
    '{"userGuidId":"person","email":["a@b.cd"]}',
  ])('is none when the cookie is %j', async (text) => {
    const sent: Record<string, string> = text === undefined ? {} : { pending_code: text }
    expect((await act((cookies) => cookies.readPending(), { sent })).said).toBeNull()
  })

  test('has no place to go to when that is no text', async () => {
    const sent = { pending_code: JSON.stringify({ ...pending, next: { evil: 1 } }) }
    expect((await act((cookies) => cookies.readPending(), { sent })).said).not.toHaveProperty('next')
  })
})
