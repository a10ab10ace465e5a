import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as identity from '#contract/workspace/identity.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { changeMember, invite, withdrawInvitation } from '#contract/workspace/team.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { findOrCreateCustomer } from '#server/workspace/customers/customer-accounts.ts'
import { as } from '#test/ask.ts'
import { bearer, codeOf, freshEmail, letTimePass, newFounder, otherThan } from '#test/sign-in.ts'
import { acme, globex, mailsTo, newMember, owner, platform, runJobs } from '#test/world.ts'

const nobody = as(null)
const notAnAddress = ['', '   ', 'ada', 'ada@', '@acme.test', 'ada@acme', 'a da@acme.test', `${'a'.repeat(250)}@b.cd`]
const noTokens = { accessToken: null, refreshToken: null, email: null, role: null, workspaceDomain: null }
const inAcme = { workspaceName: acme.domain }

async function mailsAfterwards(address: string) {
  await runJobs()
  return mailsTo(address)
}

describe('what is no address gets no code', () => {
  test.each(notAnAddress)('%j', async (email) => {
    const answers = await Promise.all([
      nobody(identity.register, { body: { email } }),
      nobody(identity.login, { body: { email } }),
      nobody(identity.invitationLogin, { body: { email } }),
      nobody(identity.resendCode, { body: { email } }),
      nobody(identity.registerCustomer, { body: { email, ...inAcme } }),
      nobody(identity.loginCustomer, { body: { email, ...inAcme } }),
      nobody(identity.resendCodeCustomer, { body: { email, ...inAcme } }),
    ])
    expect(answers).toEqual([
      { status: 'Invalid email format', userGuidId: null },
      { status: 'invalidemail', userGuidId: null },
      { status: 'invalidemail', userGuidId: null },
      { status: 'invalidemail' },
      { status: 'Invalid email', customerGuidId: null },
      { status: 'invalidemail', customerGuidId: null },
      { status: 'invalidemail' },
    ])
  })
})

describe('a team address', () => {
  test('that registered and never proved itself is not there yet, and may register again', async () => {
    const email = freshEmail()
    const first = await nobody(identity.register, { body: { email } })
    expect(await nobody(identity.login, { body: { email } })).toEqual({ status: 'userisnothere', userGuidId: null })
    await letTimePass(email)
    expect(await nobody(identity.register, { body: { email } })).toEqual(first)
  })

  test('of a customer is unknown to the team’s sign-in', async () => {
    const { email } = acme.customer
    expect(await nobody(identity.login, { body: { email } })).toEqual({ status: 'userisnothere', userGuidId: null })
    expect(await mailsAfterwards(email)).toEqual([])
  })

  test.each([
    ['nobody invited', async () => freshEmail()],
    ['has joined already', async () => acme.agent.email],
    ['founded no workspace', async () => (await newFounder()).email],
  ])('that %s has no invitation to accept', async (_, makeEmail) => {
    const email = await makeEmail()
    expect(await nobody(identity.invitationLogin, { body: { email } })).toEqual({
      status: 'userisnothere',
      userGuidId: null,
    })
  })

  test('of a deactivated member accepts no invitation', async () => {
    const member = await newMember(acme, 'Rik')
    await as(acme.admin)(changeMember, { params: { id: member.id }, body: { isActive: false } })
    expect(await nobody(identity.invitationLogin, { body: { email: member.email } })).toEqual({
      status: 'userisnotactive',
      userGuidId: null,
    })
  })

  test('that is merely invited does not sign in, and loses nothing by trying', async () => {
    const email = freshEmail()
    await as(acme.admin)(invite, { body: { email, role: 'TeamUser' } })
    expect(await nobody(identity.login, { body: { email } })).toEqual({ status: 'userisnotactive', userGuidId: null })
    expect(await nobody(identity.invitationLogin, { body: { email } })).toMatchObject({ status: 'emailsent' })
  })

  test('whose invitation was taken back meanwhile gets in nowhere by its code', async () => {
    const email = freshEmail()
    const { id } = await as(acme.admin)(invite, { body: { email, role: 'AdminUser' } })
    const { userGuidId } = await nobody(identity.invitationLogin, { body: { email } })
    const code = await codeOf(email)
    await as(acme.admin)(withdrawInvitation, { params: { id } })
    expect(await nobody(identity.validateInvitationLogin, { body: { userGuidId: userGuidId!, code } })).toMatchObject({
      status: 404,
      code: 'user-not-found',
    })
  })

  test('of a member who is deactivated between the mail and the code stays outside', async () => {
    const member = await newMember(acme, 'Ria')
    const { userGuidId } = await nobody(identity.login, { body: { email: member.email } })
    const code = await codeOf(member.email)
    await as(acme.admin)(changeMember, { params: { id: member.id }, body: { isActive: false } })
    expect(await nobody(identity.validateLogin, { body: { userGuidId: userGuidId!, code } })).toEqual({
      message: 'InvalidCode',
      ...noTokens,
    })
  })
})

