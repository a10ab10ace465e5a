import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { changeMedia } from '#contract/content/media.ts'
import { createLimiter, limits } from '#server/platform/http/limits.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newMedia, newPicture } from '#test/new-media.ts'
import { acme, app, owner, platform, runJobs, settings } from '#test/world.ts'
import { nameOf, type Recipe, recipeOf } from './recipe.ts'
import { nearest } from './serve-media.ts'

const lasting = 'public, max-age=31536000, s-maxage=300, immutable'
const brief = 'public, max-age=60'

async function get(url: string, { accept = 'image/webp,*/*', remoteAddress = '203.0.113.7' } = {}) {
  const answer = await app.inject({
    ...{ url: url.replace(/^https?:\/\/[^/]+/, ''), remoteAddress },
    headers: { host: `${acme.domain}.${settings.rootDomain}`, accept },
  })
  const { 'cache-control': caching, 'content-type': type, etag, vary } = answer.headers
  return { status: answer.statusCode, caching, type: String(type), etag, vary, bytes: answer.rawPayload }
}
const measure = async ({ bytes, type }: Awaited<ReturnType<typeof get>>) => {
  const { width, height, format } = await sharp(bytes).metadata()
  return { width, height, isOfItsType: type === `image/${format}` }
}

/** Uses the rate limits of production, multiplied by `factor`, until the end of the test. */
function limited(factor = 1) {
  const relaxed = platform.limiter
  platform.limiter = createLimiter(factor)
  onTestFinished(() => {
    platform.limiter = relaxed
  })
}
/** Uses up the limit of new variants for a network address. */
function spent(remoteAddress = '203.0.113.7') {
  limited()
  for (let turn = 0; turn < limits.variant.most; turn += 1) platform.limiter.allows(limits.variant, remoteAddress)
}

describe('a site of 60 posts whose pictures come in more than 300 new sizes in a minute', () => {
  test('shows all of them: in the size asked for as far as that is made, else in another for a minute', async () => {
    const pictures: Awaited<ReturnType<typeof newMedia>>[] = []
    while (pictures.length < 60) pictures.push(...(await Promise.all(Array.from({ length: 20 }, () => newMedia()))))
    limited(0.25)
    const sizes = [16, 32, 48, 96, 128, 192].flatMap((w) => pictures.map(({ lastingUrl }) => `${lastingUrl}?h=${w}`))
    expect(sizes.length).toBeGreaterThan(300)
    const answers = []
    while (sizes.length > 0) answers.push(...(await Promise.all(sizes.splice(0, 20).map((url) => get(url)))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const substitutes = answers.filter(({ caching }) => caching === brief)
    expect(answers.filter(({ caching }) => caching === lasting).length).toBe(answers.length - substitutes.length)
    expect(substitutes.length).toBeGreaterThanOrEqual(answers.length - limits.variant.most / 4)
    expect(new Set(substitutes.map(({ etag }) => etag))).toEqual(new Set([undefined]))
    const measured = await Promise.all(answers.map(measure))
    expect(measured.filter(({ isOfItsType }) => !isOfItsType)).toEqual([])
  })

  test('and another visitor still has new ones made', async () => {
    spent()
    const { lastingUrl } = await newMedia()
    expect((await get(`${lastingUrl}?w=16`)).caching).toBe(brief)
    expect((await get(`${lastingUrl}?w=16`, { remoteAddress: '198.51.100.7' })).caching).toBe(lasting)
  })
})

describe('what stands in for a size that is not made', () => {
  test('is the nearest that is there, and no other kind than the browser reads', async () => {
    const { lastingUrl } = await newMedia(await newPicture(900, 600))
    await get(`${lastingUrl}?w=384`, { accept: 'image/webp' })
    await get(`${lastingUrl}?w=640`, { accept: 'image/webp' })
    await get(`${lastingUrl}?w=512`, { accept: '*/*' })
    spent()
    const near = await get(`${lastingUrl}?w=200`, { accept: 'image/webp' })
    expect(await measure(near)).toEqual({ width: 384, height: 256, isOfItsType: true })
    expect(near).toMatchObject({ status: 200, caching: brief, type: 'image/webp', vary: 'Accept' })
    const old = await get(`${lastingUrl}?w=384`, { accept: '*/*' })
    expect(old).toMatchObject({ status: 200, caching: brief, type: 'image/png' })
    expect(await measure(old)).toEqual({ width: 512, height: 341, isOfItsType: true })
  })

  test('is the whole picture where no size is near', async () => {
    const { url } = await newMedia(await newPicture(90, 60))
    spent()
    const answer = await get(`${url}?w=64&h=64`)
    expect(answer).toMatchObject({ status: 200, caching: brief })
    expect(await measure(answer)).toEqual({ width: 90, height: 60, isOfItsType: true })
  })

  test('shows no more of a picture than its crop leaves', async () => {
    const { id } = await newMedia(await newPicture(90, 60))
    const { lastingUrl } = await as(acme.agent)(changeMedia, {
      params: { id },
      body: { crop: { x: 0, y: 0, width: 0.5, height: 0.5 } },
    })
    spent()
    const answer = await get(`${lastingUrl}?w=32`)
    expect(answer).toMatchObject({ status: 200, caching: brief })
    expect(await measure(answer)).toEqual({ width: 45, height: 30, isOfItsType: true })
  })

  test('is kept by nobody else where its address is signed', async () => {
    const { id } = await newMedia()
    const { lastingUrl } = await as(acme.agent)(changeMedia, { params: { id }, body: { isPublic: false } })
    spent()
    expect(await get(`${lastingUrl}&w=16`)).toMatchObject({ status: 200, caching: 'private, max-age=60' })
  })

  test('is what was asked for once there is time', async () => {
    const { lastingUrl } = await newMedia()
    spent()
    expect((await get(`${lastingUrl}?w=16`)).caching).toBe(brief)
    limited()
    const made = await get(`${lastingUrl}?w=16`)
    expect(made).toMatchObject({ status: 200, caching: lasting })
    expect((await measure(made)).width).toBe(16)
  })
})

test('what an address cannot mean is refused and kept by nobody, whatever its content may be', async () => {
  const { lastingUrl } = await newMedia()
  expect(await get(`${lastingUrl}?w=wide`)).toMatchObject({ status: 400, caching: 'no-store' })
  expect(await get(`${lastingUrl}?preset=none`)).toMatchObject({ status: 400, caching: 'no-store' })
  expect(await get(lastingUrl.replace(/.$/, 'x').replace(/-[\da-f]{16}/, '-0000000000000000'))).toMatchObject({
    ...{ status: 404, caching: 'no-store' },
  })
})

test('pictures of an entry that is published are there in the sizes that sites ask for', async () => {
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'picture', kind: 'media', kinds: ['image'] },
    ],
  })
  const { id, lastingUrl } = await newMedia(await newPicture(1100, 700))
  await newLiveEntry(model, { title: 'With a picture', picture: id })
  await runJobs()
  const { rows } = await owner.query<{ recipe: string }>(
    `select v.recipe from media_variants v join media m on m.file_id = v.file_id
     where m.workspace_id = $1 and m.id = $2 and v.mime is not null`,
    [acme.id, id],
  )
  const widths = (format: string) =>
    rows.map(({ recipe }) => recipeOf(recipe)!).flatMap((one) => (one.format === format ? [one.width] : []))
  expect(widths('webp').toSorted((one, other) => one! - other!)).toEqual([384, 640, 1024, 1600])
  expect(widths('avif').toSorted((one, other) => one! - other!)).toEqual([384, 640, 1024])
  spent()
  const [usual, modern] = [await get(`${lastingUrl}?w=640`), await get(`${lastingUrl}?w=640`, { accept: 'image/avif' })]
  expect([usual.caching, usual.type, modern.caching, modern.type]).toEqual([
    ...[lasting, 'image/webp', lasting, 'image/avif'],
  ])
})

