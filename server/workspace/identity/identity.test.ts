import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import * as identity from '#contract/workspace/identity.ts'
import * as session from '#contract/workspace/session.ts'
import * as workspaces from '#contract/workspace/settings.ts'
import * as team from '#contract/workspace/team.ts'
import { as, ask } from '#test/ask.ts'
import { acme, app, globex, mailsTo, newMember, owner, type Person, platform, runJobs, settings } from '#test/world.ts'

const nobody = as(null)
const freshEmail = () => `person-${randomUUID()}@sign-in.test`

async function codeOf(address: string): Promise<string> {
  await runJobs()
  const [mail] = await mailsTo(address)
  return /\d{6}/.exec(mail!.subject)![0]
}

/** Makes the codes of an address 31 seconds older, so that a new code can be requested. */
const letTimePass = (address: string) =>
  owner.query(`update challenges set created_at = created_at - interval '31 seconds' where address = $1`, [address])

async function register(email: string) {
  const { userGuidId } = await nobody(identity.register, { body: { email } })
  return nobody(identity.validateRegister, { body: { userGuidId: userGuidId!, code: await codeOf(email) } })
}

const bearer = (token: string | null) => ({ token }) as unknown as Person

beforeEach(() => {
  ;(settings as { limitFactor: number }).limitFactor = 1000
})

describe('registration', () => {
  test('a new address gets a code, and the code signs in as a founder without a workspace', async () => {
    const email = freshEmail()
    const sent = await nobody(identity.register, { body: { email: ` ${email.toUpperCase()} ` } })
    expect(sent).toEqual({ status: 'emailsent', userGuidId: expect.any(String) })

    const code = await codeOf(email)
    const signedIn = await nobody(identity.validateRegister, { body: { userGuidId: sent.userGuidId!, code } })
    expect(signedIn).toEqual({
      message: 'EmailValidated',
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      email,
      role: 'FreeAdminUser',
      workspaceDomain: null,
    })
    expect(await as(bearer(signedIn.accessToken))(team.showTeamInfo, {})).toEqual({ name: '', surname: '', email })
  })

  test('an address that has an account is told to sign in', async () => {
    const answer = await nobody(identity.register, { body: { email: acme.agent.email } })
    expect(answer).toEqual({ status: 'This email already has an account. Sign in instead.', userGuidId: null })
  })

  test('somebody else’s invitation takes nothing from whoever registered, until they accept it', async () => {
    const email = freshEmail()
    const founder = bearer((await register(email)).accessToken)
    const { id } = await as(globex.admin)(team.invite, { body: { email, role: 'TeamUser' } })
    expect(await as(founder)(session.showViewer, {})).toMatchObject({ email, workspace: null })
    await letTimePass(email)
    expect(await nobody(identity.login, { body: { email } })).toMatchObject({ status: 'emailsent' })
    await as(globex.admin)(team.withdrawInvitation, { params: { id } })
    expect(await as(founder)(session.showViewer, {})).toMatchObject({ email, workspace: null })
  })

  test('whoever founds a workspace declines an invitation that is open', async () => {
    const email = freshEmail()
    const founder = bearer((await register(email)).accessToken)
    const { id } = await as(globex.admin)(team.invite, { body: { email, role: 'TeamUser' } })
    const domain = `founded-${randomUUID().slice(0, 8)}`
    const created = await as(founder)(workspaces.createWorkspace, { body: { domain, timeZone: 'UTC' } })
    expect(created).toMatchObject({ isThereError: false, workspaceDomain: domain })
    expect(await as(founder)(session.showViewer, {})).toMatchObject({ isAdmin: true, workspace: { domain } })
    expect(await as(globex.admin)(team.withdrawInvitation, { params: { id } })).toMatchObject({ status: 404 })
  })

  test('an invitation keeps nobody from registering, and waits meanwhile', async () => {
    const email = freshEmail()
    await as(globex.admin)(team.invite, { body: { email, role: 'TeamUser' } })
    await runJobs()
    const { accessToken, workspaceDomain } = await register(email)
    expect([typeof accessToken, workspaceDomain]).toEqual(['string', null])
    await letTimePass(email)
    expect(await nobody(identity.invitationLogin, { body: { email } })).toMatchObject({ status: 'emailsent' })
  })

  test('the mail carries the code and no link that signs in', async () => {
    const email = freshEmail()
    await nobody(identity.register, { body: { email } })
    const code = await codeOf(email)
    const [mail] = await mailsTo(email)
    expect(JSON.parse(mail!.text)).toMatchObject({ code, workspaceName: null, lifeMinutes: 10 })
    expect(mail!.html).not.toMatch(new RegExp(`href="[^"]*${code}`))
  })

  test.each(['', 'nobody', 'a@b', 'a b@c.de'])('"%s" is no address', async (email) => {
    expect(await nobody(identity.register, { body: { email } })).toEqual({
      status: 'Invalid email format',
      userGuidId: null,
    })
    expect(await nobody(identity.login, { body: { email } })).toEqual({ status: 'invalidemail', userGuidId: null })
  })
})

