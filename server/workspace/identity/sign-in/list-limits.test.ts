import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import * as identity from '#contract/workspace/identity.ts'
import { listSignInLimits } from '#contract/workspace/session.ts'
import { as } from '#test/ask.ts'
import { codeOf, freshEmail, letTimePass, otherThan } from '#test/sign-in.ts'
import { acme, app, globex, newCustomer, newMember, owner, type Person, settings } from '#test/world.ts'

const setFactor = (limitFactor: number) => Object.assign(settings, { limitFactor })
const { limitFactor } = settings
beforeAll(() => setFactor(1))
afterAll(() => setFactor(limitFactor))

const until = expect.stringMatching(/^\d{4}-.*Z$/)
const limits = async (admin: Person) => (await as(admin)(listSignInLimits, {})).items
const of = async (network: string, admin = acme.admin) =>
  (await limits(admin)).filter((limit) => 'network' in limit && limit.network === network)

async function post({ path }: Endpoint, payload: object, remoteAddress: string) {
  const headers = { host: settings.apiHost }
  return (await app.inject({ method: 'POST', url: path, headers, payload, remoteAddress })).json()
}

// Requests `codes` sign-in codes for addresses without an account. The default is the limit of a network for strangers.
async function fill(network: string, codes = 20) {
  for (const _ of Array(codes)) await post(identity.register, { email: freshEmail() }, network)
}

const signInCustomer = (person: { email: string }, network: string, { domain } = acme) =>
  post(identity.loginCustomer, { email: person.email, workspaceName: domain }, network)

test('an admin is told of a network from which their customers get no more codes, and until when', async () => {
  const network = '203.0.113.21'
  await signInCustomer(await newCustomer(acme, 'Cora'), network)
  expect(await of(network)).toEqual([])
  await fill(network, 19)
  expect(await of(network)).toEqual([{ code: 'codes-of-network', network, of: 'others', most: 20, until }])
  expect(await signInCustomer(await newCustomer(acme, 'Carlo'), network)).toMatchObject({ code: 'too-many-codes' })
})

test('a network that is limited is told to no workspace whose people did not ask there', async () => {
  const network = '203.0.113.22'
  await signInCustomer(await newCustomer(globex, 'Gus'), network, globex)
  await fill(network, 19)
  expect(await of(network)).toEqual([])
  expect(await of(network, globex.admin)).toHaveLength(1)
  expect(await as(acme.agent)(listSignInLimits, {})).toMatchObject({ status: 403 })
})

test('codes that were used, or are an hour old, limit nobody', async () => {
  const network = '203.0.113.23'
  const person = await newCustomer(acme, 'Una')
  await signInCustomer(person, network)
  await fill(network, 19)
  expect(await of(network)).toHaveLength(1)
  const code = await codeOf(person.email)
  expect(await post(identity.validateLoginCustomer, { userGuidId: person.id, code }, network)).toMatchObject({
    message: 'LoginSuccess',
  })
  expect(await of(network)).toEqual([])
})

test('members of one network count by themselves', async () => {
  const network = '203.0.113.24'
  const { email } = await newMember(acme, 'Mia')
  await post(identity.login, { email }, network)
  await owner.query(
    `insert into challenges (purpose, address, account_id, code_hash, network, expires_at)
     select purpose, address || n, account_id, code_hash, network, expires_at from challenges, generate_series(1, 199) n
     where address = $1`,
    [email],
  )
  expect(await of(network)).toEqual([{ code: 'codes-of-network', network, of: 'members', most: 200, until }])
  await owner.query('delete from challenges where address <> $1 and address like $2', [email, `${email}%`])
})

test('an admin is told of a network that entered too many wrong codes of theirs', async () => {
  const network = '203.0.113.25'
  const member = await newMember(acme, 'Wanda')
  await post(identity.login, { email: member.email }, network)
  const code = otherThan(await codeOf(member.email))
  await post(identity.validateLogin, { userGuidId: member.id, code }, network)
  await owner.query('insert into failed_tries (network) select $1 from generate_series(1, 28)', [network])
  expect(await of(network)).toEqual([])
  await post(identity.validateLogin, { userGuidId: member.id, code }, network)
  expect(await of(network)).toEqual([{ code: 'tries-of-network', network, most: 30, until }])
  expect(await of(network, globex.admin)).toEqual([])
})

const ofPerson = async ({ id }: Person, admin = acme.admin) =>
  (await limits(admin)).filter((limit) => limit.code === 'codes-of-person' && limit.person.id === id)

test('an admin is told whom no more codes are mailed to', async () => {
  const member = await newMember(acme, 'Nora')
  for (const turn of [1, 2, 3, 4, 5]) {
    expect(await ofPerson(member)).toEqual([])
    await post(identity.login, { email: member.email }, `203.0.113.${30 + turn}`)
    await letTimePass(member.email)
  }
  const person = { type: 'agent', id: member.id, name: 'Nora Test' }
  const limit = { code: 'codes-of-person', person, browsers: 'new', most: 5, hours: 1, until }
  expect(await ofPerson(member)).toEqual([limit])
  expect(await ofPerson(member, globex.admin)).toEqual([])
  await letTimePass(member.email, '1 hour')
  expect(await ofPerson(member)).toEqual([])
})

test('what somebody asked for in another workspace is counted in none', async () => {
  const customer = await newCustomer(acme, 'Kit')
  const { rows } = await owner.query(`insert into customers (workspace_id, name) values ($1, 'Kit') returning id`, [
    globex.id,
  ])
  await owner.query(
    'insert into customer_emails (workspace_id, customer_id, address, is_primary) values ($1, $2, $3, true)',
    [...[globex.id, rows[0].id, customer.email]],
  )
  for (const turn of [1, 2, 3, 4, 5]) {
    await signInCustomer(customer, `203.0.113.${40 + turn}`, turn < 4 ? globex : acme)
    await letTimePass(customer.email)
  }
  expect([await ofPerson(customer), await ofPerson({ ...customer, id: rows[0].id }, globex.admin)]).toEqual([[], []])
})
