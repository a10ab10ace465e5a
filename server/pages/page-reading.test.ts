import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Attempt } from '#contract/pages.ts'
import { showDraft } from '#contract/tickets/messages.ts'
import { listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { changeCustomer, showCustomer } from '#contract/workspace/customers.ts'
import { endCurrentSession, showViewer } from '#contract/workspace/session.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { impatientApp } from '#test/own-app.ts'
import { acme, app, globex, newMember, owner, type Person, platform, settings } from '#test/world.ts'
import { pageApi } from './page-api.ts'
import { openReading } from './page-reading.ts'

const impatient = await impatientApp()

/** Opens the reading of a page for a person, as the server does. */
async function openPage(person: Person, server = app) {
  const request = {
    server,
    log: server.log,
    ip: '127.0.0.1',
    host: `${person.domain}.${settings.rootDomain}`,
    headers: { 'user-agent': 'Firefox/140.0 Linux' },
    productHost: { kind: 'workspace', label: person.domain },
  } as unknown as FastifyRequest
  const token = await platform.tokens.verify(person.token)
  const reading = openReading(request, token!)
  return { reading, api: pageApi(server, request, person.token, reading) }
}

const connectionsAway = () => platform.app.pool.totalCount - platform.app.pool.idleCount
const nameOf = ({ answer }: Attempt<typeof showCustomer>) => answer?.name
const rename = (name: string) => as(acme.agent)(changeCustomer, { params: { id: acme.customer.id }, body: { name } })
const customer = { params: { id: acme.customer.id } }

describe('what one page reads', () => {
  test('is of one moment, whatever is committed meanwhile', async () => {
    await rename('Before')
    const page = await openPage(acme.agent)
    await page.api.call(showViewer, {})
    await rename('After')
    const [seen, listed] = [await page.api.attempt(showCustomer, customer), await openPage(acme.agent)]
    const next = await listed.api.attempt(showCustomer, customer)
    await Promise.all([page.reading.end(), listed.reading.end()])
    expect([nameOf(seen), nameOf(next)]).toEqual(['Before', 'After'])
  })

  test('ends with the page, even if a loader asks again after an answer', async () => {
    await expect.poll(connectionsAway).toBe(0)
    const page = await openPage(acme.agent)
    const { attempt } = page.api
    const chain = attempt(showViewer, {})
      .then(() => attempt(showCustomer, customer))
      .then(() => attempt(listTickets, { query: {} }))
      .then(() => attempt(showCustomer, { params: { id: acme.otherCustomer.id } }))
    await page.reading.end({ isLast: true })
    expect(await chain).toMatchObject({ problem: { code: 'cut-short' } })
    await expect.poll(connectionsAway).toBe(0)
  })

  test('is on one connection, which is given back', async () => {
    // Waits until earlier pages have released their connections.
    await expect.poll(connectionsAway).toBe(0)
    const page = await openPage(acme.agent)
    await Promise.all([
      page.api.call(showViewer, {}),
      page.api.call(showCustomer, customer),
      page.api.call(listTickets, { query: {} }),
    ])
    expect(connectionsAway()).toBe(1)
    await page.reading.end()
    await expect.poll(connectionsAway).toBe(0)
  })

  test('is asked once, and anew by the next page', async () => {
    const [page, next] = [await openPage(acme.agent), await openPage(acme.agent)]
    const [first, second] = await Promise.all([
      page.api.call(showCustomer, customer),
      page.api.call(showCustomer, customer),
    ])
    const again = await page.api.call(showCustomer, customer)
    const anew = await next.api.call(showCustomer, customer)
    await Promise.all([page.reading.end(), next.reading.end()])
    expect([second === first, again === first, anew === first]).toEqual([true, true, false])
  })
})

test('a page that writes sees afterwards what it wrote', async () => {
  await rename('As it was')
  const page = await openPage(acme.agent)
  const before = await page.api.attempt(showCustomer, customer)
  await page.api.call(changeCustomer, { ...customer, body: { name: 'As it is' } })
  const after = await page.api.attempt(showCustomer, customer)
  await page.reading.end()
  expect([nameOf(before), nameOf(after)]).toEqual(['As it was', 'As it is'])
})

test('the page of a session that ended reads nothing', async () => {
  const member = await newMember(acme, 'Gone')
  const page = await openPage(member)
  await as(member)(endCurrentSession, {})
  const [caller, read] = [await page.reading.findCaller(), await page.api.attempt(showCustomer, customer)]
  await page.reading.end()
  expect([caller, read.problem?.code, read.answer]).toEqual([null, 'not-signed-in', undefined])
  await expect.poll(connectionsAway).toBe(0)
})

test('what one part of a page is refused, the others are not', async () => {
  const { id } = await newTicket(acme)
  const page = await openPage(acme.agent)
  const [stranger, ticket, draft] = await Promise.all([
    page.api.attempt(showCustomer, { params: { id: globex.customer.id } }),
    page.api.attempt(showTicket, { params: { id } }),
    page.api.attempt(showDraft, { params: { id } }),
  ])
  const later = await page.api.attempt(showCustomer, customer)
  await page.reading.end()
  expect(stranger.problem?.code).toBe('customer-not-in-workspace')
  expect([ticket.answer?.id, draft.answer, later.answer?.id]).toEqual([id, { draft: null }, acme.customer.id])
  await expect.poll(connectionsAway).toBe(0)
})

test('what fails in the database fails all of the page for its reason, and is no fault of ours', async () => {
  const { id } = await newTicket(acme)
  const holder = await owner.connect()
  await holder.query('begin; lock table drafts in access exclusive mode')
  const page = await openPage(acme.agent, impatient)
  const failing = await Promise.all([
    page.api.attempt(showDraft, { params: { id } }),
    page.api.attempt(showCustomer, customer),
    page.api.attempt(showTicket, { params: { id } }),
  ])
  await holder.query('rollback').finally(() => holder.release())
  const later = await page.api.attempt(listTickets, { query: {} })
  await page.reading.end()
  const problems = [...failing, later].flatMap(({ problem }) => problem ?? [])
  expect(problems.length).toBeGreaterThan(1)
  expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['unavailable']))
  expect(problems[0]).toMatchObject({ status: 503, retryAfterSeconds: 2 })
})

test('a connection that breaks fails its page, and the next one has another', async () => {
  const [page, next] = [await openPage(acme.agent), await openPage(acme.agent)]
  await page.api.call(showViewer, {})
  await owner.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction' order by xact_start desc limit 1`,
  )
  const failing = await page.api.attempt(showCustomer, customer)
  await page.reading.end()
  const { answer } = await next.api.attempt(showCustomer, customer)
  await next.reading.end()
  expect([failing.problem?.code, answer?.id]).toEqual(['unavailable', acme.customer.id])
  await expect.poll(connectionsAway).toBe(0)
})
