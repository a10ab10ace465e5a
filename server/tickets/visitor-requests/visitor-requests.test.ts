import { expect, test } from 'vitest'
import { createTicketField } from '#contract/fields/custom-fields.ts'
import { createTicketForm } from '#contract/tickets/forms.ts'
import { listMessages } from '#contract/tickets/messages.ts'
import { listTickets, showTicket } from '#contract/tickets/tickets.ts'
import {
  confirmVisitorRequest,
  createVisitorRequest,
  fileVisitorRequest,
  listVisitorForms,
  listVisitorRequests,
} from '#contract/tickets/visitor-requests.ts'
import { blockCustomer, listCustomers } from '#contract/workspace/customers.ts'
import { signInByAddress } from '#contract/workspace/identity.ts'
import { as, ask as respond } from '#test/ask.ts'
import { bearer, codeOf, freshEmail, letTimePass, otherThan } from '#test/sign-in.ts'
import { acme, app, globex, makeWorkspace, owner, type Person, runJobs, settings, type World } from '#test/world.ts'

const found = (label: string) => makeWorkspace(label, 'Visited', ['Ann', 'Bea', 'Cem', 'Dov'])

const newForm = (world: World, body: object) =>
  as(world.admin)(createTicketForm, {
    body: { key: 'contact', name: 'Contact us', isPublic: true, forVisitors: true, ...body },
  })

const send = (world: Pick<World, 'domain'>, body: object) =>
  as(null)(createVisitorRequest, {
    body: {
      ...{ workspaceName: world.domain, form: 'contact', email: freshEmail(), subject: 'Help', text: 'It broke' },
      ...body,
    },
  })
const confirm = (world: World, id: string, code: string) =>
  as(null)(confirmVisitorRequest, { params: { id }, body: { workspaceName: world.domain, code } })
const file = (person: Person, id: string) => as(person)(fileVisitorRequest, { params: { id } })
const ticketsOf = async (world: World) => (await as(world.agent)(listTickets, { query: { q: 'form:any' } })).items
const formsOf = async (world: World) =>
  (await as(null)(listVisitorForms, { query: { workspaceName: world.domain } })).items

test('a request becomes a ticket once the code that was mailed to its author is entered', async () => {
  const world = await found('visit-code')
  await newForm(world, { defaults: { tags: ['web'] } })
  const email = freshEmail()
  const { id } = await send(world, { email, name: 'Vera', text: 'It <b>broke</b>', language: 'de' })
  expect((await as(world.agent)(listCustomers, { query: { email } })).items).toMatchObject([{ name: '' }])
  const code = await codeOf(email)
  expect(await ticketsOf(world)).toEqual([])
  expect(await confirm(world, id, otherThan(code))).toEqual({ isConfirmed: false })
  await runJobs()
  expect(await ticketsOf(world)).toEqual([])
  expect(await confirm(world, id, code)).toEqual({ isConfirmed: true })
  await runJobs()
  const [ticket] = await ticketsOf(world)
  expect(ticket).toMatchObject({
    ...{ subject: 'Help', channel: 'portal', tags: ['web'] },
    requester: { name: 'Vera', email },
  })
  const { items } = await as(world.agent)(listMessages, { params: { id: ticket!.id }, query: {} })
  expect(items).toMatchObject([{ bodyHtml: '<p>It &lt;b&gt;broke&lt;/b&gt;</p>' }])
  expect(await confirm(world, id, code)).toEqual({ isConfirmed: false })
  await runJobs()
  expect(await ticketsOf(world)).toHaveLength(1)
})

test('a visitor who signs in with the code gets the ticket, and only once', async () => {
  const world = await found('visit-sign-in')
  await newForm(world, {})
  const email = freshEmail()
  const signIn = async () => {
    const body = { email, code: await codeOf(email), workspaceName: world.domain }
    return bearer((await as(null)(signInByAddress, { body })).accessToken)
  }
  const { id, ...rest } = await send(world, { email })
  expect(rest).toEqual({})
  const signedIn = await signIn()
  expect(await file(world.otherCustomer, id)).toMatchObject({ code: 'visitor-request-not-found' })
  expect((await as(signedIn)(listVisitorRequests, {})).items).toEqual([{ id, subject: 'Help' }])
  const filed = await Promise.all([file(signedIn, id), file(signedIn, id)])
  expect(filed[0]).toEqual(filed[1])
  expect(await as(signedIn)(showTicket, { params: { id: filed[0].id } })).toMatchObject({ subject: 'Help' })
  expect(await ticketsOf(world)).toHaveLength(1)
  expect((await as(signedIn)(listVisitorRequests, {})).items).toEqual([])

  await letTimePass(email)
  const again = await send(world, { email, subject: 'Again' })
  expect(await file(await signIn(), again.id)).toMatchObject({ number: filed[0].number + 1 })
})

