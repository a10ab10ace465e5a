import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listSuspendedMails, showMailOfMessage, writeMessage } from '#contract/tickets/messages.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import { mailKey } from '#server/files/storage-keys.ts'
import { as, ask } from '#test/ask.ts'
import { decisionsOn, mailIn, rawMailIn, supportOf } from '#test/mail-in.ts'
import { mailedTicket, messagesOf, newMessageId, newSender } from '#test/mailed-ticket.ts'
import { acme, app, globex, owner, type Person, platform, settings } from '#test/world.ts'

const { agent } = acme
const minute = 60_000

type Mailed = { id: string; messageId: string; inboundId: string }

/** Opens a ticket by mail. Returns the ids of the ticket, its first message and the mail. */
async function mailedMessage(): Promise<Mailed> {
  const { id, messageId: mailId } = await mailedTicket(acme)
  const [first] = await messagesOf(acme, id)
  return { id, messageId: first!.id, inboundId: (await decisionsOn(mailId))[0]!.id }
}

const show = ({ id, messageId }: Pick<Mailed, 'id' | 'messageId'>, person: Person | null = agent) =>
  ask(person, showMailOfMessage, { params: { id, messageId } })

const get = (url: string, host = settings.filesHost) => app.inject({ url: new URL(url).pathname, headers: { host } })

const sign = (fileId: string, use: 'source' | 'mail' = 'source', workspaceId = acme.id) =>
  signFileUrl(platform, { workspaceId, fileId, use })

test('how a mail got here is for its own team', async () => {
  const mailed = await mailedMessage()
  const answers = await Promise.all(
    [acme.admin, agent, globex.admin, acme.customer, null].map((who) => show(mailed, who)),
  )
  expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
    ...[[200, undefined] as const, [200, undefined] as const],
    ...[[404, 'mail-not-found'] as const, [403, 'not-allowed'] as const, [401, 'not-signed-in'] as const],
  ])
})

test('a message is shown on its own ticket alone, and one that was no mail has none', async () => {
  const [one, other] = [await mailedMessage(), await mailedMessage()]
  const { id: written } = await as(agent)(writeMessage, { params: { id: one.id }, body: { text: 'No mail' } })
  const answers = [
    await show({ id: other.id, messageId: one.messageId }),
    await show({ id: one.id, messageId: written! }),
    await show({ id: one.id, messageId: randomUUID() }),
  ]
  expect(answers.map((answer) => answer.json().code)).toEqual(Array(3).fill('mail-not-found'))
})

test('a signed address ends after some minutes', async () => {
  const { inboundId } = await mailedMessage()
  const signedAgo = (minutes: number, use: 'source' | 'mail') =>
    signFileUrl(platform, { workspaceId: acme.id, fileId: inboundId, use }, Date.now() - minutes * minute)
  const urls = [signedAgo(0, 'source'), signedAgo(11, 'source'), signedAgo(0, 'mail'), signedAgo(11, 'mail')]
  const answers = await Promise.all(urls.map((url) => get(url)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 410, 200, 410])
})

test.each<[string, (inboundId: string) => string]>([
  ['for another use', (id) => sign(id).replace('/source/', '/mail/')],
  ['with another signature', (id) => sign(id).replace(/\.[^.]{22}$/, `.${'A'.repeat(22)}`)],
  ['without one', (id) => sign(id).replace(/\.[^.]{22}$/, '')],
  ['of the same mail in another workspace', (id) => sign(id, 'source', globex.id)],
  ['of the same original in another workspace', (id) => sign(id, 'mail', globex.id)],
  ['of a mail that never was', () => sign(randomUUID())],
])('an address %s opens nothing', async (_, forge) => {
  const { inboundId } = await mailedMessage()
  expect((await get(forge(inboundId))).json()).toMatchObject({ status: 404, code: 'file-not-found' })
})

test('what a mail says as it came is on no host but that of files', async () => {
  const { inboundId } = await mailedMessage()
  const hosts = [settings.apiHost, settings.appHost, `${acme.domain}.${settings.rootDomain}`]
  const asked = hosts.flatMap((host) => [get(sign(inboundId), host), get(sign(inboundId, 'mail'), host)])
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(404))
})

test('of a mail whose source was removed the decision stays, and no address opens it', async () => {
  const mailed = await mailedMessage()
  await owner.query('update inbound_mails set is_purged = true where id = $1', [mailed.inboundId])
  expect((await show(mailed)).json()).toMatchObject({
    ...{ decision: { code: 'opened-ticket' }, sourceUrl: null, originalUrl: null },
  })
  const answers = await Promise.all([get(sign(mailed.inboundId)), get(sign(mailed.inboundId, 'mail'))])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
})

test('a mail whose bytes are missing is not found, which is no fault of who asks', async () => {
  const { inboundId } = await mailedMessage()
  await platform.storage.remove(mailKey(acme.id, inboundId))
  expect((await get(sign(inboundId))).json()).toMatchObject({ status: 404, code: 'file-not-found' })
})

test('a mail of text alone is shown as text, whatever it looks like', async () => {
  const messageId = newMessageId()
  const text = 'Dear team,\n<script>evil()</script> & more'
  await mailIn({ from: newSender(), to: supportOf(acme), subject: 'Text', text, messageId })
  const [{ id } = { id: '' }] = await decisionsOn(messageId)
  const { body, headers } = await get(sign(id, 'mail'))
  expect(body).toContain('white-space:pre-wrap">Dear team,\n&lt;script&gt;evil()&lt;/script&gt; &amp; more')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; img-src data:;/)
})

test('of a mail that cannot be read there is the source, and no page', async () => {
  const messageId = newMessageId()
  const parts = '--B\r\n\r\nx\r\n'.repeat(101)
  const head = `From: ${newSender()}\r\nMessage-ID: ${messageId}\r\nContent-Type: multipart/mixed; boundary=B`
  await rawMailIn(`${head}\r\n\r\n${parts}--B--\r\n`, supportOf(acme))
  const [{ id } = { id: '' }] = await decisionsOn(messageId)
  expect((await get(sign(id, 'mail'))).statusCode).toBe(404)
  const { items } = await as(agent)(listSuspendedMails, { query: {} })
  const { body, statusCode } = await get(items.find((mail) => mail.id === id)!.sourceUrl)
  expect([statusCode, body.includes('boundary=B')]).toEqual([200, true])
})
