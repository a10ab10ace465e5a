import { expect, test } from 'vitest'
import { listAudit } from '#contract/workspace/audit.ts'
import * as identity from '#contract/workspace/identity.ts'
import { as } from '#test/ask.ts'
import { codeOf, freshEmail, letTimePass } from '#test/sign-in.ts'
import { acme, app, mailsTo, newMember, runJobs, settings } from '#test/world.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Signs in by code with a browser that keeps the cookie of its device. */
async function signIn(email: string, { device, userAgent }: { device?: string; userAgent: string }) {
  const headers = { host: settings.appHost, 'user-agent': userAgent, ...(device && { cookie: `device=${device}` }) }
  const asked = await app.inject({ method: 'POST', url: identity.login.path, headers, payload: { email } })
  const given = asked.cookies.find(({ name }) => name === 'device')?.value ?? device
  const code = await codeOf(email)
  const cookie = given ? { cookie: `device=${given}` } : {}
  const payload = { userGuidId: asked.json().userGuidId, code }
  const answer = await app.inject({
    ...{ method: 'POST', url: identity.validateLogin.path, headers: { ...headers, ...cookie }, payload },
  })
  expect(answer.json()).toMatchObject({ message: 'LoginSuccess' })
  await letTimePass(email)
  return given
}

async function noticesTo(address: string) {
  await runJobs()
  return (await mailsTo(address)).filter(({ subject }) => subject === 'security-notice')
}

test('a sign-in from a new device is mailed, and one from a known device is not', async () => {
  const { email } = await newMember(acme, 'Dia')
  const laptop = await signIn(email, { userAgent: firefox })
  const [notice] = await noticesTo(email)
  expect(JSON.parse(notice!.text)).toEqual({
    notice: 'new-device',
    workspaceName: null,
    device: 'Firefox on Linux',
    network: '127.0.0.1',
    url: `${settings.appOrigin}/admin/profile`,
  })
  await signIn(email, { userAgent: firefox, device: laptop! })
  expect(await noticesTo(email)).toHaveLength(1)
  await signIn(email, { userAgent: firefox })
  expect(await noticesTo(email)).toHaveLength(2)
})

test('the first sign-in of a newcomer is mailed to nobody', async () => {
  const email = freshEmail()
  const { userGuidId } = await as(null)(identity.register, { body: { email } })
  const code = await codeOf(email)
  await as(null)(identity.validateRegister, { body: { userGuidId: userGuidId!, code } })
  expect(await noticesTo(email)).toEqual([])
})

test('the audit log tells the device of a sign-in and of a refused try', async () => {
  const member = await newMember(acme, 'Dan')
  await as(null)(identity.login, { body: { email: member.email } })
  await as(null)(identity.validateLogin, { body: { userGuidId: member.id, code: '000000' } }, { 'user-agent': firefox })
  await letTimePass(member.email)
  await signIn(member.email, { userAgent: firefox })
  const { items } = await as(acme.admin)(listAudit, { query: { actor: member.id } })
  expect(items.map(({ action, network, detail }) => [action, network, detail])).toEqual([
    ['sign-in.succeeded', '127.0.0.1', { device: 'Firefox on Linux' }],
    ['sign-in.refused', '127.0.0.1', { device: 'Firefox on Linux' }],
  ])
})
