import type { ServerBuild } from 'react-router'
import { afterAll, expect, test } from 'vitest'
import { saveDraft, writeMessage } from '#contract/tickets/messages.ts'
import { createApp } from '#server/app.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { repeatLast } from '#test/repeat-message.ts'
import { sized } from '#test/sized.ts'
import { acme, owner, type Person, platform, settings } from '#test/world.ts'

const build: ServerBuild = await import(new URL('server/index.js', buildFolder).href)
const app = await createApp(platform, { load: async () => build })
afterAll(() => app.close())

const { agent, customer } = acme
const mostBytes = 2_000_000

/** Returns the uncompressed size of a page or of its loader data. */
async function bytesOf(path: string, { token }: Person) {
  const headers = { host: `${acme.domain}.${settings.rootDomain}:3000`, cookie: `access_token=${token}` }
  const { statusCode, rawPayload } = await app.inject({ url: path, headers })
  expect([path, statusCode]).toEqual([path, 200])
  return rawPayload.length
}

/** Inserts 99 messages directly into the database, even if the API would refuse such messages. */
const plant = (id: string, text: string, memberId: string | null = null) =>
  owner.query(
    `with said as (
      insert into messages (workspace_id, ticket_id, seq, sent_at, kind, channel, author_type, customer_id, member_id, body_html, body_text)
      select workspace_id, id, n, now(), 'reply', 'portal', case when $3::uuid is null then 'customer' else 'agent' end,
        case when $3::uuid is null then requester_id end, $3, $2, $2 from tickets, generate_series(2, 100) n
      where id = $1
    )
    update tickets set last_message_seq = 100 where id = $1`,
    [id, text, memberId],
  )

const largest = async (id: string) => {
  const documents: [string, Person][] = [
    [`/service/tickets/${id}`, agent],
    [`/service/tickets/${id}.data`, agent],
    ['/service/tickets?view=all', agent],
    ['/service/tickets.data?view=all', agent],
    [`/customer/tickets/${id}`, customer],
    [`/customer/tickets/${id}.data`, customer],
    ['/customer/tickets', customer],
    ['/customer/dashboard', customer],
  ]
  const sizes: number[] = []
  for (const [path, person] of documents) sizes.push(await bytesOf(path, person))
  return Math.max(...sizes)
}

test('no document of a ticket with 99 messages of the largest size by its customer is over 2 MB', async () => {
  const { id } = await newTicket(acme)
  const written = sized(9, 99)
  for (let turn = 0; turn < written; turn += 1)
    await as(customer)(writeMessage, { params: { id }, body: { text: 'x'.repeat(65_536) } })
  await repeatLast(id, 99 - written)
  expect(await largest(id)).toBeLessThan(mostBytes)
})

test.each([
  ['letters', 'x', 60_000],
  ['quotation marks and backslashes', '"\\', 60_000],
  ['signs that HTML writes as five', '<', 60_000],
  ['letters of four bytes', '😀', 100_000],
  ['messages of before there were limits', 'x', 1_500_000],
])('nor where they are %s', async (_, letters, bytes) => {
  const { id } = await newTicket(acme)
  await plant(id, letters.repeat(bytes / Buffer.byteLength(letters)), agent.id)
  expect(await largest(id)).toBeLessThan(mostBytes)
})

test('nor with a long draft and long held replies beside them', async () => {
  const { id } = await newTicket(acme)
  await plant(id, '"'.repeat(60_000))
  const html = `<p>${'"'.repeat(250_000)}</p>`
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  for (let turn = 0; turn < 4; turn += 1) await as(agent)(writeMessage, { params: { id }, body: { html, sendAt } })
  await as(agent)(saveDraft, { params: { id }, body: { kind: 'reply', html } })
  expect(await largest(id)).toBeLessThan(mostBytes)
})
