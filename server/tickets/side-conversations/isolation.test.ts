import { describe, expect, test } from 'vitest'
import { showExport } from '#contract/bulk/exports.ts'
import { eraseCustomer, exportCustomer } from '#contract/overview/people.ts'
import { mergeTicket, undoMerge } from '#contract/tickets/merging.ts'
import { listMessages, splitMessage, undoSplit, writeMessage } from '#contract/tickets/messages.ts'
import { writeSideMessage } from '#contract/tickets/side-conversations.ts'
import { createTicket, listTicketEvents, listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { dumpWorkspace } from '#test/dump-workspace.ts'
import { mailIn, supportOf } from '#test/mail-in.ts'
import { mailedTicket, newMessageId } from '#test/mailed-ticket.ts'
import { newTicket } from '#test/new-ticket.ts'
import { download } from '#test/run-export.ts'
import { answerMail, sideConversation, sideConversationsOf, sideMessagesOf } from '#test/side-conversation.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { mailsTo, makeWorkspace, newCustomer, runJobs } from '#test/world.ts'
import { filesOfZip } from '#test/zipped-files.ts'

const world = await makeWorkspace('aside', 'Aside', ['Ada', 'Carl', 'Olga', 'Omar'])
const { agent, admin, customer } = world

/** A ticket with a side conversation whose words, people and files all contain the canary. */
async function plantAside() {
  const ticket = await newTicket(world, { subject: 'My order is late' })
  const file = await uploaded(agent, textFile('zorblax.txt', 'zorblax'))
  const side = await sideConversation(world, ticket.id, {
    ...{ subject: 'Zorblax', text: 'The zorblax of Olga', attachments: [file.id] },
  })
  await answerMail(side.mail, side.supplier, { text: 'Zorblax sends it again' })
  return { ...side, ticket }
}

describe('a customer sees nothing of a side conversation', () => {
  test('in the API, in the search and in the history', async () => {
    const { ticket, supplier } = await plantAside()
    const params = { id: ticket.id }
    const seen = JSON.stringify([
      await as(customer)(showTicket, { params }),
      await as(customer)(listMessages, { params, query: {} }),
      await as(customer)(listTicketEvents, { params, query: {} }),
      await as(customer)(listTickets, { query: {} }),
    ])
    expect(seen).not.toMatch(/zorblax|side/i)
    expect(seen).not.toContain(supplier)
    expect((await as(customer)(listTickets, { query: { q: 'zorblax' } })).items).toEqual([])
    const { updatedAt } = await as(customer)(showTicket, { params })
    expect(updatedAt).toBe(ticket.updatedAt)
  })

  test('in mails, also not in the quoted text of later replies', async () => {
    const ticket = await mailedTicket(world)
    const { mail, supplier } = await sideConversation(world, ticket.id, { text: 'Zorblax' })
    await answerMail(mail, supplier, { text: 'Zorblax again' })
    await as(agent)(writeMessage, { params: { id: ticket.id }, body: { text: 'It is on its way' } })
    await mailIn({
      ...{ from: ticket.from, to: supportOf(world), subject: 'Re: Lamp', text: 'Good', messageId: newMessageId() },
      inReplyTo: ticket.answer.messageId,
    })
    await as(agent)(writeMessage, { params: { id: ticket.id }, body: { text: 'Is it there?', status: 'solved' } })
    await runJobs({ laterSeconds: 200 })
    const mails = await mailsTo(ticket.from)
    expect(mails.length).toBeGreaterThan(2)
    expect(JSON.stringify(mails)).not.toMatch(/zorblax/i)
    expect(JSON.stringify(mails)).not.toContain(supplier)
    expect(mails.map(({ references }) => references).join()).not.toContain(mail.messageId)
  })

  test('in an export of the customer', async () => {
    const { supplier } = await plantAside()
    const { id } = await as(admin)(exportCustomer, { params: { id: customer.id } })
    await runJobs()
    const files = await filesOfZip((await download((await as(admin)(showExport, { params: { id } })).url!)).rawPayload)
    const whole = [...files].map(([path, bytes]) => `${path} ${bytes}`).join()
    expect(whole).toContain('My order is late')
    expect(whole).not.toMatch(/zorblax/i)
    expect(whole).not.toContain(supplier)
  })

  test('when they answer a mail of it that somebody passed on to them', async () => {
    const { id, mail, ticket } = await plantAside()
    await answerMail(mail, customer.email, { text: 'What is this?' })
    expect((await sideMessagesOf(world, id)).at(-1)).toMatchObject({
      ...{ bodyText: 'What is this?', flags: ['stranger', 'unverified'] },
      author: { email: customer.email },
    })
    expect((await as(customer)(listMessages, { params: { id: ticket.id }, query: {} })).items).toHaveLength(1)
  })
})

describe('a merge', () => {
  test('shows the side conversation on the other ticket, where it goes on, and its undo restores everything', async () => {
    const [from, into] = [await newTicket(world), await newTicket(world)]
    const { id, mail, supplier } = await sideConversation(world, from.id)
    await runJobs()
    const before = await dumpWorkspace(world)
    await as(agent)(mergeTicket, { params: { id: from.id }, body: { into: into.id } })
    expect(await sideConversationsOf(world, into.id)).toMatchObject([{ id, ticketId: from.id }])
    await as(agent)(undoMerge, { params: { id: from.id } })
    await runJobs()
    expect(await dumpWorkspace(world)).toEqual(before)
    expect(await sideConversationsOf(world, into.id)).toEqual([])

    await as(agent)(mergeTicket, { params: { id: from.id }, body: { into: into.id } })
    await answerMail(mail, supplier)
    await as(agent)(writeSideMessage, { params: { id }, body: { text: 'Thank you' } })
    expect(await sideMessagesOf(world, id)).toHaveLength(3)
    await as(agent)(undoMerge, { params: { id: from.id } })
    expect(await sideConversationsOf(world, from.id)).toMatchObject([{ id, messageCount: 3 }])
  })

  test('lets a message of the merged ticket be forwarded from the other one', async () => {
    const [from, into] = [await newTicket(world, { text: 'Of the first ticket' }), await newTicket(world)]
    await as(agent)(mergeTicket, { params: { id: from.id }, body: { into: into.id } })
    const { items } = await as(agent)(listMessages, { params: { id: into.id }, query: {} })
    const message = items.find(({ originTicketId }) => originTicketId === from.id)!
    const { mail } = await sideConversation(world, into.id, { messageId: message.id })
    expect(mail.text).toContain('Of the first ticket')
  })
})

test('a split leaves the side conversation on the ticket, with the message that it forwarded', async () => {
  const ticket = await newTicket(world)
  const second = await as(customer)(writeMessage, { params: { id: ticket.id }, body: { text: 'And my other order?' } })
  const { id } = await sideConversation(world, ticket.id, { messageId: second.id })
  const made = await as(agent)(splitMessage, { params: { id: ticket.id, messageId: second.id }, body: {} })
  expect(await sideConversationsOf(world, made.id)).toEqual([])
  expect(await sideMessagesOf(world, id)).toMatchObject([{ forwarded: { text: 'And my other order?' } }])
  await as(agent)(undoSplit, { params: { id: made.id } })
  expect(await sideConversationsOf(world, ticket.id)).toMatchObject([{ id }])
})

describe('an erasure', () => {
  test('replaces a customer who is in a side conversation of somebody else, and keeps the others', async () => {
    const [requester, outsider] = [await newCustomer(world, 'Ursula'), await newCustomer(world, 'Zorblaxia')]
    const ticket = await as(requester)(createTicket, { body: { subject: 'A lamp', text: 'Where is it?' } })
    const { id, supplier } = await sideConversation(world, ticket.id, {
      ...{ to: [outsider.email, 'depot@deputy.example'], text: 'Dear Zorblaxia, where is it?' },
    })
    expect(supplier).toBeDefined()
    const [mail] = await mailsTo(outsider.email)
    await answerMail(mail!, outsider.email, { text: 'Here it is, says Zorblaxia' })
    await as(admin)(eraseCustomer, { params: { id: outsider.id } })
    await runJobs()
    const [written, answer] = await sideMessagesOf(world, id)
    const replaced = `erased-${outsider.id}@erased.invalid`
    expect(written).toMatchObject({ bodyText: 'Dear Erased customer, where is it?' })
    expect(written!.to).toContain('depot@deputy.example')
    expect(written!.to).not.toContain(outsider.email)
    expect(answer).toMatchObject({ bodyText: '', author: { email: replaced } })
    const [conversation] = await sideConversationsOf(world, ticket.id)
    expect(conversation!.to).toContain(replaced)
    await as(agent)(writeSideMessage, { params: { id }, body: { text: 'Are you there?' } })
    expect((await sideMessagesOf(world, id)).at(-1)!.deliveries).toContainEqual({
      ...{ address: replaced, state: 'failed', reason: { code: 'unknown-address' }, nextTryAt: null },
    })
  })
})
