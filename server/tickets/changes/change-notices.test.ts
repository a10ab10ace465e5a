import { expect, test } from 'vitest'
import { changeTickets, undoTicketChange } from '#contract/tickets/changes.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, mailsTo, newCustomer, newMember, type Person, runJobs } from '#test/world.ts'

const { agent, admin } = acme

const change = (ids: string[], changes: object, person = agent) => as(person)(changeTickets, { body: { ids, changes } })
const undo = (id: string) => as(agent)(undoTicketChange, { params: { id } })
/** Runs the jobs as if the delay of notices were over. */
const afterTheWait = () => runJobs({ laterSeconds: 15 })
const countMails = async ({ email }: Person) => (await mailsTo(email)).length

test('a member who is assigned and un-assigned by the undo at once gets no mail', async () => {
  const dora = await newMember(acme, 'Dora')
  const ids = [(await newTicket(acme)).id, (await newTicket(acme)).id]
  const changed = await change(ids, { assignee: dora.id })
  await runJobs()
  await undo(changed.id)
  await afterTheWait()
  expect(await countMails(dora)).toBe(0)
})

test('a member who stays assigned gets one mail for each ticket, after a moment', async () => {
  const dora = await newMember(acme, 'Dora')
  const ids = [(await newTicket(acme)).id, (await newTicket(acme)).id]
  await change(ids, { assignee: dora.id })
  await change(ids, { priority: 'high' })
  await runJobs()
  expect(await countMails(dora)).toBe(0)
  await afterTheWait()
  await afterTheWait()
  expect(await countMails(dora)).toBe(2)
})

test('of two who are assigned one after the other, the one who has the ticket hears of it', async () => {
  const [dora, emil] = [await newMember(acme, 'Dora'), await newMember(acme, 'Emil')]
  const { id } = await newTicket(acme)
  await change([id], { assignee: dora.id })
  await change([id], { assignee: emil.id }, admin)
  await afterTheWait()
  expect([await countMails(dora), await countMails(emil)]).toEqual([0, 1])
})

test('an undo tells nobody that they have a ticket again', async () => {
  const [dora, emil] = [await newMember(acme, 'Dora'), await newMember(acme, 'Emil')]
  const { id } = await newTicket(acme)
  await as(agent)(changeTicket, { params: { id }, body: { assignee: dora.id } })
  await afterTheWait()
  const changed = await change([id], { assignee: emil.id })
  await undo(changed.id)
  await afterTheWait()
  expect([await countMails(dora), await countMails(emil)]).toEqual([1, 0])
})

test('who was assigned a moment before a change that is undone hears of it after all, and the other does not', async () => {
  const [dora, emil] = [await newMember(acme, 'Dora'), await newMember(acme, 'Emil')]
  const { id } = await newTicket(acme)
  await as(agent)(changeTicket, { params: { id }, body: { assignee: dora.id } })
  const changed = await change([id], { assignee: emil.id })
  await undo(changed.id)
  await afterTheWait()
  await afterTheWait()
  expect([await countMails(dora), await countMails(emil)]).toEqual([1, 0])
})

test('an undo that leaves a ticket as it is leaves the mail about it too', async () => {
  const dora = await newMember(acme, 'Dora')
  const { id } = await newTicket(acme)
  const changed = await change([id], { assignee: dora.id })
  await as(admin)(changeTicket, { params: { id }, body: { priority: 'high' } })
  await undo(changed.id)
  await afterTheWait()
  expect(await countMails(dora)).toBe(1)
})

test('whoever takes tickets themselves gets no mail', async () => {
  const dora = await newMember(acme, 'Dora')
  const { id } = await newTicket(acme)
  await change([id], { assignee: dora.id }, dora)
  await afterTheWait()
  expect(await countMails(dora)).toBe(0)
})

test('a ticket that is refused tells its assignee nothing', async () => {
  const dora = await newMember(acme, 'Dora')
  const { id } = await newTicket(acme)
  await change([id], { trash: true })
  await change([id], { assignee: dora.id })
  await afterTheWait()
  expect(await countMails(dora)).toBe(0)
})

test('answers to customers and what tells them that their ticket arrived go at once', async () => {
  const customer = await newCustomer(acme, 'Quinn')
  const { id } = await newTicket({ ...acme, customer })
  await runJobs()
  expect(await countMails(customer)).toBe(1)
  await as(agent)(writeMessage, { params: { id }, body: { text: 'On its way' } })
  await runJobs()
  const mails = await mailsTo(customer.email)
  expect(mails).toHaveLength(2)
  expect(mails[0]!.text).toContain('On its way')
})

test('customers get no mail of what is changed and put back', async () => {
  const customer = await newCustomer(acme, 'Quinn')
  const { id } = await newTicket({ ...acme, customer })
  const changed = await change([id], { status: 'solved', subject: 'Another', assignee: admin.id, trash: true })
  await afterTheWait()
  await undo(changed.id)
  await afterTheWait()
  expect(await countMails(customer)).toBe(1)
})
