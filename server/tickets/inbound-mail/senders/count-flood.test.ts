import type { SendMailOptions } from 'nodemailer'
import { afterEach, expect, test } from 'vitest'
import { recoverMail } from '#contract/tickets/messages.ts'
import { createLimiter } from '#server/platform/http/limits.ts'
import { storeMail } from '#server/tickets/inbound-mail/receive-mail.ts'
import { as } from '#test/ask.ts'
import { decisionsOn, mailIn, sendMail, supportOf } from '#test/mail-in.ts'
import { mailedTicket, messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { storedKeys } from '#test/stored-keys.ts'
import { acme, globex, makeWorkspace, owner, platform, runJobs } from '#test/world.ts'

const relaxed = platform.limiter
afterEach(() => {
  platform.limiter = relaxed
})

const automatic = { 'Auto-Submitted': 'auto-generated' }

/** Sends `count` mails at the same time, and returns the decision about each mail. */
async function flood(count: number, mail: SendMailOptions) {
  const ids = Array.from({ length: count }, newMessageId)
  await Promise.all(ids.map((messageId) => sendMail({ subject: 'Disk full', text: 'On db1', ...mail, messageId })))
  await runJobs()
  return (await Promise.all(ids.map(decisionsOn))).flat()
}

const codesOf = (decided: Awaited<ReturnType<typeof flood>>) => decided.map(({ decision }) => decision.code).sort()

test('a program opens five tickets an hour, and what comes after waits with its cause', async () => {
  platform.limiter = createLimiter(1)
  const from = newSender()
  const decided = await flood(6, { from, to: supportOf(acme), headers: automatic })
  expect(codesOf(decided)).toEqual([...Array(5).fill('opened-ticket'), 'too-many-automatic-mails'])
  expect(decided.find(({ state }) => state === 'suspended')).toMatchObject({
    decision: { code: 'too-many-automatic-mails', sender: from, most: 5 },
    evidence: [{ code: 'header-says-no-person', header: 'Auto-Submitted' }],
    ticketId: null,
  })
})

test('a flood stops nobody else, and no other workspace', async () => {
  platform.limiter = createLimiter(1)
  const from = newSender()
  await flood(6, { from, to: supportOf(acme), headers: automatic })
  const others = [
    ...(await flood(1, { from, to: supportOf(globex), headers: automatic })),
    ...(await flood(1, { from: newSender(), to: supportOf(acme), headers: automatic })),
    ...(await flood(1, { from, to: supportOf(acme) })),
  ]
  expect(codesOf(others)).toEqual(Array(3).fill('opened-ticket'))
})

test('whoever has opened too many tickets still answers on the ones they have', async () => {
  const { id, from, answer } = await mailedTicket(acme)
  platform.limiter = createLimiter(0.01)
  await mailIn({ from, to: answer.replyTo, subject: 'Re: Lamp', text: 'It works.' })
  expect((await messagesOf(acme, id)).at(-1)).toMatchObject({ kind: 'reply', bodyText: 'It works.' })
})

test('the files of a mail that is one too many are kept with it alone, until it is recovered', async () => {
  const world = await makeWorkspace('flooded', 'Flooded', ['Flora', 'Finn', 'Frida', 'Fabian'])
  platform.limiter = createLimiter(0.04)
  const attachments = [{ filename: 'log.txt', content: 'A line' }]
  const [first] = await flood(1, { from: 'Flood <flood@example.org>', to: supportOf(world), attachments })
  expect(first).toMatchObject({
    state: 'suspended',
    decision: { code: 'too-many-tickets', sender: 'flood@example.org' },
  })
  expect(await storedKeys(world.id, 'files')).toEqual([])

  platform.limiter = relaxed
  const { ticketId } = await as(world.agent)(recoverMail, { params: { id: first!.id } })
  expect((await messagesOf(world, ticketId))[0]!.attachments).toMatchObject([{ name: 'log.txt', bytes: 6 }])
  expect(await storedKeys(world.id, 'files')).toHaveLength(1)
})

test('a workspace that gets too many mails asks all senders to come later, and keeps none of those', async () => {
  const strict = { ...platform, limiter: createLimiter(0.01) }
  const store = () => {
    const from = newSender()
    const raw = Buffer.from(`From: ${from}\r\nMessage-ID: ${newMessageId()}\r\n\r\nHello`)
    const about = { remoteAddress: '127.0.0.1', heloName: '', secure: false }
    return storeMail(strict, { ...about, raw, envelopeFrom: from, recipients: [supportOf(globex)] })
  }
  const stored = async () =>
    (await owner.query('select id from inbound_mails where workspace_id = $1', [globex.id])).rows.length
  const before = await stored()
  await Promise.all(Array.from({ length: 20 }, store))
  await expect(store()).rejects.toMatchObject({ responseCode: 451 })
  expect(await stored()).toBe(before + 20)
})