describe('creating a workspace', () => {
  test('binds the founder, whose tokens act in it at once', async () => {
    const { accessToken } = await register(freshEmail())
    const founder = as(bearer(accessToken))
    const wanted = {
      domain: 'First-Startup',
      timeZone: 'Europe/Paris',
      name: 'First',
      userName: 'Fay',
      userSurname: 'Lee',
    }
    expect(await founder(workspaces.createWorkspace, { body: wanted })).toMatchObject({
      isThereError: false,
      error: null,
    })
    expect(await founder(session.showViewer, {})).toMatchObject({
      role: 'FreeAdminUser',
      workspace: { domain: 'first-startup', name: 'First' },
    })
    expect(await founder(team.showTeamInfo, {})).toMatchObject({ name: 'Fay', surname: 'Lee' })
    expect(await founder(workspaces.createWorkspace, { body: { ...wanted, domain: 'another' } })).toMatchObject({
      isThereError: true,
      error: 'useralreadyhasworkspace',
    })
  })

  test.each([
    ['', 'domainempty'],
    ['ab', 'invaliddomainformat'],
    ['a'.repeat(41), 'invaliddomainformat'],
    ['-abc', 'invaliddomainformat'],
    ['xn--abc', 'invaliddomainformat'],
    ['under_score', 'invaliddomainformat'],
    [acme.domain, 'domainalreadyexists'],
    [acme.domain.toUpperCase(), 'domainalreadyexists'],
    ['support', 'domainreserved'],
    ['supp0rt', 'domainreserved'],
    ['app', 'domainreserved'],
  ])('the domain "%s" is refused as %s', async (domain, error) => {
    const { accessToken } = await register(freshEmail())
    const founder = as(bearer(accessToken))
    expect(await founder(workspaces.createWorkspace, { body: { domain, timeZone: 'UTC' } })).toMatchObject({
      isThereError: true,
      error,
    })
    expect(await founder(workspaces.showDomainAvailability, { query: { domain } })).toEqual({ available: false, error })
  })

  test('of two founders who want one name at the same time exactly one gets it', async () => {
    const founders = [await register(freshEmail()), await register(freshEmail())]
    const body = { domain: 'wanted-name', timeZone: 'UTC' }
    const answers = await Promise.all(
      founders.map(({ accessToken }) => as(bearer(accessToken))(workspaces.createWorkspace, { body })),
    )
    expect(answers.map(({ error }) => error).sort()).toEqual(['domainalreadyexists', null])
  })
})

