import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { signFileUrl } from '#server/files/file-urls.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { addTo, newMedia } from '#test/new-media.ts'
import { type Upload, upload } from '#test/upload.ts'
import { acme, app, owner, platform, settings } from '#test/world.ts'

const drawing = (inside: string, size = 'width="40" height="20"', before = ''): Upload => ({
  ...{ name: 'logo.svg', type: 'image/svg+xml' },
  bytes: Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`,
  ),
})
const teal = '<rect width="100%" height="100%" fill="#008080"/>'
const get = (url: string, host = `${acme.domain}.${settings.rootDomain}`) =>
  app.inject({ url: url.replace(/^https?:\/\/[^/]+/, ''), headers: { host } })
const keptOf = async (id: string) => {
  const { rows } = await owner.query('select file_id from media where id = $1', [id])
  return (await platform.storage.read(fileKey(acme.id, rows[0].file_id))).toString()
}
const colourAt = async (bytes: Buffer) => [...(await sharp(bytes).resize(1, 1).flatten().raw().toBuffer())]

test('a drawing is a picture of the library: whatever is shown of it was made by us, as sharp as it is large', async () => {
  const { id, kind, mime, url, lastingUrl, thumbnail, width, height } = await newMedia(drawing(teal))
  expect([kind, mime, width, height]).toEqual(['image', 'image/svg+xml', 2560, 1280])
  expect(lastingUrl).toMatch(new RegExp(`${id}-2560x1280-[0-9a-f]{16}\\.png$`))
  const shown = await get(`${url}?w=800&format=png`)
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'png', width: 800, height: 400 })
  expect(await colourAt(shown.rawPayload)).toEqual([0, 128, 128])
  const plain = await get(lastingUrl)
  expect(plain.headers['content-type']).toBe('image/png')
  const small = await get(thumbnail!, settings.filesHost)
  expect([small.statusCode, small.headers['content-type']]).toEqual([200, 'image/webp'])
})

test('a drawing is known by its name, too', async () => {
  expect(await newMedia({ ...drawing(teal), type: 'application/octet-stream' })).toMatchObject({
    mime: 'image/svg+xml',
  })
})

test('of a drawing nothing stays that runs, moves, or leads out of it', async () => {
  const inside = [
    ...[
      '<script>alert(1)</script>',
      '<SCRIPT>alert(2)</SCRIPT>',
      '<foreignObject><iframe src="//evil"/></foreignObject>',
    ],
    '<rect onclick="alert(3)" width="9" height="9" fill="url(#own)" style="fill: url(//evil/a)"/>',
    '<a href="javascript:alert(4)" xlink:href="//evil/b"><text>Words</text></a><use href="https://evil/c#d"/>',
    '<image href="file:///etc/passwd"/><image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
    '<image width="1" height="1" href="data:image/png;base64,iVBORw0KGgo="/><use href="#own"/>',
    '<animate attributeName="href" to="javascript:alert(5)"/><set attributeName="onload" to="alert(6)"/>',
    '<style>@import "//evil/e"; rect { fill: red }</style><style>rect { fill: \\75rl(//evil/f) }</style>',
    '<style>.kept { fill: blue }</style><style><![CDATA[</style><script>alert(7)</script>]]></style>',
    '<html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(8)</html:script>',
  ]
  const before = '<?xml version="1.0"?><?xml-stylesheet href="//evil/g"?><!DOCTYPE svg [<!ENTITY x "y">]><!-- evil -->'
  const { id } = await newMedia(drawing(inside.join(''), 'onload="alert(9)" width="40" height="20"', before))
  const kept = await keptOf(id)
  expect(kept).not.toMatch(/script|alert|evil|passwd|iframe|foreign|animate|<set|ENTITY|DOCTYPE|import|75rl|svg\+xml/i)
  for (const word of ['.kept { fill: blue }', 'Words', 'fill="url(#own)"', 'href="#own"', 'data:image/png']) {
    expect(kept).toContain(word)
  }
})

test('what a drawing names elsewhere is not looked for, neither here nor in the network', async () => {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const evil = `http://127.0.0.1:${port}/a.png`
  const inside = `<image href="${evil}" width="40" height="20"/><image xlink:href="file:///etc/hostname" width="9" height="9"/>
    <style>@import url(${evil});</style><rect width="9" height="9" fill="url(${evil}#a)"/>`
  expect(await newMedia(drawing(inside))).toMatchObject({ kind: 'image' })
  server.close()
  expect(asked).toBe(0)
})

test.each([
  ['of a million pixels', drawing(teal, 'width="1000000" height="1000000"')],
  ['of a billion pixels', drawing(teal, 'viewBox="0 0 1000000000 1000000000"')],
  ['within a drawing, a thousand times', drawing('<g>'.repeat(1000) + '</g>'.repeat(1000))],
  ['of more than two megabytes', drawing('<g/>'.repeat(600_000))],
  ['of entities of entities', entityBomb(24)],
  ['that is a page', { ...drawing(''), bytes: Buffer.from('<html><svg/></html>') }],
  ['in no known letters', { ...drawing(''), bytes: Buffer.from([0xff, 0xfe, 0x3c, 0x00]) }],
  [
    'that is another picture',
    { ...drawing(''), bytes: await sharp(Buffer.from('<svg width="9" height="9"/>')).png().toBuffer() },
  ],
])('a drawing %s is refused with a sentence, or made safe', async (_, file) => {
  const answer = await addTo(acme.agent, [file])
  const { items, code } = answer.json()
  expect([answer.statusCode, code ?? items[0].kind].join(' ')).toMatch(/^(201 image|422 picture-unreadable)$/)
  expect(items?.[0].width ?? 1).toBeLessThanOrEqual(2560)
})

test('a drawing that is attached elsewhere is shown nowhere', async () => {
  const [file] = (await upload(acme.agent, [drawing(teal)])).json().items
  const shown = signFileUrl(platform, { workspaceId: acme.id, fileId: file.id, use: 'image' })
  expect((await get(shown, settings.filesHost)).statusCode).toBe(404)
})

function entityBomb(depth: number): Upload {
  const entities = Array.from({ length: depth }, (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`).join('')
  return drawing(`<text>&e${depth};</text>`, undefined, `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities}]>`)
}
