import { expect, test } from 'vitest'
import { createTicket, listTickets } from '#contract/tickets/tickets.ts'
import { askForAddressChange, changeAddress } from '#contract/workspace/address-change.ts'
import { listAudit } from '#contract/workspace/audit.ts'
import {
  loginCustomer,
  registerCustomer,
  validateLoginCustomer,
  validateRegisterCustomer,
} from '#contract/workspace/identity.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { as } from '#test/ask.ts'
import { bearer, codeOf, freshEmail, letTimePass, otherThan } from '#test/sign-in.ts'
import { acme, globex, mailsTo, newCustomer, newMember, type Person, runJobs } from '#test/world.ts'

const { admin, agent } = acme
const nobody = as(null)
const askFor = (person: Person, email: string) => as(person)(askForAddressChange, { body: { email } })
const change = (person: Person, oldCode: string, newCode: string) =>
  as(person)(changeAddress, { body: { oldCode, newCode } })

async function bothCodes(person: Person, email: string) {
  expect(await askFor(person, email)).toEqual({})
  return [await codeOf(person.email), await codeOf(email)] as const
}
const signIn = (email: string) => nobody(loginCustomer, { body: { email, workspaceName: acme.domain } })

test('a customer changes their address by both codes, and their requests stay theirs', async () => {
  const [person, email] = [await newCustomer(acme, 'Rosa'), freshEmail()]
  const asked = { subject: 'Lamp', text: 'It is dark', requester: { email: person.email } }
  const ticket = await as(agent)(createTicket, { body: asked })
  expect(await change(person, ...(await bothCodes(person, email)))).toEqual({ email })
  expect(await as(person)(showViewer, {})).toMatchObject({ email })
  expect(await as(person)(listTickets, { query: {} })).toMatchObject({ items: [{ id: ticket.id }] })
  const { customerGuidId } = await signIn(email)
  const body = { userGuidId: customerGuidId!, code: await codeOf(email) }
  expect(await nobody(validateLoginCustomer, { body })).toMatchObject({ message: 'LoginSuccess', email })
  expect(await signIn(person.email)).toMatchObject({ status: 'userisnothere' })
})

test('whoever has the earlier address next is another customer, without those requests', async () => {
  const [person, email] = [await newCustomer(acme, 'Pia'), freshEmail()]
  const asked = { subject: 'Lamp', text: 'It is dark', requester: { email: person.email } }
  await as(agent)(createTicket, { body: asked })
  await change(person, ...(await bothCodes(person, email)))
  await letTimePass(person.email)
  const { customerGuidId } = await nobody(registerCustomer, {
    body: { email: person.email, workspaceName: acme.domain },
  })
  const body = { userGuidId: customerGuidId!, code: await codeOf(person.email) }
  const { accessToken } = await nobody(validateRegisterCustomer, { body })
  expect(customerGuidId).not.toBe(person.id)
  expect(await as(bearer(accessToken))(listTickets, { query: {} })).toMatchObject({ items: [] })
})

test('the old address is told in the name of the workspace, and the audit log says it', async () => {
  const [person, email] = [await newCustomer(acme, 'Otto'), freshEmail()]
  await change(person, ...(await bothCodes(person, email)))
  await runJobs()
  const [notice] = await mailsTo(person.email)
  expect(JSON.parse(notice!.text)).toMatchObject({
    notice: 'address-changed',
    newAddress: email,
    workspaceName: 'Acme',
  })
  const { items } = await as(admin)(listAudit, { query: { action: 'address.changed', limit: 1 } })
  expect(items[0]).toMatchObject({
    actor: { type: 'customer', id: person.id },
    detail: { old: { email: person.email }, new: { email } },
  })
})

test('an address that the workspace knows gives nobody its requests, and is told to nobody but its owner', async () => {
  const [person, other] = [await newCustomer(acme, 'Ina'), await newCustomer(acme, 'Uma')]
  const asked = { subject: 'Secret', text: 'Of Uma', requester: { email: other.email } }
  await as(agent)(createTicket, { body: asked })
  expect(await askFor(person, other.email)).toEqual(await askFor(await newCustomer(acme, 'Kim'), freshEmail()))
  const codes = [await codeOf(person.email), await codeOf(other.email)] as const
  expect(await change(person, codes[0], otherThan(codes[1]))).toMatchObject({ code: 'wrong-codes' })
  expect(await change(person, ...codes)).toMatchObject({ status: 409, code: 'address-taken' })
  expect(await as(person)(listTickets, { query: {} })).toMatchObject({ items: [] })
  expect(await as(person)(showViewer, {})).toMatchObject({ email: person.email })
})

test('an address of another workspace’s customer, or of a team, is free, and stays theirs there', async () => {
  const [person, other] = [await newCustomer(acme, 'Wim'), await newCustomer(globex, 'Gil')]
  expect(await change(person, ...(await bothCodes(person, other.email)))).toEqual({ email: other.email })
  expect(await as(other)(showViewer, {})).toMatchObject({ id: other.id, email: other.email })
  const member = await newMember(globex, 'Max')
  await letTimePass(other.email)
  const renamed = { ...person, email: other.email }
  expect(await change(renamed, ...(await bothCodes(renamed, member.email)))).toEqual({ email: member.email })
  expect(await as(member)(showViewer, {})).toMatchObject({ id: member.id, email: member.email })
})

test('a customer asks for ten new addresses in a day and no more', async () => {
  const person = await newCustomer(acme, 'Zoe')
  expect(await askFor(person, person.email)).toMatchObject({ code: 'own-address' })
  for (const _ of Array(10)) {
    expect(await askFor(person, freshEmail())).toEqual({})
    await letTimePass(person.email, '2 hours')
  }
  expect(await askFor(person, freshEmail())).toMatchObject({ status: 429 })
})