describe('signing in', () => {
  test('an active member signs in, and the words are as given', async () => {
    const member = await newMember(acme, 'Mia')
    const { status, userGuidId } = await nobody(identity.login, { body: { email: member.email } })
    const signedIn = await nobody(identity.validateLogin, {
      body: { userGuidId: userGuidId!, code: await codeOf(member.email) },
    })
    expect(status).toBe('emailsent')
    expect(signedIn).toMatchObject({ message: 'LoginSuccess', role: 'TeamUser', workspaceDomain: acme.domain })
  })

  test('an unknown address and a deactivated member are told so', async () => {
    const member = await newMember(acme, 'Max')
    await owner.query(`update members set status = 'deactivated' where id = $1`, [member.id])
    expect(await nobody(identity.login, { body: { email: 'nobody@nowhere.test' } })).toEqual({
      status: 'userisnothere',
      userGuidId: null,
    })
    expect(await nobody(identity.login, { body: { email: member.email } })).toEqual({
      status: 'userisnotactive',
      userGuidId: null,
    })
  })

  test('a member whom an import brought proves their address by the code', async () => {
    const member = await newMember(acme, 'Imp')
    await owner.query('update accounts set verified_at = null where id = $1', [member.id])
    const { userGuidId } = await nobody(identity.login, { body: { email: member.email } })
    const body = { userGuidId: userGuidId!, code: await codeOf(member.email) }
    expect(await nobody(identity.validateLogin, { body })).toMatchObject({ message: 'LoginSuccess', role: 'TeamUser' })
    const { rows } = await owner.query('select verified_at from accounts where id = $1', [member.id])
    expect(rows[0].verified_at).not.toBeNull()
  })

  test('the fifth wrong code kills the right one', async () => {
    const member = await newMember(acme, 'Moe')
    const { userGuidId } = await nobody(identity.login, { body: { email: member.email } })
    const code = await codeOf(member.email)
    const wrong = code === '000000' ? '000001' : '000000'
    for (const _ of [1, 2, 3, 4, 5]) {
      expect(await nobody(identity.validateLogin, { body: { userGuidId: userGuidId!, code: wrong } })).toMatchObject({
        message: 'InvalidCode',
        accessToken: null,
      })
    }
    expect(await nobody(identity.validateLogin, { body: { userGuidId: userGuidId!, code } })).toMatchObject({
      message: 'InvalidCode',
      accessToken: null,
    })
  })

  test('of twenty verifications of one right code at the same time one gets a session', async () => {
    const member = await newMember(acme, 'Mel')
    const { userGuidId } = await nobody(identity.login, { body: { email: member.email } })
    const code = await codeOf(member.email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => nobody(identity.validateLogin, { body: { userGuidId: userGuidId!, code } })),
    )
    expect(answers.filter(({ message }) => message === 'LoginSuccess')).toHaveLength(1)
    expect(answers.filter(({ message }) => message === 'InvalidCode')).toHaveLength(19)
  })

  test('parallel wrong tries do not get more than five', async () => {
    const member = await newMember(acme, 'Mo')
    const { userGuidId } = await nobody(identity.login, { body: { email: member.email } })
    const code = await codeOf(member.email)
    const wrong = code === '000000' ? '000001' : '000000'
    await Promise.all(
      Array.from({ length: 20 }, () =>
        nobody(identity.validateLogin, { body: { userGuidId: userGuidId!, code: wrong } }),
      ),
    )
    const { rows } = await owner.query('select tries from challenges where account_id = $1', [member.id])
    expect(rows).toEqual([{ tries: 5 }])
  })

  test('a code dies after ten minutes, and with the next code', async () => {
    const member = await newMember(acme, 'May')
    const { userGuidId } = await nobody(identity.login, { body: { email: member.email } })
    const first = await codeOf(member.email)
    await letTimePass(member.email)
    expect(await nobody(identity.resendCode, { body: { email: member.email } })).toEqual({ status: 'emailsent' })
    const second = await codeOf(member.email)
    expect(await nobody(identity.validateLogin, { body: { userGuidId: userGuidId!, code: first } })).toMatchObject({
      message: 'InvalidCode',
    })
    await owner.query('update challenges set expires_at = now() where account_id = $1', [member.id])
    expect(await nobody(identity.validateLogin, { body: { userGuidId: userGuidId!, code: second } })).toMatchObject({
      message: 'InvalidCode',
    })
  })

  test('a code for registering does not sign in by another call', async () => {
    const email = freshEmail()
    const { userGuidId } = await nobody(identity.register, { body: { email } })
    const code = await codeOf(email)
    expect(await nobody(identity.validateLogin, { body: { userGuidId: userGuidId!, code } })).toMatchObject({
      message: 'InvalidCode',
    })
  })

  test('an id that does not exist is 404 with the given text', async () => {
    const body = { userGuidId: '01890000-0000-7000-8000-000000000000', code: '123456' }
    expect(await nobody(identity.validateLogin, { body })).toMatchObject({ status: 404, detail: 'User not found' })
    expect(await nobody(identity.validateLoginCustomer, { body })).toMatchObject({
      status: 404,
      detail: 'Customer not found',
    })
  })
})

