import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import type { InputOf } from '#contract/pages.ts'
import { listMessages, listSuspendedMails, recoverMail, showDraft, writeMessage } from '#contract/tickets/messages.ts'
import { listTicketEvents, showTicket } from '#contract/tickets/tickets.ts'
import { refreshToken, refreshTokenCustomer } from '#contract/workspace/identity.ts'
import { showWorkspace } from '#contract/workspace/settings.ts'
import { showTeamInfo } from '#contract/workspace/team.ts'
import { readMigrations } from '#server/platform/database/migrations.ts'
import { updateFrom } from '#test/installed-before.ts'

const { app, owner, settings, facts, migrationsBefore, mailPort, runJobs } = await updateFrom('after-0011')
const transport = createTransport({ host: '127.0.0.1', port: mailPort, ignoreTLS: true })

const renewed = new Map<string, string>()
const ada = () => tokenOf('ada')
const carl = () => tokenOf('carl')
const olga = () => tokenOf('olga', refreshTokenCustomer)

/** Exchanges a refresh token from before the update for an access token, once per name. */
async function tokenOf(name: string, exchange: typeof refreshToken | typeof refreshTokenCustomer = refreshToken) {
  const known = renewed.get(name)
  if (known) return known
  const pair = await call(null, exchange, { body: { refreshToken: facts.sessions[name] } })
  expect(pair.accessToken).toEqual(expect.any(String))
  renewed.set(name, pair.accessToken)
  return pair.accessToken
}

async function call<E extends Endpoint>(token: string | null, endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> {
  const { params, body } = input as { params?: Record<string, string>; body?: object }
  const response = await app.inject({
    method: endpoint.method,
    url: endpoint.path.replace(/:(\w+)/g, (_, name: string) => params![name]!),
    headers: { host: settings.apiHost, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { payload: body } : {}),
  })
  return response.json()
}

const { first, second, third, globex } = facts.tickets

test('the migrations that ran before stay as they were, and all others run', async () => {
  const { rows } = await owner.query('select name, checksum from migrations order by name')
  expect(rows.slice(0, migrationsBefore.length)).toEqual(migrationsBefore)
  expect(rows.map(({ name }) => name)).toEqual((await readMigrations()).map(({ name }) => name))
})

test('whoever was signed in still is, in their own workspace', async () => {
  expect(await call(await ada(), showTeamInfo, {})).toMatchObject({ email: 'ada@acme.test' })
  expect(await call(await carl(), showTeamInfo, {})).toMatchObject({ email: 'carl@acme.test' })
  expect(await call(await olga(), showTicket, { params: { id: first } })).toMatchObject({ number: 1 })
  expect(await call(await olga(), showTicket, { params: { id: second } })).toMatchObject({ status: 404 })
  expect(await call(await ada(), showTicket, { params: { id: globex } })).toMatchObject({ status: 404 })
})

test('tickets and customers are found by whole addresses, as those that came later', async () => {
  const headers = { host: settings.apiHost, authorization: `Bearer ${await ada()}` }
  const found = async (list: string) =>
    (await app.inject({ url: `/api/v1/${list}?q=olga@customer.test`, headers })).json().items.map(idOf)
  const idOf = ({ id }: { id: string }) => id
  expect(await found('tickets')).toContain(first)
  expect(await found('customers')).toHaveLength(1)
})

test('the settings of a workspace are what they were', async () => {
  expect(await call(await ada(), showWorkspace, {})).toMatchObject(facts.workspace)
})

test.each([first, second, third])('a ticket, its conversation and its history are what they were: %s', async (id) => {
  const before = facts.shown[id]
  const at = { params: { id } }
  // The earlier version gave held messages no number.
  const messages = before.messages.map((message: object, index: number) => ({ ...message, seq: index + 1 }))
  const ticket = { ...before.ticket, lastMessageSeq: messages.length }
  expect(await call(await ada(), showTicket, at)).toMatchObject(ticket)
  expect((await call(await ada(), listMessages, { ...at, query: {} })).items).toMatchObject(messages)
  const { items } = await call(await ada(), listTicketEvents, { ...at, query: {} })
  expect(items).toMatchObject(before.events)
})

test('a draft still says what its author wrote', async () => {
  expect(await call(await carl(), showDraft, { params: { id: first } })).toMatchObject({
    draft: { kind: 'reply', html: '<p>One more thing</p>' },
  })
})

test('a file is where it was', async () => {
  const { items } = await call(await ada(), listMessages, { params: { id: second }, query: {} })
  const { url } = items[0]!.attachments[0]!
  const { pathname, host } = new URL(url)
  const response = await app.inject({ url: pathname, headers: { host } })
  expect(response.statusCode).toBe(200)
  expect(response.rawPayload.byteLength).toBe(8)
})

test('a customer answers a mail that was sent before the update', async () => {
  const { replyTo, messageId, ticketId } = facts.answer
  await transport.sendMail({
    from: 'olga@customer.test',
    to: replyTo,
    subject: 'Re: My order is late',
    text: 'By the address.',
  })
  await transport.sendMail({
    from: 'olga@customer.test',
    to: 'support@acme-corp.startuptools.localhost',
    subject: 'Re: My order is late',
    inReplyTo: messageId,
    text: 'By the Message-ID.',
  })
  await runJobs()

  const { items } = await call(await ada(), listMessages, { params: { id: ticketId }, query: {} })
  expect(items.slice(-2).map(({ kind, bodyText }) => ({ kind, bodyText }))).toEqual([
    { kind: 'reply', bodyText: 'By the address.' },
    { kind: 'reply', bodyText: 'By the Message-ID.' },
  ])
})

test('a mail that waited for a decision is listed with it, and becomes a ticket', async () => {
  const { items } = await call(await ada(), listSuspendedMails, { query: {} })
  const [{ cause, ...before }] = facts.suspended
  expect(items).toMatchObject([{ ...before, cause: { code: 'noted', text: cause } }])

  const { ticketId } = await call(await ada(), recoverMail, { params: { id: items[0]!.id } })
  expect(await call(await ada(), showTicket, { params: { id: ticketId } })).toMatchObject({ subject: 'Nobody' })
})

test('work goes on: the next answer is sent, under the next number of its ticket', async () => {
  const { lastMessageSeq } = await call(await ada(), showTicket, { params: { id: third } })
  const answer = await call(await ada(), writeMessage, {
    params: { id: third },
    body: { kind: 'reply', html: '<p>After the update.</p>' },
  })
  expect(answer).toMatchObject({ seq: lastMessageSeq + 1, bodyText: 'After the update.' })
})