describe('a code', () => {
  test('may be typed with spaces, and answers nothing but a no when it is wrong', async () => {
    const email = freshEmail()
    const { userGuidId } = await nobody(identity.register, { body: { email } })
    const code = await codeOf(email)
    const take = (typed: string) =>
      nobody(identity.validateRegister, { body: { userGuidId: userGuidId!, code: typed } })
    expect(await take(otherThan(code))).toEqual({ message: 'InvalidCode', ...noTokens })
    expect(await take('')).toEqual({ message: 'InvalidCode', ...noTokens })
    expect(await take(` ${code.slice(0, 3)} ${code.slice(3)} `)).toMatchObject({ message: 'EmailValidated' })
  })

  test('is worth nothing to another person', async () => {
    const [mine, theirs] = [await newMember(acme, 'Mio'), await newMember(acme, 'Mae')]
    await nobody(identity.login, { body: { email: theirs.email } })
    await nobody(identity.login, { body: { email: mine.email } })
    const body = { userGuidId: theirs.id, code: await codeOf(mine.email) }
    expect(await nobody(identity.validateLogin, { body })).toMatchObject({ message: 'InvalidCode' })
  })

  test('of a customer opens no team account, nor the other way round', async () => {
    const asCustomer = { userGuidId: acme.customer.id, code: '123456' }
    const asMember = { userGuidId: acme.agent.id, code: '123456' }
    expect(await nobody(identity.validateLogin, { body: asCustomer })).toMatchObject({ code: 'user-not-found' })
    expect(await nobody(identity.validateLoginCustomer, { body: asMember })).toMatchObject({
      code: 'customer-not-found',
    })
  })

  test.each([
    { userGuidId: 'nobody', code: '123456' },
    { userGuidId: randomUUID() },
    { code: '123456' },
    { userGuidId: randomUUID(), code: '1'.repeat(101) },
    { userGuidId: randomUUID(), code: 123456 },
    { userGuidId: randomUUID(), code: '123456', role: 'AdminUser' },
  ])('comes in the form that was declared, and not as %j', async (body) => {
    expect(await nobody(identity.validateLogin, { body: body as never })).toMatchObject({ code: 'invalid' })
    expect(await nobody(identity.validateRegisterCustomer, { body: body as never })).toMatchObject({ code: 'invalid' })
  })

  test('that was wrong is noted where it belongs, and so is the right one', async () => {
    const member = await newMember(acme, 'Nel')
    const { userGuidId } = await nobody(identity.login, { body: { email: member.email } })
    const code = await codeOf(member.email)
    await nobody(identity.validateLogin, { body: { userGuidId: userGuidId!, code: otherThan(code) } })
    await nobody(identity.validateLogin, { body: { userGuidId: userGuidId!, code } })
    const { rows } = await owner.query(
      'select workspace_id, action, actor_type, detail from audit_log where actor_id = $1 order by id',
      [member.id],
    )
    const noted = { workspace_id: acme.id, actor_type: 'agent', detail: { device: 'lightMyRequest' } }
    expect(rows).toEqual([
      { ...noted, action: 'sign-in.refused' },
      { ...noted, action: 'sign-in.succeeded' },
    ])
  })
})

describe('a customer', () => {
  test('who has proved their address is told to sign in, and gets no code', async () => {
    const { email } = acme.otherCustomer
    expect(await nobody(identity.registerCustomer, { body: { email, ...inAcme } })).toMatchObject({
      customerGuidId: null,
    })
    expect(await mailsAfterwards(email)).toEqual([])
  })

  test('known only from mail registers like anybody and is the same customer', async () => {
    const email = freshEmail()
    const { id } = await inWorkspace(platform.app, acme.id, (tx) => findOrCreateCustomer(tx, { email, name: 'Mel' }))
    expect(await nobody(identity.registerCustomer, { body: { email: email.toUpperCase(), ...inAcme } })).toEqual({
      status: 'emailsent',
      customerGuidId: id,
    })
    const body = { userGuidId: id, code: await codeOf(email) }
    const { accessToken } = await nobody(identity.validateRegisterCustomer, { body })
    expect(await as(bearer(accessToken))(showViewer, {})).toMatchObject({ id, kind: 'customer', name: 'Mel' })
    expect(await nobody(identity.registerCustomer, { body: { email, ...inAcme } })).toMatchObject({
      customerGuidId: null,
    })
  })

  test('of one workspace is unknown in another', async () => {
    const body = { email: acme.customer.email, workspaceName: ` ${globex.domain.toUpperCase()} ` }
    expect(await nobody(identity.loginCustomer, { body })).toEqual({ status: 'userisnothere', customerGuidId: null })
  })

  test.each([identity.registerCustomer, identity.loginCustomer, identity.resendCodeCustomer])(
    'of a workspace that nobody has is told so',
    async (endpoint) => {
      const body = { email: freshEmail(), workspaceName: 'no-such-place' }
      expect(await nobody(endpoint, { body })).toMatchObject({ status: 404, code: 'workspace-not-found' })
    },
  )

  test('who is on the team too has two accounts that know nothing of each other', async () => {
    const { email } = globex.agent
    const { customerGuidId } = await nobody(identity.registerCustomer, { body: { email, ...inAcme } })
    const body = { userGuidId: customerGuidId!, code: await codeOf(email) }
    expect(await nobody(identity.validateLogin, { body })).toMatchObject({ code: 'user-not-found' })
    expect(await nobody(identity.validateRegisterCustomer, { body })).toMatchObject({
      role: 'Customer',
      workspaceDomain: acme.domain,
    })
  })
})
