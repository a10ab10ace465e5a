import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { showFile } from '#contract/files/files.ts'
import { changeArticle } from '#contract/knowledge-base/articles.ts'
import { redactMessage, writeMessage } from '#contract/tickets/messages.ts'
import { type FileUse, signFileUrl, signToken } from '#server/files/file-urls.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle } from '#test/new-article.ts'
import { newKey } from '#test/new-key.ts'
import { newMedia, newPicture } from '#test/new-media.ts'
import { newTicket } from '#test/new-ticket.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { acme, app, globex, owner, type Person, platform } from '#test/world.ts'

const { admin, agent, customer, otherCustomer } = acme
const open = (url: string) => {
  const { host, pathname, search } = new URL(url)
  return app.inject({ url: pathname + search, headers: { host } })
}
const statusFor = async (person: Person, id: string) => (await ask(person, showFile, { params: { id } })).statusCode
const byKey = async (...scopes: Parameters<typeof newKey>[1]): Promise<Person> => ({
  ...admin,
  token: await newKey(acme, scopes),
})

async function attachedTo(kind: 'reply' | 'note', sendAt?: string) {
  const ticket = await newTicket(acme)
  const file = await uploaded(agent, textFile('log.txt', 'a line'))
  const message = await as(agent)(writeMessage, {
    params: { id: ticket.id },
    body: { text: 'See', kind, attachments: [file.id], ...(sendAt && { sendAt }) },
  })
  return { ticket, file, message }
}

test('an address that has expired says so and names the file, which then has a new one', async () => {
  const { file } = await attachedTo('note')
  const ago = Date.now() - 24 * 3600_000
  for (const use of ['download', 'image', 'thumbnail', 'play'] as FileUse[]) {
    const answer = await open(signFileUrl(platform, { workspaceId: acme.id, fileId: file.id, use }, ago))
    expect(answer.json()).toMatchObject({ status: 410, code: 'link-expired', file: file.id })
  }
  const link = await as(agent)(showFile, { params: { id: file.id } })
  expect(link).toMatchObject({ id: file.id, name: 'log.txt', mime: 'text/plain', bytes: 6, pictureUrl: null })
  expect((await open(link.url)).body).toBe('a line')
})

test('an address of the library, of a mail and of its source that has expired says so, too', async () => {
  const asset = await newMedia()
  const ref = { workspaceId: acme.id, fileId: asset.id, use: 'media' } as const
  const token = signToken(platform.keys.fileUrl, ref, Date.now() - 24 * 3600_000)
  const signed = new URL(asset.url)
  signed.searchParams.set('token', token)
  expect((await open(signed.href)).json()).toMatchObject({ status: 410, code: 'link-expired' })
  for (const use of ['mail', 'source'] as FileUse[])
    expect((await open(signFileUrl(platform, { ...ref, use }, 0))).statusCode).toBe(410)
})

test('one that somebody made up is still nothing', async () => {
  const [body] = signToken(platform.keys.fileUrl, { workspaceId: acme.id, fileId: acme.id, use: 'download' }, 0).split(
    '.',
  )
  const made = await open(
    `${signFileUrl(platform, { workspaceId: acme.id, fileId: acme.id, use: 'download' }).split('/download/')[0]}/download/${body}.x`,
  )
  expect(made.statusCode).toBe(404)
})

test('a file of a message is for whoever may read that', async () => {
  const [reply, note] = [await attachedTo('reply'), await attachedTo('note')]
  const held = await attachedTo('reply', '2130-01-01T00:00:00Z')
  const people = [agent, customer, otherCustomer, globex.admin, globex.customer]
  const may = async (id: string) => Promise.all(people.map((person) => statusFor(person, id)))
  expect(await may(reply.file.id)).toEqual([200, 200, 404, 404, 404])
  expect(await may(note.file.id)).toEqual([200, 404, 404, 404, 404])
  expect(await may(held.file.id)).toEqual([200, 404, 404, 404, 404])
  await as(admin)(redactMessage, { params: { id: reply.ticket.id, messageId: reply.message.id } })
  expect(await may(reply.file.id)).toEqual([404, 404, 404, 404, 404])
})

test('a file of the library, of an article and an upload is for whom those are', async () => {
  const asset = await newMedia()
  const { rows } = await owner.query('select file_id from media where id = $1', [asset.id])
  const picture = await uploaded(admin, await newPicture())
  const article = await newArticle({ title: 'With a picture' })
  const image = { type: 'image', attrs: { file: picture.id, alt: '' } }
  await as(admin)(changeArticle, {
    params: { id: article.id },
    body: { document: { type: 'doc', content: [image] } } as never,
  })
  const upload = await uploaded(agent, textFile())
  const people = [admin, agent, customer, globex.admin]
  const may = async (id: string) => Promise.all(people.map((person) => statusFor(person, id)))
  expect(await may(rows[0].file_id)).toEqual([200, 200, 404, 404])
  expect(await may(picture.id)).toEqual([200, 404, 404, 404])
  expect(await may(upload.id)).toEqual([404, 200, 404, 404])
  expect(await may(randomUUID())).toEqual([404, 404, 404, 404])
})

test('a key has the files of what its scopes read', async () => {
  const { file } = await attachedTo('note')
  const { rows } = await owner.query('select file_id from media where id = $1', [(await newMedia()).id])
  const asks = async (person: Person) => [await statusFor(person, file.id), await statusFor(person, rows[0].file_id)]
  expect(await asks(await byKey('tickets:read', 'content:read'))).toEqual([200, 200])
  expect(await asks(await byKey('tickets:read'))).toEqual([200, 404])
  expect(await asks(await byKey('content:read'))).toEqual([404, 200])
})