describe('budgets of codes', () => {
  test('within thirty seconds another code is refused with the time to wait, and not after a used one', async () => {
    const email = freshEmail()
    const { userGuidId } = await nobody(identity.register, { body: { email } })
    const tooSoon = await ask(null, identity.resendCode, { body: { email } })
    expect(tooSoon.statusCode).toBe(429)
    expect(Number(tooSoon.headers['retry-after'])).toBeGreaterThan(0)

    await nobody(identity.validateRegister, { body: { userGuidId: userGuidId!, code: await codeOf(email) } })
    expect(await nobody(identity.login, { body: { email } })).toMatchObject({ status: 'emailsent' })
  })

  test('the sixth unused code of an hour is answered alike and not sent', async () => {
    const member = await newMember(acme, 'Mimi')
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      expect(await nobody(identity.login, { body: { email: member.email } })).toMatchObject({ status: 'emailsent' })
      await letTimePass(member.email)
    }
    await runJobs()
    expect(await mailsTo(member.email)).toHaveLength(5)
  })

  test('a network that asks for a twenty-first code in an hour has to wait', async () => {
    ;(settings as { limitFactor: number }).limitFactor = 1
    const remoteAddress = '203.0.113.7'
    const ask21 = async () =>
      app.inject({
        method: 'POST',
        url: identity.register.path,
        headers: { host: settings.apiHost },
        payload: { email: freshEmail() },
        remoteAddress,
      })
    for (const _ of Array(20)) expect((await ask21()).json()).toMatchObject({ status: 'emailsent' })
    expect((await ask21()).json()).toMatchObject({ status: 429, code: 'too-many-codes' })
  })

  test('an office of one network signs in, whatever strangers ask for there', async () => {
    ;(settings as { limitFactor: number }).limitFactor = 1
    const remoteAddress = '203.0.113.8'
    const post = async (path: string, payload: object) =>
      (
        await app.inject({ method: 'POST', url: path, headers: { host: settings.apiHost }, payload, remoteAddress })
      ).json()
    for (const _ of Array(20)) await post(identity.register.path, { email: freshEmail() })
    const stranger = freshEmail()
    expect(await post(identity.register.path, { email: stranger })).toMatchObject({ code: 'too-many-codes' })
    for (let turn = 0; turn < 30; turn += 1) {
      const { email, id } = await newMember(acme, `office${turn}`)
      expect(await post(identity.login.path, { email })).toMatchObject({ status: 'emailsent' })
      if (turn % 10 === 0)
        expect(await post(identity.validateLogin.path, { userGuidId: id, code: await codeOf(email) })).toMatchObject({
          message: 'LoginSuccess',
        })
    }
  })

  test('a code that was used gives its place back to the network', async () => {
    ;(settings as { limitFactor: number }).limitFactor = 1
    const remoteAddress = '203.0.113.9'
    const post = async (path: string, payload: object) =>
      (
        await app.inject({ method: 'POST', url: path, headers: { host: settings.apiHost }, payload, remoteAddress })
      ).json()
    const emails = Array.from({ length: 20 }, freshEmail)
    const ids: string[] = []
    for (const email of emails) ids.push((await post(identity.register.path, { email })).userGuidId)
    expect(await post(identity.register.path, { email: freshEmail() })).toMatchObject({ code: 'too-many-codes' })
    await post(identity.validateRegister.path, { userGuidId: ids[0], code: await codeOf(emails[0]!) })
    expect(await post(identity.register.path, { email: freshEmail() })).toMatchObject({ status: 'emailsent' })
  })
})

describe('customers', () => {
  test('register, prove the address and sign in to one workspace', async () => {
    const email = freshEmail()
    const body = { email, workspaceName: acme.domain }
    const { status, customerGuidId } = await nobody(identity.registerCustomer, { body })
    expect(status).toBe('emailsent')
    const signedIn = await nobody(identity.validateRegisterCustomer, {
      body: { userGuidId: customerGuidId!, code: await codeOf(email) },
    })
    expect(signedIn).toMatchObject({ message: 'EmailValidated', role: 'Customer', email })
    expect(await nobody(identity.loginCustomer, { body })).toMatchObject({ status: 'emailsent', customerGuidId })
    expect(await nobody(identity.loginCustomer, { body: { email, workspaceName: globex.domain } })).toMatchObject({
      status: 'userisnothere',
    })
  })

  test('one address may be a customer of two workspaces', async () => {
    const email = freshEmail()
    const first = await nobody(identity.registerCustomer, { body: { email, workspaceName: acme.domain } })
    await letTimePass(email)
    const second = await nobody(identity.registerCustomer, { body: { email, workspaceName: globex.domain } })
    expect(first.customerGuidId).not.toBe(second.customerGuidId)
  })

  test('a session of one workspace is none on the host of another', async () => {
    const response = await ask(
      acme.customer,
      session.showViewer,
      {},
      { host: `${globex.domain}.${settings.rootDomain}` },
    )
    expect(response.json()).toMatchObject({ status: 403, code: 'wrong-workspace' })
  })

  test('a workspace that does not exist is 404', async () => {
    expect(
      await nobody(identity.loginCustomer, { body: { email: freshEmail(), workspaceName: 'nope' } }),
    ).toMatchObject({ status: 404 })
  })
})

test('a code in the database is neither readable nor guessable from its row', async () => {
  const email = freshEmail()
  await nobody(identity.register, { body: { email } })
  const { rows } = await owner.query('select * from challenges where address = $1', [email])
  const code = await codeOf(email)
  expect(JSON.stringify(rows)).not.toContain(code)
  expect(rows[0].code_hash).not.toEqual(createHash('sha256').update(code).digest())
  expect(platform.keys.codePepper[0]).toHaveLength(32)
})
