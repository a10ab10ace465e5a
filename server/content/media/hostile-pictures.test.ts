import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { addMediaFromUpload, listMedia } from '#contract/content/media.ts'
import { createResumableUpload } from '#contract/files/resumable-uploads.ts'
import { fileKey, variantKey } from '#server/files/storage-keys.ts'
import { as } from '#test/ask.ts'
import { avifClaiming, gifOf, nested, pngClaiming } from '#test/hostile-pictures.ts'
import { addTo, newMedia, newPicture } from '#test/new-media.ts'
import { sized } from '#test/sized.ts'
import type { Upload } from '#test/upload.ts'
import { acme, app, globex, makeWorkspace, owner, type Person, platform, runJobs, settings } from '#test/world.ts'

const asAgent = as(acme.agent)
const file = (name: string, type: string, bytes: Buffer | string): Upload => ({ name, type, bytes: Buffer.from(bytes) })
const tall = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: 'black' } })
  .avif({ effort: 0, quality: 1 })
  .toBuffer()
const { bytes: whole } = await newPicture(400, 400)
/** A GIF with complete blocks but invalid codes. */
const torn = gifOf(3)
torn.fill(0xff, 19 + 23 + 20, 19 + 23 + 22)
const script = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

const tooLarge = (limit: string, words: string) => ({
  ...{ status: 422, code: 'picture-too-large', limit },
  detail: expect.stringContaining(`This picture is too large: ${words}`),
})
const memory = tooLarge('memory', 'decoding it takes more than 400 MB of memory')
const pixels = tooLarge('pixels', 'all frames together have more than 400 megapixels')
const damaged = {
  ...{ status: 422, code: 'picture-unreadable' },
  detail: 'This picture is damaged, or is not a PNG, JPEG, GIF, WebP, AVIF or SVG. Choose another file.',
}

const hostile: [string, Upload, object][] = [
  ['of 900 megapixels', file('huge.png', 'image/png', pngClaiming(30_000, 30_000)), pixels],
  ['of 120 megapixels in passes', file('passes.png', 'image/png', pngClaiming(12_000, 10_000, true)), memory],
  ['of 100,000 frames', file('frames.gif', 'image/gif', gifOf(100_000)), pixels],
  ['that packs far more pixels than bytes into AVIF', file('bomb.avif', 'image/avif', tall), memory],
  ['that claims 60,000 by 60,000 pixels in AVIF', file('claim.avif', 'image/avif', await avifClaiming(60_000)), pixels],
  ['that ends in the middle', file('cut.png', 'image/png', whole.subarray(0, 200)), damaged],
  ['whose frames end in the middle', file('cut.gif', 'image/gif', gifOf(50).subarray(0, 300)), damaged],
  ['whose second frame holds no pixels', file('torn.gif', 'image/gif', torn), damaged],
  ['that is a drawing with a script', file('a.png', 'image/png', script), damaged],
  ['that is a page', file('a.png', 'image/png', '<!doctype html><script>alert(1)</script>'), damaged],
  ['that is nothing', file('a.webp', 'image/webp', ''), damaged],
]

describe.each(hostile)('a picture %s', (_, picture, refusal) => {
  test('is refused when it is uploaded at once', async () => {
    expect((await addTo(acme.agent, [picture])).json()).toMatchObject(refusal)
  })

  test('is refused when it comes in parts', async () => {
    expect(await addInParts(acme.agent, picture)).toMatchObject(refusal)
  })
})

test('a picture of fifty frames moves, and one of ten megabytes is made small, without the place where it was taken', async () => {
  expect(await newMedia(file('frames.gif', 'image/gif', gifOf(50)))).toMatchObject({ width: 1, height: 1 })
  const pixels = Buffer.alloc(2600 * 2600 * 3)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 2_654_435_761) >>> 24
  const bytes = await sharp(pixels, { raw: { width: 2600, height: 2600, channels: 3 } })
    .withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
  expect(bytes.length).toBeGreaterThan(10_000_000)
  for (const added of [
    await newMedia(file('big.jpg', 'image/jpeg', bytes)),
    await addInParts(acme.agent, file('big.jpg', 'image/jpeg', bytes)),
  ]) {
    const sized = async () => sharp((await get(`${added.url}?w=800`)).rawPayload).metadata()
    // A busy server sends another size until the requested size is ready.
    await expect.poll(async () => (await sized()).width, { timeout: 60_000 }).toBe(800)
    expect((await sized()).exif).toBeUndefined()
    const { rows } = await owner.query('select file_id from media where id = $1', [added.id])
    const kept = await platform.storage.read(fileKey(acme.id, rows[0].file_id))
    expect([(await sharp(bytes).metadata()).exif, (await sharp(kept).metadata()).exif]).toEqual([
      expect.any(Buffer),
      undefined,
    ])
    expect((await sharp(kept).raw().toBuffer()).equals(await sharp(bytes).raw().toBuffer())).toBe(true)
  }
})

