import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as identity from '#contract/workspace/identity.ts'
import * as session from '#contract/workspace/session.ts'
import * as team from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { acme, app, globex, newCustomer, newMember, owner, type Person, settings } from '#test/world.ts'

const nobody = as(null)
const freshEmail = () => `person-${randomUUID()}@sign-in.test`
const bearer = (token: string | null) => ({ token }) as unknown as Person

describe('tokens', () => {
  test('a refresh token gives a new pair, and works ten seconds more for a second tab', async () => {
    const member = await newMember(acme, 'Tess')
    const first = await nobody(identity.refreshToken, { body: { refreshToken: member.refreshToken } })
    const second = await nobody(identity.refreshToken, { body: { refreshToken: member.refreshToken } })
    expect(await as(bearer(first.accessToken))(session.showViewer, {})).toMatchObject({ id: member.id })
    expect(await as(bearer(second.accessToken))(session.showViewer, {})).toMatchObject({ id: member.id })
  })

  test('used again after more than ten seconds it ends the whole family', async () => {
    const member = await newMember(acme, 'Theo')
    const fresh = await nobody(identity.refreshToken, { body: { refreshToken: member.refreshToken } })
    const hash = createHash('sha256').update(member.refreshToken).digest()
    await owner.query(`update refresh_tokens set rotated_at = now() - interval '11 seconds' where hash = $1`, [hash])
    expect(await nobody(identity.refreshToken, { body: { refreshToken: member.refreshToken } })).toMatchObject({
      status: 401,
    })
    expect(await nobody(identity.refreshToken, { body: { refreshToken: fresh.refreshToken } })).toMatchObject({
      status: 401,
    })
    expect(await as(bearer(fresh.accessToken))(session.showViewer, {})).toMatchObject({ status: 401 })
  })

  test('a customer refreshes with the given word', async () => {
    const customer = await newCustomer(acme, 'Cora')
    expect(
      await nobody(identity.refreshTokenCustomer, { body: { refreshToken: customer.refreshToken } }),
    ).toMatchObject({
      message: 'AccessTokenRefreshed',
      accessToken: expect.any(String),
    })
  })

  test('a deactivated member is out at the next call, and so is their refresh token', async () => {
    const member = await newMember(acme, 'Tara')
    expect(await as(member)(session.showViewer, {})).toMatchObject({ id: member.id })
    await as(acme.admin)(team.changeMember, { params: { id: member.id }, body: { isActive: false } })
    expect(await as(member)(session.showViewer, {})).toMatchObject({ status: 401, code: 'not-signed-in' })
    expect(await nobody(identity.refreshToken, { body: { refreshToken: member.refreshToken } })).toMatchObject({
      status: 401,
    })
  })

  test('a changed role holds at the next call', async () => {
    const member = await newMember(acme, 'Tom', 'AdminUser')
    expect(await as(member)(team.invite, { body: { email: freshEmail(), role: 'TeamUser' } })).toMatchObject({
      status: 'invited',
    })
    await as(acme.admin)(team.changeMember, { params: { id: member.id }, body: { role: 'TeamUser' } })
    expect(await as(member)(team.invite, { body: { email: freshEmail(), role: 'TeamUser' } })).toMatchObject({
      status: 403,
    })
  })

  test('sessions are listed and ended, one or all the others', async () => {
    const member = await newMember(acme, 'Tina')
    const { items } = await as(member)(session.listSessions, {})
    expect(items).toMatchObject([{ isCurrent: true }])
    await as(member)(session.endCurrentSession, {})
    expect(await as(member)(session.listSessions, {})).toMatchObject({ status: 401 })
  })

  test('nobody ends the session of another', async () => {
    const { items } = await as(globex.agent)(session.listSessions, {})
    expect(await as(acme.agent)(session.endSession, { params: { id: items[0]!.id } })).toMatchObject({ status: 404 })
    expect(await as(globex.agent)(session.showViewer, {})).toMatchObject({ id: globex.agent.id })
  })
})

describe('cookies as bearer', () => {
  const host = `${acme.domain}.${settings.rootDomain}:3000`
  const cookie = `access_token=${acme.agent.token}`
  const view = (headers: Record<string, string>) =>
    app.inject({ url: session.showViewer.path, headers: { host, cookie, ...headers } })

  test('count from a page of the same origin alone', async () => {
    expect((await view({ 'sec-fetch-site': 'same-origin' })).json()).toMatchObject({ id: acme.agent.id })
    expect((await view({ origin: `http://${host}` })).json()).toMatchObject({ id: acme.agent.id })
    expect((await view({ 'sec-fetch-site': 'same-site' })).json()).toMatchObject({ status: 403, code: 'cross-site' })
    expect((await view({})).json()).toMatchObject({ status: 403, code: 'cross-site' })
  })

  test('are never read on the API host', async () => {
    expect((await view({ host: settings.apiHost, 'sec-fetch-site': 'same-origin' })).json()).toMatchObject({
      status: 401,
    })
  })

  test('of one name twice are refused', async () => {
    const doubled = await view({ cookie: `${cookie}; access_token=planted`, 'sec-fetch-site': 'same-origin' })
    expect(doubled.json()).toMatchObject({ status: 400, code: 'duplicate-cookie' })
  })

  test('with an expired access token and a live refresh token are a valid session, renewed once for all', async () => {
    const member = await newMember(acme, 'Rita')
    const headers = {
      cookie: `access_token=spoilt; refresh_token=${member.refreshToken}`,
      'sec-fetch-site': 'same-origin',
    }
    const answers = await Promise.all([view(headers), view(headers), view(headers)])
    expect(answers.map((answer) => answer.json().id)).toEqual([member.id, member.id, member.id])
    expect(answers[0]!.cookies.map(({ name }) => name)).toEqual(['access_token', 'refresh_token'])
    const { rows } = await owner.query(
      'select count(*)::int as links from refresh_tokens t join sessions s on s.id = t.session_id where s.account_id = $1',
      [member.id],
    )
    expect(rows).toEqual([{ links: 2 }])
  })
})
