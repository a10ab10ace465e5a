import { expect, test } from 'vitest'
import { writeMessage } from '#contract/tickets/messages.ts'
import { listTicketEvents, showTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { bounceIn } from '#test/bounce-in.ts'
import { mailIn, supportOf, ticketOf } from '#test/mail-in.ts'
import { messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { openRelay } from '#test/relay.ts'
import { acme, mailsTo, runJobs } from '#test/world.ts'
import { describeDelivery } from '#web/lib/words/describe-delivery.ts'

const { agent } = acme
let count = 0
const newAddress = () => `jörg.${++count}@müller.example`
const keptAs = (address: string) => address.replace('müller', 'xn--mller-kva')

async function mailedBy(address: string) {
  const messageId = newMessageId()
  await mailIn({
    from: { name: 'Jörg', address },
    to: supportOf(acme),
    subject: 'Störung',
    text: 'Es flackert.',
    messageId,
  })
  return { id: await ticketOf(messageId), messageId }
}

const answer = async (id: string, more: { cc?: string[] } = {}) => {
  const { id: messageId } = await as(agent)(writeMessage, { params: { id }, body: { text: 'Wir kommen.', ...more } })
  await runJobs()
  return messageId!
}
const deliveryOf = async (id: string, messageId: string) =>
  (await messagesOf(acme, id)).find((message) => message.id === messageId)!.delivery

test('a relay that speaks SMTPUTF8 gets the answer, and what comes back is of the same person', async () => {
  const address = newAddress()
  const { id } = await mailedBy(address)
  expect(await as(agent)(showTicket, { params: { id } })).toMatchObject({ requester: { email: keptAs(address) } })
  const taken = await openRelay()
  const messageId = await answer(id)
  expect(taken.map(({ recipient, isUtf8 }) => [recipient, isUtf8])).toEqual([[address, true]])
  expect(taken[0]!.raw).toContain(`<${address}>`)
  expect(await deliveryOf(id, messageId)).toMatchObject({ state: 'sent' })

  const [, replyTo] = /<(support\+[^>]+)>/.exec(taken[0]!.raw)!
  const reply = newMessageId()
  await mailIn({ from: address.toUpperCase(), to: replyTo!, subject: 'Re: Störung', text: 'Danke.', messageId: reply })
  expect(await ticketOf(reply)).toBe(id)
  expect((await messagesOf(acme, id)).at(-1)).toMatchObject({
    kind: 'reply',
    bodyText: 'Danke.',
    author: { email: keptAs(address) },
  })
})

test('a relay without SMTPUTF8 gets nothing, and the agent reads why', async () => {
  const { id } = await mailedBy(newAddress())
  const taken = await openRelay(() => null, { hideSMTPUTF8: true })
  const messageId = await answer(id)
  expect(taken).toEqual([])
  const delivery = await deliveryOf(id, messageId)
  expect(delivery).toMatchObject({ state: 'failed', reason: { code: 'relay-without-utf8' } })
  expect(describeDelivery(delivery!.reason!)).toMatch(/does not accept letters other than a to z .* Ask the customer/)
  const { items } = await as(agent)(listTicketEvents, { params: { id }, query: {} })
  expect(items.map(({ type }) => type)).toContain('mail.failed')
})

test('a domain beyond ASCII alone needs no SMTPUTF8', async () => {
  const address = `info.${++count}@müller.example`
  const { id } = await mailedBy(address)
  const taken = await openRelay(() => null, { hideSMTPUTF8: true })
  expect(await deliveryOf(id, await answer(id))).toMatchObject({ state: 'sent' })
  expect(taken[0]!.raw).toContain(`<${keptAs(address)}>`)
})

test('people in copy whose servers may know ASCII alone get a mail in ASCII, which names the others all the same', async () => {
  const [address, copied] = [newAddress(), newSender()]
  const { id } = await mailedBy(address)
  const taken = await openRelay()
  await answer(id, { cc: [copied] })
  const [ascii] = taken.filter(({ recipient }) => recipient === copied)
  expect(ascii!.isUtf8).toBe(false)
  const head = ascii!.raw.split('\r\n\r\n')[0]!
  expect(head).not.toMatch(/[^\0-\x7f]/)
  expect(head).toMatch(/^To: =\?UTF-8\?Q\?J=C3=B6rg_j=C3=B6rg[^\n]*(?:\r\n [^\n]*)*:;/m)
  expect(head).toContain(`Cc: ${copied}`)
  const [international] = taken.filter(({ recipient }) => recipient === address)
  expect(international!.raw).toContain(`<${address}>`)
})

test('a report about such an address finds the mail that did not arrive', async () => {
  const address = newAddress()
  const { id } = await mailedBy(address)
  const messageId = await answer(id)
  const [mail] = await mailsTo(address)
  const to = mail!.headers['return-path']!.slice(1, -1)
  const recipient = address.replace('ö', '\\x{F6}').replace('ü', '\\x{FC}')
  await bounceIn(to, { of: mail!.messageId, recipient, status: '5.6.7' })
  expect(await deliveryOf(id, messageId)).toMatchObject({ state: 'bounced' })
})
