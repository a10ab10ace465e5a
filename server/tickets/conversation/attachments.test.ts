import sharp from 'sharp'
import { expect, test } from 'vitest'
import { uploadFiles } from '#contract/files/files.ts'
import { listMessages, saveDraft, showDraft, takeBackMessage, writeMessage } from '#contract/tickets/messages.ts'
import { createTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { uploaded } from '#test/upload.ts'
import { acme, app, globex, type Person, settings } from '#test/world.ts'

const { agent, customer } = acme

async function upload(person: Person, name = 'proof.txt', content = 'It is so') {
  const boundary = 'a-boundary'
  const response = await app.inject({
    method: uploadFiles.method,
    url: uploadFiles.path,
    headers: {
      ...{ host: settings.apiHost, authorization: `Bearer ${person.token}` },
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n${content}\r\n--${boundary}--\r\n`,
  })
  return response.json().items[0].id
}

const download = (url: string) => {
  const { host, pathname } = new URL(url)
  return app.inject({ url: pathname, headers: { host } })
}

test('a file goes with a message and is read by a signed address', async () => {
  const file = await upload(customer)
  const { id } = await as(customer)(createTicket, {
    body: { subject: 'Proof', text: 'See the file', attachments: [file] },
  })
  const { items } = await as(agent)(listMessages, { params: { id }, query: {} })
  expect(items[0]!.attachments).toMatchObject([
    { id: file, name: 'proof.txt', mime: 'text/plain', bytes: 8, inline: false },
  ])
  const bytes = await download(items[0]!.attachments[0]!.url)
  expect([bytes.statusCode, bytes.body, bytes.headers['content-type']]).toEqual([
    200,
    'It is so',
    'application/octet-stream',
  ])
})

test('a file alone is a message, shown in the list by its name', async () => {
  const { id } = await newTicket(acme)
  const file = await upload(customer, 'screenshot.txt')
  const message = await as(customer)(writeMessage, { params: { id }, body: { attachments: [file] } })
  expect(message).toMatchObject({ bodyText: '', attachments: [{ name: 'screenshot.txt' }] })
})

test.each([
  ['a colleague', acme.admin],
  ['another workspace', globex.agent],
  ['a customer', customer],
] as const)('nobody sends a file that %s uploaded', async (_, person) => {
  const { id } = await newTicket(acme)
  const attachments = [await upload(person)]
  expect(await as(agent)(writeMessage, { params: { id }, body: { text: 'See', attachments } })).toMatchObject({
    code: 'file-not-found',
  })
})

test('a file goes with one message alone', async () => {
  const { id } = await newTicket(acme)
  const attachments = [await upload(agent)]
  await as(agent)(writeMessage, { params: { id }, body: { text: 'See', attachments } })
  expect(await as(agent)(writeMessage, { params: { id }, body: { text: 'Again', attachments } })).toMatchObject({
    code: 'file-not-found',
  })
})

test('a picture in the text gets an address, but not when it is of another message', async () => {
  const { id } = await newTicket(acme)
  const own = await upload(agent, 'own.png')
  const foreign = await upload(customer, 'foreign.png')
  await as(customer)(writeMessage, { params: { id }, body: { text: 'Mine', attachments: [foreign] } })
  const html = `<p>Look <img data-file="${own}" alt="x"> and <img data-file="${foreign}" alt="y"></p>`
  const message = await as(agent)(writeMessage, { params: { id }, body: { html, attachments: [own] } })
  expect(message.bodyHtml.match(/src="/g)).toHaveLength(1)
  expect(message.bodyHtml).toMatch(new RegExp(`src="${settings.filesOrigin}/image/[^"]+" data-file="${own}"`))
  expect(message.attachments).toMatchObject([{ id: own, inline: true }])
})

test('what is taken back brings its files back into the draft', async () => {
  const { id } = await newTicket(acme)
  const file = await upload(agent)
  const sendAt = new Date(Date.now() + 60_000).toISOString()
  const held = await as(agent)(writeMessage, { params: { id }, body: { text: 'Held', attachments: [file], sendAt } })
  expect(held.attachments).toMatchObject([{ id: file }])
  const { draft } = await as(agent)(takeBackMessage, { params: { id, messageId: held.id } })
  expect(draft).toMatchObject({ attachments: [{ id: file, name: 'proof.txt' }] })
  await as(agent)(writeMessage, { params: { id }, body: { text: 'Now', attachments: [file] } })
  expect(await as(agent)(showDraft, { params: { id } })).toEqual({ draft: null })
})

test('a draft keeps its files while its text changes, and only own ones', async () => {
  const { id } = await newTicket(acme)
  const file = await upload(agent)
  await as(agent)(saveDraft, { params: { id }, body: { kind: 'reply', html: 'A', attachments: [file] } })
  const saved = await as(agent)(saveDraft, { params: { id }, body: { kind: 'reply', html: 'AB' } })
  expect(saved.draft).toMatchObject({ html: 'AB', attachments: [{ id: file }] })
  const attachments = [await upload(customer)]
  expect(await as(agent)(saveDraft, { params: { id }, body: { kind: 'reply', html: 'A', attachments } })).toMatchObject(
    { code: 'file-not-found' },
  )
})

test('a picture is shown in small, as it is encoded anew, and nothing else is', async () => {
  const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const picture = await uploaded(customer, { name: 'lamp.png', type: 'image/png', bytes: png })
  const drawing = await uploaded(customer, { name: 'a.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') })
  const attachments = [picture.id, drawing.id]
  const { id } = await as(customer)(createTicket, { body: { subject: 'Lamp', text: 'See', attachments } })
  const [message] = (await as(customer)(listMessages, { params: { id }, query: {} })).items
  expect(message!.attachments.map(({ pictureUrl }) => pictureUrl === null)).toEqual([false, true])
  const answer = await download(message!.attachments[0]!.pictureUrl!)
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 480, height: 320 })
})
