import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { writeMessage } from '#contract/tickets/messages.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { textFile, upload } from '#test/upload.ts'
import { acme, app, globex, owner, platform } from '#test/world.ts'
import { readFileUrl, signFileUrl } from './file-urls.ts'
import { dispositionOf } from './send-file.ts'
import { cleanFileName } from './uploads/upload-files.ts'

const download = (url: string) => {
  const { hostname, pathname } = new URL(url)
  return app.inject({ url: pathname, headers: { host: hostname } })
}
const urlOf = (fileId: string, use: 'download' | 'image' = 'download') =>
  signFileUrl(platform, { workspaceId: acme.id, fileId, use })

describe('an upload', () => {
  test('comes back byte for byte, as a download and under its own name', async () => {
    const [file] = (await upload(acme.agent, [textFile('Bericht März.html', '<script>alert(1)</script>')])).json().items
    const answer = await download(urlOf(file.id))
    expect(answer.body).toBe('<script>alert(1)</script>')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Bericht M_rz.html"; filename*=UTF-8''Bericht%20M%C3%A4rz.html`,
    })
  })

  test('of more than 25 MB is refused and leaves nothing', async () => {
    const count = async () => (await owner.query('select count(*)::int as n from files')).rows[0].n
    const before = await count()
    const answer = await upload(acme.agent, [
      textFile(),
      { ...textFile('big.bin'), bytes: Buffer.alloc(25 * 1024 * 1024 + 1) },
    ])
    expect(answer.json()).toMatchObject({ status: 413, code: 'file-too-large' })
    expect(await count()).toBe(before)
  })

  test('of more than twenty files is refused', async () => {
    const answer = await upload(
      acme.agent,
      Array.from({ length: 21 }, (_, index) => textFile(`${index}.txt`)),
    )
    expect(answer.json()).toMatchObject({ status: 413, code: 'too-many-files' })
  })

  test('needs somebody who is signed in', async () => {
    expect((await upload(null, [textFile()])).statusCode).toBe(401)
  })
})

describe('a picture', () => {
  test('is shown as we encode it, without what it carried along', async () => {
    const original = await sharp({ create: { width: 3000, height: 10, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: 'Secret place' } })
      .jpeg()
      .toBuffer()
    const [file] = (await upload(acme.agent, [{ name: 'a.jpg', type: 'image/jpeg', bytes: original }])).json().items
    const shown = await download(urlOf(file.id, 'image'))
    expect(shown.headers['content-type']).toBe('image/jpeg')
    const { width, exif } = await sharp(shown.rawPayload).metadata()
    expect([width, exif]).toEqual([2560, undefined])
  })

  test.each([
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['image/png', 'no picture at all'],
    ['image/png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'],
    ['text/html', '<script>alert(1)</script>'],
  ])('is never shown when it is %s without being one', async (type, content) => {
    const [file] = (await upload(acme.agent, [{ name: 'x', type, bytes: Buffer.from(content) }])).json().items
    expect((await download(urlOf(file.id, 'image'))).statusCode).toBe(404)
  })
})

test('a text that calls itself a picture becomes no logo', async () => {
  const [file] = (
    await upload(acme.admin, [{ name: 'logo.png', type: 'image/png', bytes: Buffer.from('no picture') }])
  ).json().items
  expect(await as(acme.admin)(changeWorkspace, { body: { logoFileId: file.id } })).toMatchObject({ status: 400 })
})

test('a picture becomes the logo, and the public sees it', async () => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const [file] = (await upload(acme.admin, [{ name: 'logo.png', type: 'image/png', bytes }])).json().items
  const { logoUrl } = await as(acme.admin)(changeWorkspace, { body: { logoFileId: file.id } })
  expect((await download(logoUrl!)).headers['content-type']).toBe('image/png')
})

test('what was sent with a message becomes no logo, nor what somebody else uploaded', async () => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const uploadBy = async (person: typeof acme.admin) =>
    (await upload(person, [{ name: 'a.png', type: 'image/png', bytes }])).json().items[0].id
  const choose = (logoFileId: string) => as(acme.admin)(changeWorkspace, { body: { logoFileId } })
  const ofCustomer = await uploadBy(acme.customer)
  expect(await choose(ofCustomer)).toMatchObject({ code: 'file-not-found' })
  await newTicket(acme).then(({ id }) =>
    as(acme.customer)(writeMessage, { params: { id }, body: { attachments: [ofCustomer] } }),
  )
  expect(await choose(ofCustomer)).toMatchObject({ code: 'file-not-found' })
  const own = await uploadBy(acme.admin)
  const chosen = await choose(own)
  expect(await choose(own)).toMatchObject({ logoUrl: chosen.logoUrl })
})

describe('the address of a file', () => {
  test('stays the same for some minutes and then runs out', () => {
    const ref = { workspaceId: acme.id, fileId: randomUUID(), use: 'download' } as const
    const noon = Date.parse('2026-01-01T12:00:00.000Z')
    const url = signFileUrl(platform, ref, noon)
    const token = url.split('/').at(-1)!
    expect(signFileUrl(platform, ref, noon + 60_000)).toBe(url)
    expect(readFileUrl(platform.keys.fileUrl, 'download', token, noon + 5 * 60_000)).toEqual(ref)
    expect(() => readFileUrl(platform.keys.fileUrl, 'download', token, noon + 11 * 60_000)).toThrow(/expired/)
    expect(readFileUrl(platform.keys.fileUrl, 'image', token, noon)).toBeNull()
  })

  test('finds nothing in another workspace', async () => {
    const [file] = (await upload(acme.agent, [textFile()])).json().items
    const stolen = signFileUrl(platform, { workspaceId: globex.id, fileId: file.id, use: 'download' })
    expect((await download(stolen)).statusCode).toBe(404)
  })
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\x\\report.pdf', 'report.pdf'],
  ['a\u0000b\r\n.txt', 'ab.txt'],
  ['evil\u202egnp.exe', 'evilgnp.exe'],
  ['', 'file'],
])('the given name %j is kept as %s', (given, kept) => {
  expect(cleanFileName(given)).toBe(kept)
})

test('a very long name keeps its ending', () => {
  const kept = cleanFileName(`${'ü'.repeat(300)}.pdf`)
  expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(255)
  expect(kept.endsWith('.pdf')).toBe(true)
})

test('a name with quotes cannot break out of its header', () => {
  expect(dispositionOf('a"; x=y\\.txt')).toBe(
    `attachment; filename="a_; x=y_.txt"; filename*=UTF-8''a%22%3B%20x%3Dy%5C.txt`,
  )
})
