import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listCustomers, showCustomer } from '#contract/workspace/customers.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { answeredTicket } from '#test/new-ticket.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { acme, globex, mailsTo, newCustomer, owner, platform, runJobs } from '#test/world.ts'
import { findCustomerByEmail, findOrCreateCustomer, releaseAddress, suppressAddress } from './customer-accounts.ts'

const hopeless = { reason: { code: 'bounced-with-status', status: '5.1.1' }, days: 30 } as const
const freshEmail = () => `writer-${randomUUID()}@account.example`
const inAcme = <T>(work: (tx: WorkspaceTx) => Promise<T>) => inWorkspace(platform.app, acme.id, work)
const inGlobex = <T>(work: (tx: WorkspaceTx) => Promise<T>) => inWorkspace(platform.app, globex.id, work)
const customersOf = async (address: string) => (await as(acme.agent)(listCustomers, { query: { q: address } })).items

describe('the customer of an address', () => {
  test('is made when there is none, and proves nothing by that', async () => {
    const email = freshEmail()
    const made = await inAcme((tx) => findOrCreateCustomer(tx, { email, name: 'Wilma' }))
    expect(made).toEqual({ id: expect.any(String), name: 'Wilma', isNew: true })
    expect(await as(acme.agent)(showCustomer, { params: made })).toMatchObject({
      name: 'Wilma',
      emails: [{ address: email, verified: false, primary: true }],
      ticketCount: 0,
    })
  })

  test('is found from then on, and keeps the name they had', async () => {
    const email = freshEmail()
    const { id } = await inAcme((tx) => findOrCreateCustomer(tx, { email, name: 'First' }))
    const again = await inAcme((tx) => findOrCreateCustomer(tx, { email, name: 'Second' }))
    expect(again).toEqual({ id, name: 'First', isNew: false })
  })

  test('gets the name that a later mail brings when they had none', async () => {
    const email = freshEmail()
    const { id } = await inAcme((tx) => findOrCreateCustomer(tx, { email }))
    expect(await inAcme((tx) => findOrCreateCustomer(tx, { email, name: 'Named' }))).toMatchObject({ name: 'Named' })
    expect(await as(acme.agent)(showCustomer, { params: { id } })).toMatchObject({ name: 'Named' })
    expect(await customersOf('named')).toMatchObject([{ id }])
  })

  test('has as much of a very long name as there is room for', async () => {
    const email = freshEmail()
    const { id } = await inAcme((tx) => findOrCreateCustomer(tx, { email, name: 'ä'.repeat(500) }))
    expect(await as(acme.agent)(showCustomer, { params: { id } })).toMatchObject({ name: 'ä'.repeat(120) })
  })

  test('is one customer, however many mails of a new address come at the same time', async () => {
    const email = freshEmail()
    const [mayCommit, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = inAcme(async (tx) => {
      const customer = await findOrCreateCustomer(tx, { email, name: 'First' })
      made.resolve()
      await mayCommit.promise
      return customer
    })
    await made.promise
    const others = [1, 2, 3].map((at) => inAcme((tx) => findOrCreateCustomer(tx, { email, name: `Other ${at}` })))
    await untilWaiting(3)
    mayCommit.resolve()
    const { id } = await first
    expect(await Promise.all(others)).toEqual(Array(3).fill({ id, name: 'First', isNew: false }))
    expect(await customersOf(email)).toHaveLength(1)
  })

  test('is as many customers as there are new addresses at the same time', async () => {
    const made = await Promise.all(
      [1, 2, 3, 4].map(() => inAcme((tx) => findOrCreateCustomer(tx, { email: freshEmail() }))),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(4)
  })

  test('is another in each workspace', async () => {
    const email = freshEmail()
    const ours = await inAcme((tx) => findOrCreateCustomer(tx, { email, name: 'Ours' }))
    expect(await inGlobex((tx) => findCustomerByEmail(tx, email))).toBeUndefined()
    const theirs = await inGlobex((tx) => findOrCreateCustomer(tx, { email, name: 'Theirs' }))
    expect(theirs).toMatchObject({ name: 'Theirs', isNew: true })
    expect(theirs.id).not.toBe(ours.id)
  })

  test('is nobody when the transaction that made them fails', async () => {
    const email = freshEmail()
    const failed = inAcme(async (tx) => {
      await findOrCreateCustomer(tx, { email })
      throw new Error('The mail could not be filed')
    })
    await expect(failed).rejects.toThrow()
    expect(await customersOf(email)).toEqual([])
  })

  test('is found by each address they have', async () => {
    const customer = await newCustomer(acme, 'Wanda')
    const second = freshEmail()
    await owner.query(
      'insert into customer_emails (workspace_id, address, customer_id, is_primary) values ($1, $2, $3, false)',
      [acme.id, second, customer.id],
    )
    expect(await inAcme((tx) => findOrCreateCustomer(tx, { email: second }))).toMatchObject({
      id: customer.id,
      isNew: false,
    })
  })
})

describe('an address that cannot be reached', () => {
  test('is mailed no answer until somebody writes from it', async () => {
    const customer = await newCustomer(acme, 'Waldo')
    await inAcme((tx) => suppressAddress(tx, customer.email, hopeless))
    await answeredTicket({ ...acme, customer })
    await runJobs()
    expect(await mailsTo(customer.email)).toEqual([])

    await inAcme((tx) => releaseAddress(tx, customer.email))
    await answeredTicket({ ...acme, customer })
    await runJobs()
    expect((await mailsTo(customer.email)).length).toBeGreaterThan(0)
  })

  test('keeps resting when it comes back a second time', async () => {
    const { email } = await newCustomer(acme, 'Wes')
    const restsUntil = async () =>
      (await owner.query('select suppressed_until from customer_emails where address = $1', [email])).rows
    await inAcme((tx) => suppressAddress(tx, email, hopeless))
    const first = await restsUntil()
    await inAcme((tx) => suppressAddress(tx, email, hopeless))
    expect(await restsUntil()).toEqual(first)
    expect(first).not.toEqual([{ suppressed_until: null }])
  })

  test('rests in one workspace, not for others that know it', async () => {
    const email = freshEmail()
    await inAcme((tx) => findOrCreateCustomer(tx, { email }))
    await inGlobex((tx) => findOrCreateCustomer(tx, { email }))
    await inAcme((tx) => suppressAddress(tx, email, hopeless))
    await inGlobex((tx) => releaseAddress(tx, email))
    const { rows } = await owner.query(
      'select workspace_id, suppressed_until is not null as rests from customer_emails where address = $1 order by rests',
      [email],
    )
    expect(rows).toEqual([
      { workspace_id: globex.id, rests: false },
      { workspace_id: acme.id, rests: true },
    ])
  })
})