describe('while a drawing that never ends is read', () => {
  const endless = file('endless.svg', 'image/svg+xml', nested(24))

  test('everybody else is answered, and others have their pictures', async () => {
    let isOver = false
    const refused = addTo(acme.agent, [endless]).finally(() => {
      isOver = true
    })
    expect((await asAgent(listMedia, { query: {} })).items).toBeInstanceOf(Array)
    expect(await newMedia(await newPicture(), globex.agent)).toMatchObject({ kind: 'image' })
    expect(isOver).toBe(false)
    expect((await refused).json()).toMatchObject({ status: 503, code: 'took-too-long' })
    expect(await newMedia()).toMatchObject({ kind: 'image' })
  })
})

describe('random sizes of one picture', () => {
  const asked = { count: sized(60, 320), ofAll: 320, mostKept: 240 }
  let place: Awaited<ReturnType<typeof makeWorkspace>>
  let url: string

  beforeAll(async () => {
    place = await makeWorkspace('sizes', 'Sizes', ['Sid', 'Sal', 'Sam', 'Sue'])
    const asset = await newMedia(await newPicture(48, 32), place.agent)
    url = asset.url
    await plantVariants(asset.id, asked.ofAll - asked.count)
  })

  test('are answered, and leave no more files than one picture may have', async () => {
    const random = randomFrom(7)
    const queries = Array.from({ length: asked.count }, () => {
      const format = ['webp', 'png', 'jpeg'][random(3)]
      return `w=${1 + random(4000)}&h=${1 + random(4000)}&q=${1 + random(100)}&dpr=${1 + random(4)}&blur=${random(50)}&format=${format}`
    })
    const statuses = await statusesOf(queries.map((query) => `${url}?${query}`))
    expect(statuses).toEqual(new Set([200]))
    await runJobs()
    const kept = await countVariants()
    expect(kept).toBeGreaterThan(50)
    expect(kept).toBeLessThanOrEqual(asked.mostKept)
  })

  /** Inserts `count` existing variants, each with a file. */
  async function plantVariants(id: string, count: number) {
    const { rows } = await owner.query<{ id: string }>(
      `insert into media_variants (workspace_id, file_id, recipe, busy_until, mime, created_at)
       select m.workspace_id, m.file_id, 'x' || n, now(), 'image/png', now() - interval '1 hour' + n * interval '1 second'
       from media m, generate_series(1, $2::int) n where m.id = $1 returning media_variants.id`,
      [id, count],
    )
    for (const variant of rows) await platform.storage.put(variantKey(place.id, variant.id), Buffer.from('PNG'))
  }

  async function statusesOf(urls: string[]) {
    const statuses = new Set<number>()
    while (urls.length > 0) {
      const answers = await Promise.all(urls.splice(0, 8).map((each) => get(each, place.domain)))
      for (const { statusCode } of answers) statuses.add(statusCode)
    }
    return statuses
  }

  async function countVariants() {
    let kept = 0
    for await (const key of platform.storage.list(place.id)) if (key.includes('/variants/')) kept += 1
    return kept
  }
})

const get = (url: string, domain = acme.domain) =>
  app.inject({ url: url.replace(/^https?:\/\/[^/]+/, ''), headers: { host: `${domain}.${settings.rootDomain}` } })

async function addInParts(person: Person, { name, type, bytes }: Upload) {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const tus = { 'tus-resumable': '1.0.0' }
  const metadata = `filename ${base64(name)},filetype ${base64(type)}`
  const { id } = await as(person)(
    createResumableUpload,
    {},
    { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  )
  const middle = Math.ceil(bytes.length / 2)
  for (const [offset, part] of [
    [0, bytes.subarray(0, middle)],
    [middle, bytes.subarray(middle)],
  ] as const) {
    await app.inject({
      ...{ method: 'PATCH', url: `${createResumableUpload.path}/${id}`, payload: part },
      headers: {
        ...{ ...tus, host: settings.apiHost, authorization: `Bearer ${person.token}` },
        ...{ 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      },
    })
  }
  return as(person)(addMediaFromUpload, { body: { upload: id } })
}

/** Returns a random generator (linear congruential). The same seed gives the same numbers. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}
