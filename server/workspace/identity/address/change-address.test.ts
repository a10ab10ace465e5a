import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { askForAddressChange, changeAddress } from '#contract/workspace/address-change.ts'
import { listAudit } from '#contract/workspace/audit.ts'
import { login, validateLogin } from '#contract/workspace/identity.ts'
import { endOtherSessions, listSessions, showViewer } from '#contract/workspace/session.ts'
import { invite, listMembers } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { codeOf, freshEmail, letTimePass, newFounder, otherThan } from '#test/sign-in.ts'
import { acme, globex, mailsTo, newMember, type Person, runJobs } from '#test/world.ts'

const { admin } = acme
const nobody = as(null)
const askFor = (person: Person, email: string) => as(person)(askForAddressChange, { body: { email } })
const change = (person: Person, oldCode: string, newCode: string) =>
  as(person)(changeAddress, { body: { oldCode, newCode } })

/** Requests a change to the address `email`, and returns the codes from both mails. */
async function bothCodes(person: Person, email: string) {
  expect(await askFor(person, email)).toEqual({})
  return [await codeOf(person.email), await codeOf(email)] as const
}

test('both codes change the address, which signs in from then on, and the old one no more', async () => {
  const [person, email] = [await newMember(acme, 'Nora'), freshEmail()]
  const [oldCode, newCode] = await bothCodes(person, email)
  expect(await change(person, oldCode, newCode)).toEqual({ email })
  expect(await as(person)(showViewer, {})).toMatchObject({ email })
  const { items } = await as(admin)(listMembers, { query: {} })
  expect(items.find(({ id }) => id === person.id)).toMatchObject({ email })
  expect(await nobody(login, { body: { email: person.email } })).toEqual({ status: 'userisnothere', userGuidId: null })
  const { userGuidId } = await nobody(login, { body: { email } })
  const body = { userGuidId: userGuidId!, code: await codeOf(email) }
  expect(await nobody(validateLogin, { body })).toMatchObject({ message: 'LoginSuccess', email })
})

test('the old address is told, the audit log says it, and other sessions and older codes end', async () => {
  const [person, email] = [await newMember(acme, 'Otto'), freshEmail()]
  const { userGuidId } = await nobody(login, { body: { email: person.email } })
  const signInCode = await codeOf(person.email)
  const { accessToken } = await nobody(validateLogin, { body: { userGuidId: userGuidId!, code: signInCode } })
  const other = { ...person, token: accessToken! }
  await letTimePass(person.email)
  await nobody(login, { body: { email: person.email } })
  const waiting = await codeOf(person.email)
  await letTimePass(person.email)
  const codes = await bothCodes(person, email)
  await change(person, ...codes)
  await runJobs()
  const [notice] = await mailsTo(person.email)
  expect(JSON.parse(notice!.text)).toMatchObject({ notice: 'address-changed', newAddress: email })
  const { items } = await as(admin)(listAudit, { query: { action: 'address.changed', limit: 1 } })
  expect(items[0]).toMatchObject({
    ...{ actor: { id: person.id }, subject: { id: person.id } },
    detail: { old: { email: person.email }, new: { email } },
  })
  expect(await as(other)(showViewer, {})).toMatchObject({ status: 401 })
  expect((await as(person)(listSessions, {})).items).toHaveLength(1)
  const late = { userGuidId: userGuidId!, code: waiting }
  expect(await nobody(validateLogin, { body: late })).toMatchObject({ message: 'InvalidCode' })
})

test('one code alone changes nothing, and five wrong ones end both', async () => {
  const [person, email] = [await newMember(acme, 'Wim'), freshEmail()]
  const [oldCode, newCode] = await bothCodes(person, email)
  expect(await change(person, otherThan(oldCode), newCode)).toMatchObject({
    ...{ status: 409, code: 'wrong-codes', fields: { oldCode: expect.any(String) } },
  })
  expect(await change(person, oldCode, otherThan(newCode))).toMatchObject({ fields: { newCode: expect.any(String) } })
  for (const _ of Array(4)) await change(person, otherThan(oldCode), newCode)
  expect(await change(person, oldCode, newCode)).toMatchObject({ code: 'wrong-codes' })
  expect(await as(person)(showViewer, {})).toMatchObject({ email: person.email })
})

