import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { signFileUrl } from '#server/files/file-urls.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { addTo, newMedia } from '#test/new-media.ts'
import { type Upload, upload } from '#test/upload.ts'
import { acme, app, owner, platform, runJobs, settings } from '#test/world.ts'

const drawing = (inside: string, size = 'width="40" height="20"', before = ''): Upload => ({
  ...{ name: 'logo.svg', type: 'image/svg+xml' },
  bytes: Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`,
  ),
})
const teal = '<rect width="100%" height="100%" fill="#008080"/>'
const get = (url: string, host = `${acme.domain}.${settings.rootDomain}`, headers: Record<string, string> = {}) =>
  app.inject({ url: url.replace(/^https?:\/\/[^/]+/, ''), headers: { host, ...headers } })
const keptOf = async (id: string) => {
  const { rows } = await owner.query('select file_id from media where id = $1', [id])
  return (await platform.storage.read(fileKey(acme.id, rows[0].file_id))).toString()
}
const colourAt = async (bytes: Buffer) => [...(await sharp(bytes).resize(1, 1).flatten().raw().toBuffer())]

const browser = 'image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8'

test('a drawing is delivered as a drawing in its own size, and as a picture to who asks for one', async () => {
  const { id, kind, mime, bytes, url, lastingUrl, thumbnail, width, height } = await newMedia(drawing(teal))
  expect([kind, mime, width, height]).toEqual(['image', 'image/svg+xml', 40, 20])
  expect(lastingUrl).toMatch(new RegExp(`${id}-40x20-[0-9a-f]{16}\\.svg$`))
  for (const address of [url, lastingUrl, `${url}?w=800`]) {
    const { headers, rawPayload } = await get(address, undefined, { accept: browser })
    expect(headers).toMatchObject({
      ...{ 'content-type': mime, vary: 'Accept', 'x-content-type-options': 'nosniff', 'content-disposition': 'inline' },
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    })
    expect([rawPayload.length, rawPayload.toString()]).toEqual([bytes, await keptOf(id)])
  }
  const typeOf = async (query: string, accept = browser) =>
    (await get(url + query, undefined, { accept })).headers['content-type']
  expect(await typeOf('', 'image/webp')).toBe('image/webp')
  expect(await typeOf('', 'image/png,image/svg+xml;q=0')).toBe('image/png')
  expect(await typeOf('?w=64&h=64')).toBe('image/avif')
  expect(await typeOf('?blur=5', '*/*')).toBe('image/png')
  const shown = await get(`${url}?w=800&format=png`)
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'png', width: 800, height: 400 })
  expect(await colourAt(shown.rawPayload)).toEqual([0, 128, 128])
  const small = await get(thumbnail!, settings.filesHost)
  expect([small.statusCode, small.headers['content-type']]).toEqual([200, 'image/webp'])
})

test.each([
  ['width="210mm" height="297mm" viewBox="0 0 210 297"', [794, 1123], [1810, 2560]],
  ['width="2cm" height="1cm"', [76, 38], [2560, 1280]],
  ['width="1in" height="0.5in"', [96, 48], [2560, 1280]],
  ['width="72pt" height="36pt"', [96, 48], [2560, 1280]],
  ['width="6pc" height="40.5q"', [96, 38], [2560, 1013]],
  ['width="10em" height="5rem"', [160, 80], [2560, 1280]],
  ['width="100%" height="100%" viewBox="0 0 24 12"', [24, 12], [2560, 1280]],
  ['viewBox="0 0 24 12"', [24, 12], [2560, 1280]],
  ['width="48" viewBox="0 0 24 12"', [48, 24], [2560, 1280]],
  ['style="width:2cm;height:1cm" viewBox="0 0 24 12"', [76, 38], [2560, 1280]],
  ['', [300, 150], [2560, 1280]],
  ['width="1000000" height="1000"', [100_000, 100], [2560, 3]],
])('a drawing that says %s has a size of its own, and is as sharp as pictures get', async (size, own, shown) => {
  const { url, width, height } = await newMedia(drawing(teal, size))
  expect([width, height]).toEqual(own)
  const made = await get(`${url}?format=png`)
  const seen = await sharp(made.rawPayload).metadata()
  expect([seen.width, seen.height]).toEqual(shown)
  const [red, green, blue] = await colourAt(made.rawPayload)
  expect([red, green! - blue!, Math.abs(green! - 128) < 25]).toEqual([0, 0, true])
})

test('what is drawn in millimetres within a drawing is as large as it says', async () => {
  const half = '<rect width="50mm" height="50mm" fill="#008080"/>'
  const { url } = await newMedia(drawing(half, 'width="100mm" height="50mm"'))
  const made = await get(`${url}?format=png&w=512`)
  const cut = (left: number) =>
    sharp(made.rawPayload).extract({ left, top: 0, width: 200, height: 256 }).png().toBuffer()
  expect([await colourAt(await cut(0)), await colourAt(await cut(312))]).toEqual([
    [0, 128, 128],
    [0, 0, 0],
  ])
})

test('a drawing that was measured as its picture before gets its own size', async () => {
  const { id, url } = await newMedia(drawing(teal))
  await owner.query('update media set width = 2560, height = 1280, thumbhash = null where id = $1', [id])
  await owner.query('select graphile_worker.add_job($1)', ['media.measure-older'])
  await runJobs()
  const { rows } = await owner.query('select width, height from media where id = $1', [id])
  expect(rows).toEqual([{ width: 40, height: 20 }])
  expect((await get(url)).statusCode).toBe(200)
})

test('a drawing that was not cleaned on its way in is cleaned on its way out', async () => {
  const { id, url } = await newMedia(drawing(teal))
  const { rows } = await owner.query('select file_id from media where id = $1', [id])
  await platform.storage.put(fileKey(acme.id, rows[0].file_id), drawing(`${teal}<script>alert(1)</script>`).bytes)
  expect((await get(url)).body).not.toContain('script')
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
  expect([answer.statusCode, code ?? items[0].kind].join(' ')).toMatch(
    /^(201 image|422 picture-(unreadable|too-large))$/,
  )
  expect(items?.[0].width ?? 1).toBeLessThanOrEqual(100_000)
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
