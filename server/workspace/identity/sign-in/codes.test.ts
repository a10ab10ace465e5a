import { beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import * as identity from '#contract/workspace/identity.ts'
import { invite } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { codeOf, freshEmail, letTimePass, newFounder, otherThan } from '#test/sign-in.ts'
import { acme, app, globex, mailsTo, newCustomer, newMember, owner, runJobs, settings } from '#test/world.ts'

const nobody = as(null)
const inAcme = { workspaceName: acme.domain }

beforeEach(() => {
  ;(settings as { limitFactor: number }).limitFactor = 1000
})

/** Sends a request from `remoteAddress` with the real limits instead of the higher limits of tests. */
async function from(remoteAddress: string, { method, path }: Endpoint, payload: object) {
  ;(settings as { limitFactor: number }).limitFactor = 1
  const answer = await app.inject({ method, url: path, remoteAddress, headers: { host: settings.apiHost }, payload })
  ;(settings as { limitFactor: number }).limitFactor = 1000
  return answer
}

async function countMails(address: string) {
  await runJobs()
  return (await mailsTo(address)).length
}

/** Requests a code `count` times, each time after the required pause. */
async function askTimes(count: number, email: string) {
  const answers: unknown[] = []
  for (let turn = 0; turn < count; turn += 1) {
    answers.push(await nobody(identity.login, { body: { email } }))
    await letTimePass(email, turn % 5 === 4 ? '61 minutes' : '31 seconds')
  }
  return answers
}

/** Enters `code` once from each network in turn. Returns the status of each answer. */
async function tryFrom(networks: string[], userGuidId: string, code: string) {
  const statuses: number[] = []
  for (const network of networks)
    statuses.push((await from(network, identity.validateLogin, { userGuidId, code })).statusCode)
  return statuses
}

describe('another code', () => {
  test('is for what the first one was for, and for nothing else', async () => {
    const email = freshEmail()
    const { userGuidId } = await nobody(identity.register, { body: { email } })
    await countMails(email)
    await letTimePass(email)
    expect(await nobody(identity.resendCode, { body: { email: ` ${email.toUpperCase()}` } })).toEqual({
      status: 'emailsent',
    })
    const code = await codeOf(email)
    expect(await nobody(identity.validateLogin, { body: { userGuidId: userGuidId!, code } })).toMatchObject({
      message: 'InvalidCode',
    })
    expect(await nobody(identity.validateRegister, { body: { userGuidId: userGuidId!, code } })).toMatchObject({
      message: 'EmailValidated',
    })
  })

  test('of an invitation still makes a member', async () => {
    const email = freshEmail()
    await as(acme.admin)(invite, { body: { email, role: 'TeamUser' } })
    const { userGuidId } = await nobody(identity.invitationLogin, { body: { email } })
    await countMails(email)
    await letTimePass(email)
    await nobody(identity.resendCode, { body: { email } })
    const body = { userGuidId: userGuidId!, code: await codeOf(email) }
    expect(await nobody(identity.validateInvitationLogin, { body })).toMatchObject({
      message: 'LoginSuccess',
      workspaceDomain: acme.domain,
    })
  })

  test('is refused to whoever waits for none', async () => {
    const founder = await newFounder()
    const answers = await Promise.all([
      nobody(identity.resendCode, { body: { email: freshEmail() } }),
      nobody(identity.resendCode, { body: { email: acme.agent.email } }),
      nobody(identity.resendCode, { body: { email: founder.email } }),
      nobody(identity.resendCodeCustomer, { body: { email: acme.otherCustomer.email, ...inAcme } }),
    ])
    expect(answers).toEqual(Array(4).fill({ status: 'userisnothere' }))
  })

  test('of a customer is not the team’s to send, nor the other way round', async () => {
    const [customer, member] = [await newCustomer(acme, 'Kit'), await newMember(acme, 'Kai')]
    await nobody(identity.loginCustomer, { body: { email: customer.email, ...inAcme } })
    await nobody(identity.login, { body: { email: member.email } })
    const byTeam = await nobody(identity.resendCode, { body: { email: customer.email } })
    const byCustomer = await nobody(identity.resendCodeCustomer, { body: { email: member.email } })
    expect([byTeam, byCustomer]).toEqual([{ status: 'userisnothere' }, { status: 'userisnothere' }])
  })

  test('of a customer is for the workspace that is named, or for the one that is waited for', async () => {
    const customer = await newCustomer(acme, 'Kim')
    const { email } = customer
    await nobody(identity.loginCustomer, { body: { email, ...inAcme } })
    expect(await nobody(identity.resendCodeCustomer, { body: { email, workspaceName: globex.domain } })).toEqual({
      status: 'userisnothere',
    })
    await countMails(email)
    await letTimePass(email)
    expect(await nobody(identity.resendCodeCustomer, { body: { email } })).toEqual({ status: 'emailsent' })
    const body = { userGuidId: customer.id, code: await codeOf(email) }
    expect(await nobody(identity.validateLoginCustomer, { body })).toMatchObject({ workspaceDomain: acme.domain })
  })

  test('is none an hour later', async () => {
    const { email } = await newMember(acme, 'Kay')
    await nobody(identity.login, { body: { email } })
    await letTimePass(email, '61 minutes')
    expect(await nobody(identity.resendCode, { body: { email } })).toEqual({ status: 'userisnothere' })
  })
})

describe('the budget', () => {
  test('of an address is ten codes a day, answered alike afterwards', async () => {
    const { email } = await newMember(acme, 'Bea')
    const answers = await askTimes(12, email)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await countMails(email)).toBe(10)
  })

  test('of an address holds for all that it asks codes for', async () => {
    const member = await newMember(globex, 'Bob')
    await nobody(identity.login, { body: { email: member.email } })
    const body = { email: member.email, ...inAcme }
    expect(await nobody(identity.registerCustomer, { body })).toMatchObject({ status: 429, code: 'code-too-soon' })
  })

  test('holds for those who ask at the same time, from wherever', async () => {
    const { email } = await newMember(acme, 'Ben')
    const networks = Array.from({ length: 5 }, (_, at) => `198.51.100.${at + 1}`)
    const answers = await Promise.all(networks.map((network) => from(network, identity.login, { email })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429, 429, 429, 429])
    expect(await countMails(email)).toBe(1)
  })

  test('of a network is not that of its neighbour, and of IPv6 that of the whole street', async () => {
    const street = Array.from({ length: 20 }, (_, house) => `2001:db8:0:7::${house + 1}`)
    await Promise.all(street.map((address) => from(address, identity.register, { email: freshEmail() })))
    const same = await from('2001:db8:0:7:ffff::1', identity.register, { email: freshEmail() })
    const next = await from('2001:db8:0:8::1', identity.register, { email: freshEmail() })
    expect(same.json()).toMatchObject({ status: 429, code: 'too-many-codes' })
    expect(same.headers['retry-after']).toEqual(expect.any(String))
    expect(next.json()).toMatchObject({ status: 'emailsent' })
  })

  test('of wrong codes is thirty an hour for a network, whomever they are for, and then the right one waits too', async () => {
    const member = await newMember(acme, 'Bix')
    await nobody(identity.login, { body: { email: member.email } })
    const code = await codeOf(member.email)
    await owner.query(`insert into failed_tries (network) select '198.51.100.30' from generate_series(1, 29)`)
    const wrong = await tryFrom(['198.51.100.30', '198.51.100.30', '198.51.100.31'], member.id, otherThan(code))
    expect(wrong).toEqual([200, 429, 200])
    const right = await from('198.51.100.30', identity.validateLogin, { userGuidId: member.id, code })
    expect(right.json()).toMatchObject({ status: 429, code: 'too-many-tries' })
    const elsewhere = await from('198.51.100.31', identity.validateLogin, { userGuidId: member.id, code })
    expect(elsewhere.json()).toMatchObject({ message: 'LoginSuccess' })
  })
})

