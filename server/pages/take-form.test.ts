import type { ServerBuild } from 'react-router'
import { afterAll, describe, expect, test } from 'vitest'
import { listMessages } from '#contract/tickets/messages.ts'
import { listTickets } from '#contract/tickets/tickets.ts'
import { createApp } from '#server/app.ts'
import { countedLimits } from '#server/platform/http/limits.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { textFile, type Upload, uploaded } from '#test/upload.ts'
import { acme, globex, makeWorkspace, newCustomer, owner, type Person, platform, settings } from '#test/world.ts'

const build: ServerBuild = await import(new URL('server/index.js', buildFolder).href)
const app = await createApp(platform, { load: async () => build })
afterAll(() => app.close())

const place = await makeWorkspace('forms', 'Forms', ['Hal', 'Hex', 'Hob', 'Huw'])

const written = { subject: 'Labels', text: 'They do not print.\nNone of them.' }
const large: Upload = { ...textFile('large.bin'), bytes: Buffer.alloc(26 * 1024 * 1024) }

type Posted = { path?: string; fields?: Record<string, string>; files?: Upload[]; headers?: Record<string, string> }

/** Posts a form as a browser does. Without a chosen file, a browser sends an empty file field. */
async function post(person: Person | null, posted: Posted = {}) {
  const { path = '/customer/tickets/create', fields = written, files = [textFile()], headers } = posted
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { bytes, name, type } of files)
    form.append('attachments', new File([new Uint8Array(bytes)], name, { type }))
  if (files.length === 0) form.append('attachments', new File([], ''))
  const body = new Response(form)
  return app.inject({
    method: 'POST',
    url: path,
    payload: Buffer.from(await body.arrayBuffer()),
    headers: {
      host: `${acme.domain}.${settings.rootDomain}:3000`,
      accept: 'text/html',
      'content-type': body.headers.get('content-type')!,
      'sec-fetch-site': 'same-origin',
      ...(person && { cookie: `access_token=${person.token}; workspace_domain=${person.domain}; timezone=UTC` }),
      ...headers,
    },
  })
}

async function sentBy(person: Person) {
  const { items } = await as(person)(listTickets, { query: {} })
  const messages = await Promise.all(items.map(({ id }) => as(person)(listMessages, { params: { id }, query: {} })))
  return messages.flatMap(({ items }) =>
    items.map(({ bodyText, attachments }) => [bodyText, attachments.map(({ name }) => name)]),
  )
}

async function storedOf(workspaceId: string) {
  const keys: string[] = []
  for await (const key of platform.storage.list(workspaceId)) keys.push(key)
  return keys
}

async function leftOf({ workspaceId, id }: Person) {
  const { rows } = await owner.query('select id from files where workspace_id = $1 and uploader_id = $2', [
    workspaceId,
    id,
  ])
  return rows
}

describe('a form that a browser posts by itself', () => {
  test('brings its files with what is written', async () => {
    const rosa = await newCustomer(acme, 'Rosa')
    const answer = await post(rosa, { files: [textFile('one.txt'), textFile('two.txt')] })
    expect([answer.statusCode, answer.headers.location]).toEqual([
      302,
      expect.stringMatching(/tickets\/[\w-]{36}\?sent$/),
    ])
    expect(await sentBy(rosa)).toEqual([[written.text, ['one.txt', 'two.txt']]])
  })

  test('brings nothing where no file was chosen', async () => {
    const rosa = await newCustomer(acme, 'Rosa')
    await post(rosa, { files: [] })
    expect([await sentBy(rosa), await leftOf(rosa)]).toEqual([[[written.text, []]], []])
  })

  test('answers a request with a file', async () => {
    const rosa = await newCustomer(acme, 'Rosa')
    const { id } = await newTicket({ ...acme, customer: rosa })
    const path = `/customer/tickets/${id}`
    const answer = await post(rosa, { path, fields: { text: 'See the log', intent: 'reply' } })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `${path}#reply`])
    expect(await sentBy(rosa)).toContainEqual(['See the log', ['log.txt']])
  })
})

describe('what is refused of it says why, leaves no file, and what was written stands in the page', () => {
  test.each([
    ['a file that is too large', [textFile(), large], 'A file can have at most 25 MB'],
    ['files that are too many', Array.from({ length: 21 }, () => textFile()), 'A message can have at most 20 files'],
  ])('%s', async (_, files, sentence) => {
    const host = `${place.domain}.${settings.rootDomain}:3000`
    const page = await post(place.customer, { files, headers: { host } })
    expect(page.body).toContain(`${sentence}. Choose the files again.`)
    expect(page.body).toContain(`>${written.text}</textarea>`)
    const stored = await storedOf(place.id)
    expect([await leftOf(place.customer), stored, await sentBy(place.customer)]).toEqual([[], [], []])
  })

  test('files that come too often', async () => {
    const rosa = await newCustomer(acme, 'Rosa')
    const { sessionId } = (await platform.tokens.verify(rosa.token))!
    platform.limiter.spend(countedLimits.write, sessionId, countedLimits.write.most * settings.limitFactor)
    const page = await post(rosa)
    expect(page.body).toMatch(/Too many requests[^<]* Choose the files again\./)
    expect([await leftOf(rosa), page.body.includes(written.text)]).toEqual([[], true])
  })

  test('the upload of somebody else', async () => {
    const rosa = await newCustomer(acme, 'Rosa')
    const { id } = await uploaded(acme.otherCustomer, textFile())
    const page = await post(rosa, { fields: { ...written, attachments: id }, files: [] })
    expect(page.body).toContain('This file does not exist')
    expect(await sentBy(rosa)).toEqual([])
  })

  test('more fields than a form has', async () => {
    const rosa = await newCustomer(acme, 'Rosa')
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field${at}`, 'x']))
    await post(rosa, { fields: { ...written, ...many } })
    expect([await leftOf(rosa), await sentBy(rosa)]).toEqual([[], []])
  })
})

describe('no files are taken', () => {
  test('from another site', async () => {
    const rosa = await newCustomer(acme, 'Rosa')
    const answer = await post(rosa, { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' } })
    expect([answer.statusCode, await leftOf(rosa), await sentBy(rosa)]).toEqual([403, [], []])
  })

  test('from a member of the team, who has no such form', async () => {
    const answer = await post(acme.agent, { path: '/admin/profile' })
    expect([answer.statusCode, await leftOf(acme.agent)]).toEqual([415, []])
  })

  test('from who is not signed in, or is a customer of another workspace', async () => {
    const answers = [await post(null), await post(globex.customer)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([302, 302])
    expect(await leftOf(globex.customer)).toEqual([])
  })
})
