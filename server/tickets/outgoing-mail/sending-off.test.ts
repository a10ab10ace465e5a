import { afterAll, expect, test } from 'vitest'
import { writeMessage } from '#contract/tickets/messages.ts'
import { listTicketEvents } from '#contract/tickets/tickets.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createPlatform } from '#server/start/create-platform.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { answering, askedOutside, outside } from '#test/outside.ts'
import { openRelay } from '#test/relay.ts'
import { acme, databaseUrl, globex, mailsTo, owner, platform, runJobs, secrets, settings } from '#test/world.ts'

const { log, render, reading } = platform
const copy = createPlatform({
  settings: readSettings({ DATA_DIR: settings.dataDir, SMTP_URL: 'smtp://127.0.0.1:1', SENDING: 'off' }),
  ...{ secrets, urls: databaseUrl, log, render, reading },
})
afterAll(copy.close)

const outgoingOf = async (messageId: string) =>
  (await owner.query('select state, reason from outgoing_mails where message_id = $1', [messageId])).rows

const reply = async ({ agent }: typeof acme, id: string, text: string) =>
  (await as(agent)(writeMessage, { params: { id }, body: { text } })).id!

test('what a copy would mail goes nowhere, is shown as not sent, and does not go once it may send again', async () => {
  const taken = await openRelay()
  const byRelay = platform.mailer
  platform.mailer = copy.platform.mailer
  const { id } = await newTicket(acme)
  const { id: elsewhere } = await newTicket(globex)
  const messageId = await reply(acme, id, 'From a copy')
  const other = await reply(globex, elsewhere, 'From a copy of Globex')
  await runJobs({ laterSeconds: 60 })

  const notSent = [{ state: 'failed', reason: { code: 'sending-off' } }]
  expect([await outgoingOf(messageId), await outgoingOf(other)]).toEqual([notSent, notSent])
  const { items } = await as(acme.agent)(listTicketEvents, { params: { id }, query: {} })
  expect(items).toContainEqual(
    expect.objectContaining({ type: 'mail.failed', new: expect.objectContaining({ reason: { code: 'sending-off' } }) }),
  )
  // The development mailbox still shows the mail, because only this machine can read this mailbox.
  expect((await mailsTo(acme.customer.email)).some(({ text }) => text.includes('From a copy'))).toBe(true)

  platform.mailer = byRelay
  await runJobs({ laterSeconds: 3600 })
  expect(taken).toEqual([])
  const later = await reply(acme, id, 'From the installation')
  await runJobs()
  expect(taken.map(({ recipient }) => recipient)).toContain(acme.customer.email)
  expect(taken.some(({ raw }) => raw.includes('From a copy'))).toBe(false)
  expect(await outgoingOf(later)).toMatchObject([{ state: 'sent' }])
})

test('a copy asks no other server, not even one that the operator named', async () => {
  const address = outside('pictures.example.org/a.png', answering(200))
  askedOutside.splice(0)
  const { outbound } = copy.platform
  for (const asking of [
    outbound.fetch(address),
    outbound.fetch(address, { allowsPrivateNetwork: true }),
    outbound.probe(address),
  ])
    await expect(asking).rejects.toThrow('Not fetched: not-allowed')
  expect(askedOutside).toEqual([])
})