test('visitors get the public forms that are for them, with the fields that customers write', async () => {
  const world = await found('visit-forms')
  const field = (key: string, portal: 'read' | 'write') =>
    as(world.admin)(createTicketField, { body: { key, label: key, kind: 'text', portal, required: 'on_create' } })
  const [device, secret] = [await field('device', 'write'), await field('secret', 'read')]
  await newForm(world, { fields: [secret.id, device.id] })
  await newForm(world, { key: 'members', forVisitors: false })
  await newForm(world, { key: 'internal', isPublic: false })
  expect(await formsOf(world)).toMatchObject([{ key: 'contact', fields: [{ key: 'device' }] }])
  for (const form of ['members', 'internal', 'unknown'])
    expect(await send(world, { form })).toMatchObject({ code: 'ticket-form-not-found' })
  expect(await send(world, {})).toMatchObject({ fields: { 'customFields.device': expect.any(String) } })
  expect(await send(world, { customFields: { device: 'Phone', secret: 'x' } })).toMatchObject({
    fields: { 'customFields.secret': expect.any(String) },
  })
  const email = freshEmail()
  const { id } = await send(world, { email, customFields: { device: 'Phone' } })
  await confirm(world, id, await codeOf(email))
  await runJobs()
  expect(await ticketsOf(world)).toMatchObject([{ customFields: { device: 'Phone' } }])
})

test('a wrong address, an empty text and a text that is too long are refused at their field', async () => {
  const world = await found('visit-wrong')
  await newForm(world, {})
  expect(await send(world, { email: 'no address' })).toMatchObject({ fields: { email: expect.any(String) } })
  expect(await send(world, { subject: ' ', text: ' ' })).toMatchObject({
    fields: { subject: 'Enter a subject', text: 'Tell us what happened' },
  })
  expect(await send(world, { text: 'a'.repeat(65_537) })).toMatchObject({ fields: { text: expect.any(String) } })
  expect(await send({ domain: 'nobody-here' }, {})).toMatchObject({ code: 'workspace-not-found' })
})

test('codes limit how many requests an address can have, and the answer stays the same', async () => {
  const world = await found('visit-limit')
  await newForm(world, {})
  const email = freshEmail()
  await send(world, { email })
  expect(await send(world, { email })).toMatchObject({ code: 'code-too-soon' })
  for (let at = 0; at < 6; at++) {
    await letTimePass(email)
    expect(await send(world, { email })).toMatchObject({ id: expect.any(String) })
  }
  const { rows } = await owner.query('select count(*)::int from visitor_requests where workspace_id = $1', [world.id])
  expect(rows).toEqual([{ count: 5 }])
})

test('the request of a blocked customer becomes no ticket', async () => {
  const world = await found('visit-blocked')
  await newForm(world, {})
  const { email, id: customerId } = world.customer
  const { id } = await send(world, { email })
  await as(world.agent)(blockCustomer, { params: { id: customerId } })
  expect(await file(world.customer, id)).toMatchObject({ code: 'customer-blocked' })
  expect(await confirm(world, id, await codeOf(email))).toEqual({ isConfirmed: true })
  await runJobs()
  expect(await ticketsOf(world)).toEqual([])
})

test('a request is deleted after a day, and another workspace cannot confirm it', async () => {
  const world = await found('visit-old')
  await newForm(world, {})
  const email = freshEmail()
  const { id } = await send(world, { email })
  const code = await codeOf(email)
  expect(await confirm(globex, id, code)).toMatchObject({ code: 'visitor-request-not-found' })
  expect(await file(globex.customer, id)).toMatchObject({ code: 'visitor-request-not-found' })
  await owner.query(
    `update visitor_requests set created_at = created_at - interval '25 hours' where workspace_id = $1`,
    [world.id],
  )
  await owner.query(`select jobs.enqueue('visitor-requests.forget-old', '{}'::json, null, 3, null, 0)`)
  await runJobs()
  expect(await confirm(world, id, code)).toMatchObject({ code: 'visitor-request-not-found' })
})

test('pages of any origin can send a request, but only to the API host', async () => {
  const headers = { origin: 'https://shop.example' }
  const forms = { query: { workspaceName: acme.domain } }
  const answer = await respond(null, listVisitorForms, forms, headers)
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  const preflight = (host: string) =>
    app.inject({ method: 'OPTIONS', url: '/api/v1/visitor-requests', headers: { ...headers, host } })
  expect((await preflight(settings.apiHost)).headers).toMatchObject({
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Content-Type',
  })
  expect((await preflight(`${acme.domain}.${settings.rootDomain}`)).statusCode).toBe(405)
})
