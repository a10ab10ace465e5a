import { expect, onTestFinished, test } from 'vitest'
import { login, loginCustomer, register, registerCustomer, signInByAddress } from '#contract/workspace/identity.ts'
import { as } from '#test/ask.ts'
import { codeOf, freshEmail, letTimePass, otherThan } from '#test/sign-in.ts'
import { acme, app, globex, newCustomer, newMember, settings } from '#test/world.ts'

const nobody = as(null)
const enter = (email: string, code: string, workspaceName?: string) =>
  nobody(signInByAddress, { body: { email, code, ...(workspaceName && { workspaceName }) } })

test('a code signs in where it was not asked for, whatever it is for', async () => {
  const member = await newMember(acme, 'Mia')
  await nobody(login, { body: { email: member.email } })
  expect(await enter(` ${member.email.toUpperCase()} `, await codeOf(member.email))).toMatchObject({
    ...{ message: 'LoginSuccess', userGuidId: member.id, purpose: 'login', workspaceDomain: acme.domain },
  })
  const founder = freshEmail()
  await nobody(register, { body: { email: founder } })
  expect(await enter(founder, await codeOf(founder))).toMatchObject({ message: 'EmailValidated', purpose: 'register' })
  const email = freshEmail()
  await nobody(registerCustomer, { body: { email, workspaceName: acme.domain } })
  expect(await enter(email, await codeOf(email), acme.domain)).toMatchObject({
    ...{ message: 'EmailValidated', purpose: 'customer-register', workspaceDomain: acme.domain },
  })
})

test('a wrong code, a used one and an address that waits for none get the same answer', async () => {
  const { email } = await newCustomer(acme, 'Pia')
  await nobody(loginCustomer, { body: { email, workspaceName: acme.domain } })
  const code = await codeOf(email)
  const refused = await enter(freshEmail(), code, acme.domain)
  expect(refused).toMatchObject({ message: 'InvalidCode', accessToken: null, userGuidId: null, purpose: null })
  expect(await enter(email, otherThan(code), acme.domain)).toEqual(refused)
  expect(await enter('nobody', code, acme.domain)).toEqual(refused)
  await enter(email, code, acme.domain)
  expect(await enter(email, code, acme.domain)).toEqual(refused)
})

test('a customer’s code opens no other workspace, and not the team’s', async () => {
  const { email } = await newCustomer(acme, 'Pia')
  await nobody(registerCustomer, { body: { email, workspaceName: globex.domain } })
  await letTimePass(email)
  await nobody(loginCustomer, { body: { email, workspaceName: acme.domain } })
  const code = await codeOf(email)
  expect(await enter(email, code, globex.domain)).toMatchObject({ message: 'InvalidCode' })
  expect(await enter(email, code)).toMatchObject({ message: 'InvalidCode' })
  expect(await enter(email, code, acme.domain)).toMatchObject({ message: 'LoginSuccess' })
})

test('the fifth wrong code ends it, and a network that guesses addresses is told to wait', async () => {
  const { email } = await newCustomer(acme, 'Pia')
  await nobody(loginCustomer, { body: { email, workspaceName: acme.domain } })
  const code = await codeOf(email)
  for (const _ of Array(5)) await enter(email, otherThan(code), acme.domain)
  expect(await enter(email, code, acme.domain)).toMatchObject({ message: 'InvalidCode' })

  // Uses the limits of production.
  const { limitFactor } = settings
  onTestFinished(() => void Object.assign(settings, { limitFactor }))
  Object.assign(settings, { limitFactor: 1 })
  const { method, path } = signInByAddress
  const guess = () =>
    app.inject({
      ...{ method, url: path, remoteAddress: '198.51.100.77', headers: { host: settings.apiHost } },
      payload: { email: freshEmail(), code: '000000' },
    })
  for (const _ of Array(30)) await guess()
  expect((await guess()).json()).toMatchObject({ code: 'too-many-tries' })
})
