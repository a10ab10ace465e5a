import { expect, test } from 'vitest'
import { writeMessage } from '#contract/tickets/messages.ts'
import { acceptCopy, dismissCopy, listSuggestedCopies } from '#contract/tickets/people.ts'
import { showTicket } from '#contract/tickets/tickets.ts'
import { listCustomers } from '#contract/workspace/customers.ts'
import { as } from '#test/ask.ts'
import { mailIn, supportOf, ticketOf, vouchedFor } from '#test/mail-in.ts'
import { messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { acme, globex, mailsTo, runJobs } from '#test/world.ts'

const { agent } = acme

/** Sends a mail from a new address with another new address in CC. */
async function firstMail(headers: Record<string, string> = {}) {
  const [from, spy, messageId] = [newSender(), newSender(), newMessageId()]
  const cc = [`Spy <${spy}>`, agent.email]
  await mailIn({ from, to: supportOf(acme), cc, subject: 'My invoice', text: 'Where is it?', messageId, headers })
  return { id: await ticketOf(messageId), from, spy }
}

const show = (id: string) => as(agent)(showTicket, { params: { id } })
const suggestedOn = async (id: string) => (await as(agent)(listSuggestedCopies, { params: { id } })).items
const answer = async (id: string, text: string) => {
  await as(agent)(writeMessage, { params: { id }, body: { text } })
  await runJobs()
}

test('whom an unproven mail names in copy gets nothing until a member accepts them', async () => {
  const { id, from, spy } = await firstMail()
  await answer(id, 'Attached, with your bank details')
  expect(await show(id)).toMatchObject({ cc: [] })
  expect(await mailsTo(spy)).toEqual([])
  expect((await as(agent)(listCustomers, { query: { q: spy } })).items).toEqual([])
  const [suggestion, ...others] = await suggestedOn(id)
  expect([suggestion, others]).toMatchObject([{ name: 'Spy', address: spy }, []])

  const [{ replyTo } = { replyTo: '' }] = await mailsTo(from)
  // The mail is automatic, so its author gets no notice.
  const headers = { 'Auto-Submitted': 'auto-generated' }
  await mailIn({ headers, from: spy, to: replyTo, subject: 'Re', text: 'Send it here' })
  expect((await messagesOf(acme, id)).at(-1)).toMatchObject({ kind: 'note', flags: ['stranger'] })

  const accepted = await as(agent)(acceptCopy, { params: { id, suggestionId: suggestion!.id } })
  expect(accepted).toMatchObject({ cc: [{ name: 'Spy', email: spy }] })
  expect(await suggestedOn(id)).toEqual([])
  await answer(id, 'To both of you')
  expect(await mailsTo(spy)).toMatchObject([{ text: expect.stringContaining('To both of you') }])
})

test('whom a proven mail names in copy is in copy', async () => {
  const headers = vouchedFor('x@example.org')
  const { id, spy } = await firstMail(headers)
  expect(await show(id)).toMatchObject({ cc: [{ email: spy }] })
  expect(await suggestedOn(id)).toEqual([])
})

test('a sender whose domain disowns the mail suggests, and does not copy', async () => {
  const headers = { 'Authentication-Results': 'relay.test; dmarc=fail header.from=example.org' }
  const { id, spy } = await firstMail(headers)
  expect(await show(id)).toMatchObject({ cc: [] })
  expect(await suggestedOn(id)).toMatchObject([{ address: spy }])
})

test('a suggestion that was taken away, or is of another ticket, is not there', async () => {
  const [one, other] = [await firstMail(), await firstMail()]
  const [suggestion] = await suggestedOn(one.id)
  const params = { id: one.id, suggestionId: suggestion!.id }
  const elsewhere = { ...params, id: other.id }
  expect(await as(agent)(acceptCopy, { params: elsewhere })).toMatchObject({ code: 'suggestion-not-found' })
  expect(await as(globex.agent)(acceptCopy, { params })).toMatchObject({ code: 'ticket-not-found' })
  await as(agent)(dismissCopy, { params })
  expect(await suggestedOn(one.id)).toEqual([])
  expect(await as(agent)(acceptCopy, { params })).toMatchObject({ code: 'suggestion-not-found' })
  expect(await show(one.id)).toMatchObject({ cc: [] })
})

test('whom a member puts in copy in another way is suggested no longer', async () => {
  const { id, spy } = await firstMail()
  await as(agent)(writeMessage, { params: { id }, body: { text: 'Hello', cc: [spy] } })
  expect(await suggestedOn(id)).toEqual([])
})
