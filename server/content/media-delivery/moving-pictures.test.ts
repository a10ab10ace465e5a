import sharp from 'sharp'
import { expect, test } from 'vitest'
import { changeMedia } from '#contract/content/media.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { as } from '#test/ask.ts'
import { gifOf } from '#test/hostile-pictures.ts'
import { newMedia } from '#test/new-media.ts'
import { acme, app, owner, platform, settings } from '#test/world.ts'

const [width, height, frames] = [48, 32, 3]
const colours = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
]
/** Creates an animation with a red, a green and a blue frame. */
const moving = () =>
  sharp(Buffer.from(colours.flatMap((colour) => Array.from({ length: width * height }, () => colour)).flat()), {
    raw: { width, height: height * frames, channels: 3, pageHeight: height },
  })
const delay = [100, 200, 300]
const gif = await moving().gif({ loop: 0, delay }).toBuffer()
const webp = await moving()
  .webp({ loop: 0, delay, lossless: true })
  .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Somebody</x:xmpmeta>')
  .toBuffer()
/** A GIF with a comment before its end and extra bytes after its end. */
const notedGif = Buffer.concat([
  gif.subarray(0, -1),
  Buffer.from('21fe08536f6d65626f6479003b', 'hex'),
  Buffer.from('<script>'),
])

const add = (type: 'gif' | 'webp', bytes: Buffer) => newMedia({ name: `moves.${type}`, type: `image/${type}`, bytes })
const get = (url: string, accept?: string) =>
  app.inject({
    url: url.replace(/^https?:\/\/[^/]+/, ''),
    headers: { host: `${acme.domain}.${settings.rootDomain}`, ...(accept && { accept }) },
  })
async function seen(url: string, accept?: string) {
  const { rawPayload, headers } = await get(url, accept)
  const { format, width, pages = 1, pageHeight, height, delay } = await sharp(rawPayload, { pages: -1 }).metadata()
  const each = await Promise.all(
    Array.from({ length: pages }, async (_, page) => {
      const [red, green, blue] = await sharp(rawPayload, { page }).resize(1, 1).removeAlpha().raw().toBuffer()
      return ['red', 'green', 'blue'][[red!, green!, blue!].indexOf(Math.max(red!, green!, blue!))]
    }),
  )
  return { format, size: `${width}x${pageHeight ?? height}`, frames: each.join(' '), delay, vary: headers.vary }
}
const inOrder = { frames: 'red green blue', delay }

test('a GIF comes as it was uploaded to who names no WebP, and moves for everybody', async () => {
  const { url, mime, lastingUrl } = await add('gif', gif)
  expect(mime).toBe('image/gif')
  for (const accept of [undefined, '*/*', 'image/gif', 'image/png,image/*;q=0.8']) {
    expect(await seen(url, accept)).toEqual({ format: 'gif', size: '48x32', ...inOrder, vary: 'Accept' })
  }
  expect((await get(lastingUrl)).rawPayload.equals(gif)).toBe(true)
  expect(await seen(url, 'image/avif,image/webp,*/*')).toMatchObject({ format: 'webp', ...inOrder, vary: 'Accept' })
  expect(await seen(`${url}?format=gif`, 'image/webp')).toMatchObject({ format: 'gif', ...inOrder, vary: undefined })
  expect(await seen(`${url}?format=png`)).toMatchObject({ format: 'png', frames: 'red' })
})

test.each([
  ['w=16', '16x11'],
  ['w=16&h=16', '16x16'],
  ['w=16&h=16&crop=center', '16x16'],
  ['w=64&h=64&fit=contain', '64x64'],
  ['h=16&fit=inside', '24x16'],
])('what moves goes on moving in %s', async (query, size) => {
  const { url } = await add('gif', gif)
  for (const accept of ['*/*', 'image/webp'])
    expect(await seen(`${url}?${query}`, accept)).toMatchObject({
      ...{ format: accept === '*/*' ? 'gif' : 'webp', size, ...inOrder },
    })
})

test('what moves goes on moving where a part of it is shown', async () => {
  const { id, url } = await add('gif', gif)
  await as(acme.agent)(changeMedia, { params: { id }, body: { crop: { x: 0.5, y: 0, width: 0.5, height: 1 } } })
  expect(await seen(url)).toMatchObject({ format: 'gif', size: '24x32', ...inOrder })
  expect(await seen(`${url}?w=16&h=16`, 'image/webp')).toMatchObject({ format: 'webp', size: '16x16', ...inOrder })
})

test('a WebP that moves does so as it was uploaded, and as a GIF for who reads no WebP', async () => {
  const { url } = await add('webp', webp)
  expect(await seen(url)).toMatchObject({ format: 'webp', size: '48x32', ...inOrder })
  expect(await seen(url, 'image/gif,image/png')).toMatchObject({ format: 'gif', ...inOrder })
  expect(await seen(`${url}?w=16&h=16`, 'image/gif')).toMatchObject({ format: 'gif', size: '16x16', ...inOrder })
})

test('notes within what moves, and what stands behind it, are delivered to nobody', async () => {
  for (const [type, bytes] of [
    ['gif', notedGif],
    ['webp', webp],
  ] as const) {
    const { id, url } = await add(type, bytes)
    const { rows } = await owner.query('select file_id from media where id = $1', [id])
    expect((await platform.storage.read(fileKey(acme.id, rows[0].file_id))).includes('Somebody')).toBe(true)
    const { rawPayload } = await get(url)
    expect([rawPayload.includes('Somebody'), rawPayload.includes('script')]).toEqual([false, false])
    expect(await seen(url)).toMatchObject({ format: type, ...inOrder })
  }
})

test('a GIF of a thousand frames is a picture', async () => {
  const { url } = await add('gif', gifOf(1000))
  expect((await sharp((await get(url)).rawPayload).metadata()).pages).toBe(1000)
})

test('a GIF that stands still comes as a GIF, and in smaller formats to who takes them', async () => {
  const still = await sharp(gif, { pages: 1 }).gif().toBuffer()
  const { url } = await add('gif', still)
  const formatFor = async (accept?: string) => (await seen(`${url}?w=32`, accept)).format
  expect([await formatFor(), await formatFor('image/webp'), await formatFor('image/avif')]).toEqual([
    'gif',
    'webp',
    'heif',
  ])
})
