import sharp from 'sharp'
import { expect, test } from 'vitest'
import { movingPng } from '#test/hostile-pictures.ts'
import { addTo, newMedia } from '#test/new-media.ts'
import type { Upload } from '#test/upload.ts'
import { acme, app, settings } from '#test/world.ts'

const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 0, g: 128, b: 128, alpha: 1 } } })
const file = (format: string, bytes: Buffer): Upload => ({ name: `a.${format}`, type: `image/${format}`, bytes })
const seen = async (url: string) => {
  const { pathname, search } = new URL(url)
  const host = `${acme.domain}.${settings.rootDomain}`
  const { rawPayload } = await app.inject({ url: pathname + search, headers: { host } })
  const { width, height, format } = await sharp(rawPayload).metadata()
  const [red, green, blue] = await sharp(rawPayload).resize(1, 1).removeAlpha().raw().toBuffer()
  return { width, height, format, isTeal: red! < 20 && Math.abs(green! - 128) < 20 && Math.abs(blue! - 128) < 20 }
}

const of48 = await flat(8064, 6048).jpeg({ quality: 20 }).toBuffer()

test('a photograph of 48 megapixels is a picture like any other', async () => {
  const { url, width, height } = await newMedia(file('jpeg', of48))
  expect([width, height]).toEqual([8064, 6048])
  expect(await seen(`${url}?w=800`)).toEqual({ width: 800, height: 600, format: 'jpeg', isTeal: true })
})

test('a photograph of 50 megapixels that was held upright is shown so', async () => {
  const bytes = await sharp(of48)
    .extend({ right: 128, background: 'teal' })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 20 })
    .toBuffer()
  const { url, width, height } = await newMedia(file('jpeg', bytes))
  expect([width, height]).toEqual([6048, 8192])
  expect(await seen(`${url}?h=800`)).toMatchObject({ height: 800, width: 591 })
})

test.each<[string, () => Promise<Buffer>, string, [number, number]]>([
  ['panorama', () => flat(20_000, 900).jpeg({ quality: 20 }).toBuffer(), 'jpeg', [20_000, 900]],
  [
    'progressive photograph',
    () => flat(7000, 6000).jpeg({ quality: 20, progressive: true }).toBuffer(),
    'jpeg',
    [7000, 6000],
  ],
  ['photograph in CMYK', () => flat(900, 600).toColourspace('cmyk').jpeg().toBuffer(), 'jpeg', [900, 600]],
  ['grey photograph', () => flat(900, 600).toColourspace('b-w').jpeg().toBuffer(), 'jpeg', [900, 600]],
  ['PNG of 16 bits', () => flat(900, 600, 4).toColourspace('rgb16').png().toBuffer(), 'png', [900, 600]],
  [
    'interlaced PNG',
    () => flat(3000, 2000).png({ progressive: true, compressionLevel: 1 }).toBuffer(),
    'png',
    [3000, 2000],
  ],
  ['PNG with a palette', () => flat(900, 600).png({ palette: true, effort: 1 }).toBuffer(), 'png', [900, 600]],
  ['very long PNG', () => flat(70_000, 4).png().toBuffer(), 'png', [70_000, 4]],
  ['PNG that moves elsewhere', async () => movingPng(await flat(40, 30).png().toBuffer()), 'png', [40, 30]],
  ['WebP without loss', () => flat(3000, 2000).webp({ lossless: true, effort: 0 }).toBuffer(), 'webp', [3000, 2000]],
  ['AVIF of ten bits', () => flat(400, 300).avif({ bitdepth: 10, effort: 0 }).toBuffer(), 'avif', [400, 300]],
])('a %s is taken as well', async (_, make, format, size) => {
  const { url, width, height } = await newMedia(file(format, await make()))
  expect([width, height]).toEqual(size)
  expect(await seen(`${url}?w=384&format=png`)).toMatchObject({ format: 'png', width: Math.min(384, size[0]) })
})

test.each([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/gif', 'gif'],
] as const)('%s comes as it was uploaded to who names no other', async (type, format) => {
  const { url } = await newMedia({ name: 'a', type, bytes: await flat(60, 40).toFormat(format).toBuffer() })
  const { pathname } = new URL(url)
  const host = `${acme.domain}.${settings.rootDomain}`
  const typeFor = async (accept?: string) =>
    (await app.inject({ url: pathname, headers: { host, ...(accept && { accept }) } })).headers['content-type']
  expect([await typeFor(), await typeFor('*/*'), await typeFor(type)]).toEqual([type, type, type])
  expect(await typeFor('text/html')).toMatch(/^image\/(png|jpeg)$/)
})

test('a drawing of more than two megabytes is told by its limit', async () => {
  const bytes = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(600_000)}</svg>`)
  expect((await addTo(acme.agent, [{ name: 'a.svg', type: 'image/svg+xml', bytes }])).json()).toMatchObject({
    ...{ status: 422, code: 'picture-too-large', limit: 'bytes' },
    detail: 'This drawing is too large. An SVG can have at most 2 MB.',
  })
})