describe('the nearest of those that are there', () => {
  const plain: Recipe = {
    ...{ width: 640, height: null, fit: 'inside', focus: { x: 0.5, y: 0.5 }, crop: null },
    ...{ quality: 80, blur: 0, format: 'webp', moves: false },
  }
  const square: Recipe = { ...plain, width: 640, height: 640, fit: 'cover' }
  const nearestOf = (wanted: Recipe, ...there: Partial<Recipe>[]) =>
    nearest(
      there.map((one, index) => ({ id: String(index), recipe: nameOf({ ...plain, ...one }), mime: '' })),
      wanted,
      'image/webp',
    )?.id

  test.each<[string, Recipe, Partial<Recipe>[], string | undefined]>([
    ['is a larger one before a smaller one', plain, [{ width: 512 }, { width: 800 }, { width: 1024 }], '1'],
    ['is none that is much too small', plain, [{ width: 256 }, { width: 16 }], undefined],
    ['is none that is blurred', plain, [{ blur: 15 }], undefined],
    ['is none of another crop', plain, [{ crop: { x: 0, y: 0, width: 0.5, height: 1 } }], undefined],
    ['is cut alike before it is whole', square, [{ width: 640 }, { ...square, width: 512, height: 512 }, square], '2'],
    ['is whole before it is cut otherwise', square, [{ ...square, height: 320 }, { width: 1600 }], '1'],
    ['is around the same point', square, [{ ...square, focus: { x: 0.1, y: 0.5 } }], undefined],
    ['is none that stands still where it moves', { ...plain, moves: true }, [{}, { width: 1600, moves: true }], '1'],
    ['is of a format that is read', plain, [{ format: 'avif' }, { width: 1600, format: 'jpeg' }], '1'],
  ])('%s', (_, wanted, there, found) => {
    expect(nearestOf(wanted, ...there)).toBe(found)
  })

  test('is read from the name that it was made under', () => {
    const cropped = { ...square, crop: { x: 0.125, y: 0, width: 0.5, height: 0.75 }, blur: 5 }
    for (const recipe of [plain, square, cropped, { ...plain, moves: true, format: 'gif' as const }])
      expect(recipeOf(nameOf(recipe))).toEqual(recipe)
    expect(recipeOf('x1')).toBeNull()
  })
})