test('codes that were refused under a key are tried again under the same key', async () => {
  const [person, email] = [await newMember(acme, 'Kea'), freshEmail()]
  const [oldCode, newCode] = await bothCodes(person, email)
  const key = { 'idempotency-key': randomUUID() }
  const body = { oldCode: otherThan(oldCode), newCode }
  expect(await as(person)(changeAddress, { body }, key)).toMatchObject({ code: 'wrong-codes' })
  expect(await as(person)(changeAddress, { body: { oldCode, newCode } }, key)).toEqual({ email })
})

test('a code of the old address is for the new one that its mail names alone', async () => {
  const [person, first, second] = [await newMember(acme, 'Max'), freshEmail(), freshEmail()]
  const [oldCode] = await bothCodes(person, first)
  await letTimePass(person.email)
  const [, newCode] = await bothCodes(person, second)
  expect(await change(person, oldCode, newCode)).toMatchObject({ code: 'wrong-codes' })
})

test('whether an address belongs to somebody is told to nobody, and nothing is mailed there', async () => {
  const person = await newMember(acme, 'Tina')
  const taken = [
    (await newMember(globex, 'Gil')).email,
    (await newMember(acme, 'Ann')).email,
    (await newFounder()).email,
  ]
  for (const email of taken) {
    const before = (await mailsTo(email)).length
    expect(await askFor(person, email)).toEqual({})
    await runJobs()
    expect((await mailsTo(email)).length).toBe(before)
    await letTimePass(person.email)
  }
})

test('an address that was merely invited or typed is free, and its invitations end', async () => {
  const [person, email] = [await newMember(acme, 'Ina'), freshEmail()]
  for (const workspace of [acme, globex]) await as(workspace.admin)(invite, { body: { email, role: 'TeamUser' } })
  const [oldCode, newCode] = await bothCodes(person, email)
  expect(await change(person, oldCode, newCode)).toEqual({ email })
  const named = async (by: Person) => (await as(by)(listMembers, { query: { q: email } })).items.map(({ id }) => id)
  expect([await named(admin), await named(globex.admin)]).toEqual([[person.id], []])
})

test('who had an address before has no part in the sessions of whoever gets it next', async () => {
  const [person, email] = [await newMember(acme, 'Pia'), freshEmail()]
  await change(person, ...(await bothCodes(person, email)))
  const heir = await newFounder(person.email)
  expect(heir.id).not.toBe(person.id)
  await as(heir)(endOtherSessions, {})
  expect(await as(person)(showViewer, {})).toMatchObject({ id: person.id, email })
})

test('of two who are mailed codes for one address the first one has it', async () => {
  const [one, two, email] = [await newMember(acme, 'Uma'), await newMember(globex, 'Udo'), freshEmail()]
  const codes = await bothCodes(one, email)
  await letTimePass(email)
  const others = await bothCodes(two, email)
  expect(await change(one, ...codes)).toEqual({ email })
  expect(await change(two, ...others)).toMatchObject({ status: 409, code: 'address-taken' })
})

test('nobody asks for their own address, without a session, or for more than ten in a day', async () => {
  const person = await newMember(acme, 'Zoe')
  expect(await askFor(person, person.email)).toMatchObject({ code: 'own-address' })
  expect(await nobody(askForAddressChange, { body: { email: freshEmail() } })).toMatchObject({ status: 401 })
  for (const _ of Array(10)) {
    expect(await askFor(person, freshEmail())).toEqual({})
    await letTimePass(person.email, '2 hours')
  }
  expect(await askFor(person, freshEmail())).toMatchObject({ status: 429 })
})
