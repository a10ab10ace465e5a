import { expect, test } from 'vitest'
import { fetchPicture } from '#contract/files/files.ts'
import { readDocument } from '#contract/writing/document-reading.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { as, ask } from '#test/ask.ts'
import { answering, askedOutside, outside } from '#test/outside.ts'
import { acme, globex, owner, platform } from '#test/world.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const fetching = (address: string) => ask(acme.admin, fetchPicture, { body: { address } })
const countFiles = async () => (await owner.query(`select from files`)).rows.length

test('a picture of the web becomes a file of the workspace, by its name', async () => {
  const address = outside('pictures.elsewhere.org/some/Invoice%20one.png', (_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(png),
  )
  const answer = await fetching(address)
  expect(answer.statusCode).toBe(201)
  const { id, url, ...file } = answer.json()
  expect(file).toEqual({ name: 'Invoice one.png', mime: 'image/png', bytes: png.length })
  expect(url).toContain('/image/')
  expect(await platform.storage.read(fileKey(acme.id, id))).toEqual(png)
  const { rows } = await owner.query(`select workspace_id, uploader_id, is_kept from files where id = $1`, [id])
  expect(rows).toEqual([{ workspace_id: acme.id, uploader_id: acme.admin.id, is_kept: false }])
})

test.each<[string, () => string, string]>([
  ['what is not there', () => outside('pictures.elsewhere.org/gone.png', answering(404)), 'picture-out-of-reach'],
  [
    'a page',
    () =>
      outside('pictures.elsewhere.org/page', (_, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('x'),
      ),
    'picture-out-of-reach',
  ],
  [
    'a drawing that could hold a script',
    () =>
      outside('pictures.elsewhere.org/a.svg', (_, response) =>
        response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
      ),
    'picture-out-of-reach',
  ],
  [
    'more than ten megabytes',
    () =>
      outside('pictures.elsewhere.org/big.png', (_, response) =>
        response.writeHead(200, { 'content-type': 'image/png', 'content-length': '11000000' }).end(),
      ),
    'file-too-large',
  ],
  ['the machine itself', () => 'http://127.0.0.1/secret.png', 'picture-out-of-reach'],
  ['what is no address', () => 'file:///etc/passwd', 'invalid'],
])('nothing is kept of %s', async (_, addressOf, code) => {
  const before = await countFiles()
  const answer = await fetching(addressOf())
  expect(answer.json().code).toBe(code)
  expect(await countFiles()).toBe(before)
})

test('nobody but an admin has anything fetched', async () => {
  const address = outside('pictures.elsewhere.org/once.png', answering(200))
  for (const person of [acme.agent, acme.customer, null])
    expect((await ask(person, fetchPicture, { body: { address } })).statusCode).toBeGreaterThanOrEqual(401)
  expect(askedOutside.filter((asked) => asked.includes('once.png'))).toEqual([])
})

test('HTML and Markdown are read as a document, and nothing of it is kept', async () => {
  const asAdmin = as(globex.admin)
  const html =
    '<h2>Refunds</h2><p onclick="x">A <b>day</b><script>1</script></p><img src="https://x.example/1.png" alt="One">'
  const read = await asAdmin(readDocument, { body: { html } })
  expect(read.document).toMatchObject({
    content: [
      { type: 'heading', attrs: { level: 2 } },
      { type: 'paragraph', content: [{ text: 'A ' }, { text: 'day', marks: [{ type: 'bold' }] }] },
      { type: 'picture', attrs: { file: read.pictures[0]!.file, alt: 'One' } },
    ],
  })
  expect(read.pictures).toEqual([{ file: expect.any(String), src: 'https://x.example/1.png' }])
  expect((await asAdmin(readDocument, { body: { markdown: '# A\n\n- b' } })).document).toMatchObject({
    content: [{ type: 'heading' }, { type: 'bulletList' }],
  })
  expect((await ask(globex.admin, readDocument, { body: { html, markdown: 'a' } })).statusCode).toBe(400)
  expect((await ask(globex.agent, readDocument, { body: { html } })).statusCode).toBe(200)
  expect((await ask(globex.customer, readDocument, { body: { html } })).statusCode).toBe(403)
})
