import { beforeEach, expect, test } from 'vitest'
import { changeTickets, undoTicketChange } from '#contract/tickets/changes.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, reopenTicket, solveTicket } from '#contract/tickets/tickets.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { as } from '#test/ask.ts'
import { mailIn, supportOf, ticketOf } from '#test/mail-in.ts'
import { mailedTicket, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, mailsTo, newCustomer, owner, type Person, runJobs } from '#test/world.ts'

const { agent } = acme
let carl: Person
beforeEach(async () => {
  carl = await newCustomer(acme, 'Carl')
})

const open = (customer = carl) => newTicket({ ...acme, customer }, { subject: 'Lamp' })
const solve = (id: string) => as(agent)(changeTicket, { params: { id }, body: { status: 'solved' } })
const reply = (id: string, status: 'pending' | 'solved') =>
  as(agent)(writeMessage, { params: { id }, body: { text: 'Turn it on', status } })
/** Runs the delayed jobs, and returns the mails to an address without acknowledgements, newest first. */
async function mailsLater(address: string) {
  await runJobs({ laterSeconds: 121 })
  const mails = (await mailsTo(address)).map(({ subject: name, text }) => ({ name, ...JSON.parse(text) }))
  return mails.filter(({ name }) => name !== 'acknowledgement')
}

test('the requester hears two minutes later that their request was solved, under its own subject', async () => {
  const { id } = await open()
  await solve(id)
  await runJobs({ laterSeconds: 90 })
  expect((await mailsTo(carl.email)).map(({ subject }) => subject)).toEqual(['acknowledgement'])
  const mails = await mailsLater(carl.email)
  expect(mails).toMatchObject([{ name: 'solved', workspaceName: 'Acme', request: { subject: 'Lamp' } }])
  expect(mails[0].portalUrl).toContain(`/customer/tickets/${id}`)
})

test('the first mail about a request of the customer area answers none, and what follows does', async () => {
  const { id } = await open()
  await runJobs()
  const [acknowledgement] = await mailsTo(carl.email)
  expect(JSON.parse(acknowledgement!.text).request).toEqual({ subject: 'Lamp', mailSubject: 'Lamp' })
  await owner.query(`delete from outgoing_mails where ticket_id = $1`, [id])
  await reply(id, 'pending')
  await runJobs()
  await solve(id)
  const [told, answer] = await mailsLater(carl.email)
  expect(told.request).toEqual({ subject: 'Lamp', mailSubject: 'Re: Lamp' })
  expect(answer).toMatchObject({ subject: 'Lamp', isSolved: false })
  await as(carl)(writeMessage, { params: { id }, body: { text: 'Still dark' } })
  await reply(id, 'pending')
  expect((await mailsLater(carl.email))[0]).toMatchObject({ subject: 'Re: Lamp' })
})

test('an answer that solves it says so itself', async () => {
  const { id } = await open()
  await reply(id, 'solved')
  expect(await mailsLater(carl.email)).toMatchObject([{ name: 'Re: Lamp', isSolved: true }])
})

test('whoever solved it themselves, or has it open again, hears nothing', async () => {
  const { id } = await open()
  await as(carl)(solveTicket, { params: { id } })
  const { id: other } = await open()
  await solve(other)
  await as(carl)(reopenTicket, { params: { id: other } })
  expect(await mailsLater(carl.email)).toEqual([])
})

test('of a change that is taken back nobody hears', async () => {
  const { id } = await open()
  const { id: change } = await as(agent)(changeTickets, { body: { ids: [id], changes: { status: 'solved' } } })
  await as(agent)(undoTicketChange, { params: { id: change } })
  expect(await mailsLater(carl.email)).toEqual([])
})

test('of what a stranger may have written in somebody’s name they hear nothing, or nothing of what it says', async () => {
  const ask = async (from: string) => {
    const messageId = newMessageId()
    await mailIn({ from, to: supportOf(acme), subject: 'Buy pills', text: 'Pills', messageId })
    return ticketOf(messageId)
  }
  const unproven = newSender()
  await solve(await ask(unproven))
  await solve(await ask(carl.email))
  expect(await mailsLater(unproven)).toEqual([])
  const [told] = await mailsLater(carl.email)
  expect(told).toMatchObject({ number: expect.any(Number), request: null })
  expect(JSON.stringify(told)).not.toContain('pills')
})

test('an admin turns it off, for their workspace alone', async () => {
  await as(acme.admin)(changeWorkspace, { body: { tellsSolved: false } })
  const { id } = await open()
  await solve(id)
  const { id: mailed, from } = await mailedTicket(globex)
  await as(globex.agent)(changeTicket, { params: { id: mailed }, body: { status: 'solved' } })
  expect(await mailsLater(carl.email)).toEqual([])
  expect((await mailsLater(from)).map(({ name }) => name)).toEqual(['solved', 'Re: Lamp'])
  await as(acme.admin)(changeWorkspace, { body: { tellsSolved: true } })
})
