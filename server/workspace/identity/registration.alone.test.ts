import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  invitationLogin,
  login,
  register,
  resendCode,
  showRegistration,
  validateInvitationLogin,
  validateRegister,
} from '#contract/workspace/identity.ts'
import { createWorkspace, workspaceErrors } from '#contract/workspace/settings.ts'
import { invite } from '#contract/workspace/team.ts'
import { inIdentity } from '#server/platform/database.ts'
import type { Registration } from '#server/workspace/accounts/registration.ts'
import { createWorkspace as found } from '#server/workspace/settings/create-workspace.ts'
import { as } from '#test/ask.ts'
import { bearer, codeOf, freshEmail, letTimePass } from '#test/sign-in.ts'
import { acme, mailsTo, newAccount, newMember, owner, platform, runJobs, settings } from '#test/world.ts'

const nobody = as(null)
const ask = (email: string) => nobody(register, { body: { email } })
const freshDomain = () => `new-${randomUUID().slice(0, 8)}`
const foundAs = (token: string, domain = freshDomain()) =>
  as(bearer(token))(createWorkspace, { body: { domain, timeZone: 'UTC' } })

/** Sets the registration mode of the installation until the test ends. */
function run(registration: Registration, operatorContact: string | null = null) {
  const { registration: before, operatorContact: contactBefore } = settings
  Object.assign(settings, { registration, operatorContact })
  onTestFinished(() => void Object.assign(settings, { registration: before, operatorContact: contactBefore }))
}

async function invited(expires = '14 days') {
  const email = freshEmail()
  await owner.query('insert into workspace_invitations (email, expires_at) values ($1, now() + $2::interval)', [
    email,
    expires,
  ])
  return email
}

async function registered(email: string) {
  const { userGuidId } = await ask(email)
  const code = await codeOf(email)
  return (await nobody(validateRegister, { body: { userGuidId: userGuidId!, code } })).accessToken!
}

describe.each(['closed', 'first'] as const)('registration that is %s', (registration) => {
  test('answers everybody the same, and mails nobody', async () => {
    run(registration, 'operator@example.com')
    const answers = await Promise.all([freshEmail(), acme.admin.email, await invited()].map(ask))
    const status = 'Registration is closed here. Ask operator@example.com for a workspace.'
    expect(answers).toEqual(Array(3).fill({ status, userGuidId: null }))
    expect(await nobody(showRegistration, {})).toEqual({ standing: 'closed', contact: 'operator@example.com' })
  })

  test('founds no workspace for whoever has an account already, nor for a code that was mailed before', async () => {
    const email = freshEmail()
    const { userGuidId } = await ask(email)
    const code = await codeOf(email)
    run(registration)
    const { accessToken } = await nobody(validateRegister, { body: { userGuidId: userGuidId!, code } })
    const refused = { isThereError: true, error: 'registrationclosed', workspaceDomain: null }
    expect(await foundAs(accessToken!)).toEqual(refused)
    expect(await foundAs((await newAccount()).token)).toEqual(refused)
    expect(workspaceErrors.registrationclosed).toMatch(/Ask the operator of this installation/)
  })

  test('mails no other code to who waited for one', async () => {
    const email = freshEmail()
    await ask(email)
    await runJobs()
    await letTimePass(email)
    run(registration)
    expect(await nobody(resendCode, { body: { email } })).toEqual({ status: 'userisnothere' })
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('lets members sign in, and whom a workspace invited join it', async () => {
    run(registration)
    const member = await newMember(acme, 'Mia')
    expect(await nobody(login, { body: { email: member.email } })).toMatchObject({ status: 'emailsent' })
    const email = freshEmail()
    await as(acme.admin)(invite, { body: { email, role: 'TeamUser' } })
    const { userGuidId } = await nobody(invitationLogin, { body: { email } })
    const body = { userGuidId: userGuidId!, code: await codeOf(email) }
    expect(await nobody(validateInvitationLogin, { body })).toMatchObject({ workspaceDomain: acme.domain })
  })
})

describe('registration by invitation', () => {
  test('founds one workspace for who was invited', async () => {
    run('invited')
    const email = await invited()
    const token = await registered(email)
    expect(await foundAs(token)).toMatchObject({ isThereError: false })
    const { rows } = await owner.query('select from workspace_invitations where email = $1', [email])
    expect(rows).toEqual([])
  })

  test('keeps the invitation where the name was taken', async () => {
    run('invited')
    const token = await registered(await invited())
    expect(await foundAs(token, acme.domain)).toMatchObject({ error: 'domainalreadyexists' })
    expect(await foundAs(token)).toMatchObject({ isThereError: false })
  })

  test('tells nobody who was invited or has an account, and mails only who was invited', async () => {
    run('invited')
    const [stranger, late] = [freshEmail(), await invited('-1 second')]
    const people = [stranger, late, acme.admin.email, await invited()]
    for (const email of people)
      expect(await ask(email)).toEqual({ status: 'emailsent', userGuidId: expect.any(String) })
    for (const email of people) expect(await ask(email)).toMatchObject({ code: 'code-too-soon' })
    await runJobs()
    expect((await Promise.all(people.map(mailsTo))).map(({ length }) => length)).toEqual([0, 0, 0, 1])

    await letTimePass(stranger)
    expect(await nobody(resendCode, { body: { email: stranger } })).toEqual({ status: 'emailsent' })
    await runJobs()
    expect(await mailsTo(stranger)).toEqual([])
  })

  test('founds none for who has an account and no invitation', async () => {
    run('invited')
    expect(await foundAs((await newAccount()).token)).toMatchObject({ error: 'registrationinvited' })
    expect(await nobody(showRegistration, {})).toEqual({ standing: 'invited', contact: null })
  })
})

/** Replaces `app.is_founded`, so that only the workspaces of this test count as existing. */
test('of two founders who are the first at once, one founds a workspace', async () => {
  const [first, second] = [await newAccount(), await newAccount()]
  await owner.query(`create or replace function app.is_founded() returns boolean stable security definer language plpgsql
    set search_path = app, pg_temp as $$ begin return exists (select from workspaces where domain like 'first-%'); end $$`)
  const founding = ({ id, email, token }: Awaited<ReturnType<typeof newAccount>>) =>
    inIdentity(platform.identity, (tx) =>
      found(tx, {
        ...{ domain: `first-${randomUUID().slice(0, 8)}`, timeZone: 'UTC', rootDomain: settings.rootDomain },
        registration: 'first',
        caller: { kind: 'account', id, email, sessionId: token, network: '127.0.0.1' } as Parameters<
          typeof found
        >[1]['caller'],
      }),
    )
  const answers = await Promise.all([founding(first), founding(second)])
  expect(answers.map(({ error }) => error).sort()).toEqual([null, 'registrationclosed'].sort())
  expect(answers.filter(({ isThereError }) => !isThereError)).toHaveLength(1)
})