test('what is kept of sign-ins is forgotten in time, and what is younger stays', async () => {
  const { email } = await newMember(acme, 'Old')
  await nobody(identity.login, { body: { email } })
  await owner.query(`insert into challenges (purpose, account_id, address, code_hash, network, expires_at, created_at)
    select purpose, account_id, 'old@gone.test', code_hash, network, expires_at, now() - interval '3 days' from challenges where address = '${email}'`)
  await owner.query(
    `insert into failed_tries (network, created_at) values ('old', now() - interval '3 hours'), ('young', now() - interval '1 hour')`,
  )
  await owner.query(
    `insert into sign_in_log (event, address, created_at) values ('old', 'x', now() - interval '181 days'), ('young', 'x', now())`,
  )
  await owner.query(`select jobs.enqueue('identity.prune', '{}'::json, null, 3, null, 0)`)
  await runJobs()
  const left = await Promise.all([
    owner.query('select address from challenges where address = any($1)', [['old@gone.test', email]]),
    owner.query(`select network from failed_tries where network in ('old', 'young')`),
    owner.query(`select event from sign_in_log where event in ('old', 'young')`),
  ])
  expect(left.map(({ rows }) => rows)).toEqual([[{ address: email }], [{ network: 'young' }], [{ event: 'young' }]])
})
