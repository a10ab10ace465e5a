import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { changeMedia, deleteMedia, untrashMedia } from '#contract/content/media.ts'
import { variantKey } from '#server/files/storage-keys.ts'
import { as } from '#test/ask.ts'
import { newMedia, newPicture } from '#test/new-media.ts'
import { ownApp } from '#test/own-app.ts'
import { textFile, type Upload, upload } from '#test/upload.ts'
import { acme, app, globex, owner, platform, runJobs, settings } from '#test/world.ts'
import { cutOf } from './apart/encode-variant.ts'

const asAgent = as(acme.agent)
const hostOf = (domain: string) => `${domain}.${settings.rootDomain}`
const get = (url: string, headers: Record<string, string> = {}, domain = acme.domain) =>
  app.inject({ url: url.replace(/^https?:\/\/[^/]+/, ''), headers: { host: hostOf(domain), ...headers } })
const getFile = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url: new URL(url).pathname, headers: { host: settings.filesHost, ...headers } })
const measure = async (url: string, headers: Record<string, string> = {}) => {
  const { rawPayload, headers: answered } = await get(url, headers)
  const { width, height, format } = await sharp(rawPayload).metadata()
  return { width, height, format, type: answered['content-type'] }
}
const variantsOf = async (mediaId: string) =>
  (
    await owner.query(
      'select v.id, v.recipe from media_variants v join media m on m.file_id = v.file_id where m.id = $1 order by v.created_at',
      [mediaId],
    )
  ).rows as { id: string; recipe: string }[]

/** Creates a picture that is red on the left and blue on the right. */
const halves = async () => {
  const half = (background: string) => sharp({ create: { width: 400, height: 400, channels: 3, background } }).png()
  const bytes = await sharp({ create: { width: 800, height: 400, channels: 3, background: 'red' } })
    .composite([{ input: await half('blue').toBuffer(), left: 400, top: 0 }])
    .png()
    .toBuffer()
  return { name: 'halves.png', type: 'image/png', bytes }
}
const colourOf = async (bytes: Buffer) => {
  const { data } = await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return data[0]! > data[2]! ? 'red' : 'blue'
}

describe('a picture', () => {
  test('comes in steps of a ladder, never larger than it is, and is made once', async () => {
    const { id, url } = await newMedia(await newPicture(1000, 500))
    expect(await measure(`${url}?w=300`)).toMatchObject({ width: 384, height: 192 })
    expect(await measure(`${url}?w=380`)).toMatchObject({ width: 384 })
    expect(await measure(`${url}?w=150&dpr=2`)).toMatchObject({ width: 384 })
    expect(await measure(`${url}?h=200`)).toMatchObject({ height: 256, width: 512 })
    expect(await measure(`${url}?w=9000`)).toMatchObject({ width: 1000 })
    expect(await measure(url)).toMatchObject({ width: 1000, height: 500 })
    expect((await variantsOf(id)).length).toBe(4)
  })

  test('that is asked for by many at once is made once', async () => {
    const { id, url } = await newMedia(await newPicture(900, 600))
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(`${url}?w=640`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await variantsOf(id)).length).toBe(1)
  })

  test('comes in the format that its reader takes, which caches are told', async () => {
    const { url } = await newMedia()
    const typeFor = async (accept: string) => {
      const { headers } = await get(`${url}?w=32`, { accept })
      return [headers['content-type'], headers.vary]
    }
    expect(await typeFor('image/avif,image/webp,*/*')).toEqual(['image/avif', 'Accept'])
    expect(await typeFor('image/webp,*/*')).toEqual(['image/webp', 'Accept'])
    expect(await typeFor('*/*')).toEqual(['image/png', 'Accept'])
    const { headers } = await get(`${url}?w=32&format=jpeg`, { accept: 'image/avif' })
    expect([headers['content-type'], headers.vary]).toEqual(['image/jpeg', undefined])
  })

  test('that is cut keeps its focal point in sight, unless its middle is asked for', async () => {
    const { id, url } = await newMedia(await halves())
    const at = async (x: number, crop = 'focal') => {
      await asAgent(changeMedia, { params: { id }, body: { focus: { x, y: 0.5 } } })
      const { rawPayload } = await get(`${url}?w=96&h=256&format=png&crop=${crop}`)
      return colourOf(rawPayload)
    }
    expect([await at(0.1), await at(0.9)]).toEqual(['red', 'blue'])
    expect(await measure(`${url}?w=256&h=256`)).toMatchObject({ width: 256, height: 256 })
    expect(await measure(`${url}?w=256&h=256&fit=contain&format=png`)).toMatchObject({ width: 256, height: 256 })
    expect(await measure(`${url}?w=256&h=256&fit=inside`)).toMatchObject({ width: 256, height: 128 })
    expect((await variantsOf(id)).filter(({ recipe }) => recipe.includes('cover')).length).toBe(3)
  })

  test('at its plain address is asked for again, at a lasting one never, also after it was replaced', async () => {
    const { id, url, lastingUrl } = await newMedia(await newPicture(100, 50))
    const plain = await get(url)
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, no-cache',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const again = { 'if-none-match': String(plain.headers.etag) }
    expect((await get(url, again)).statusCode).toBe(304)
    await upload(acme.agent, [await newPicture(64, 64)], { method: 'PUT', url: `/api/v1/media/${id}/content` })
    expect((await get(url, again)).statusCode).toBe(200)
    expect(await measure(url)).toMatchObject({ width: 64 })
    const lasting = await get(lastingUrl)
    expect(lasting.headers['cache-control']).toBe('public, max-age=31536000, s-maxage=300, immutable')
    expect(await measure(lastingUrl)).toMatchObject({ width: 100 })
  })

  test('is asked for in words that it takes, which a mistake is told', async () => {
    const { url } = await newMedia()
    expect((await get(`${url}?w=wide&q=0`)).json()).toMatchObject({
      status: 400,
      detail: 'These cannot be read: w, q. An address takes preset, w, h, fit, crop, q, format, dpr and blur.',
    })
    expect((await get(`${url}?w=16&utm=mail`)).statusCode).toBe(200)
    expect((await get('/media/nothing')).statusCode).toBe(404)
  })

  test('in the trash is served to nobody, and again once it is taken out', async () => {
    const { id, url, lastingUrl } = await newMedia()
    const { etag } = (await get(url)).headers
    await asAgent(deleteMedia, { params: { id }, query: {} })
    expect([
      (await get(url, { 'if-none-match': String(etag) })).statusCode,
      (await get(lastingUrl)).statusCode,
    ]).toEqual([404, 404])
    await asAgent(untrashMedia, { params: { id } })
    expect((await get(url)).statusCode).toBe(200)
  })

  test('that is not public wants a signed address, on the host of its workspace', async () => {
    const { id } = await newMedia()
    const { url } = await asAgent(changeMedia, { params: { id }, body: { isPublic: false } })
    const other = await newMedia()
    expect((await get(`/media/${id}`)).statusCode).toBe(404)
    const signed = await get(`${url}&w=32`)
    expect([signed.statusCode, signed.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    expect((await get(`${url}x`)).statusCode).toBe(404)
    expect((await get(url.replace(id, other.id))).statusCode).toBe(404)
    expect((await get(url, {}, globex.domain)).statusCode).toBe(404)
    await asAgent(deleteMedia, { params: { id }, query: {} })
    expect((await get(url)).statusCode).toBe(404)
  })

  test('of another workspace is not here', async () => {
    const { id } = await newMedia()
    expect((await get(`/media/${id}`, {}, globex.domain)).statusCode).toBe(404)
  })

  test('has so many variants and no more, and loses them with its bytes', async () => {
    const { id, url } = await newMedia(await newPicture(64, 64))
    await get(`${url}?w=16&format=png`)
    const [first] = await variantsOf(id)
    await owner.query(
      `insert into media_variants (workspace_id, file_id, recipe, busy_until, mime, created_at)
       select m.workspace_id, m.file_id, 'x' || n, now(), 'image/png', now() + n * interval '1 second'
       from media m, generate_series(1, 240) n where m.id = $1`,
      [id],
    )
    await get(`${url}?w=32&format=png`)
    await runJobs()
    expect((await variantsOf(id)).length).toBe(200)
    await expect(platform.storage.read(variantKey(acme.id, first!.id))).rejects.toThrow('ENOENT')
  })
})

describe('what was served before and is known here', () => {
  /** Requests the file three times, so that the last answer comes from the cache. */
  async function warm(file?: Upload) {
    const asset = await newMedia(file)
    for (let turn = 0; turn < 3; turn += 1) expect((await get(asset.url)).statusCode).toBe(200)
    return asset
  }

  test('is served by nobody who asks for it after it went to the trash, or was taken from the public', async () => {
    const [trashed, hidden] = [await warm(), await warm()]
    await asAgent(deleteMedia, { params: { id: trashed.id }, query: {} })
    expect((await get(trashed.url)).statusCode).toBe(404)
    await asAgent(changeMedia, { params: { id: hidden.id }, body: { isPublic: false } })
    expect((await get(hidden.url)).statusCode).toBe(404)
    await asAgent(changeMedia, { params: { id: hidden.id }, body: { isPublic: true } })
    expect((await get(hidden.url)).statusCode).toBe(200)
  })

  test('is the new one after it was replaced, and cut anew where its focal point moved', async () => {
    const { id, url } = await warm(await halves())
    const cut = async () => colourOf((await get(`${url}?w=64&h=128`)).rawPayload)
    await asAgent(changeMedia, { params: { id }, body: { focus: { x: 0.1, y: 0.5 } } })
    expect(await cut()).toBe('red')
    await asAgent(changeMedia, { params: { id }, body: { focus: { x: 0.9, y: 0.5 } } })
    expect(await cut()).toBe('blue')
    await upload(acme.agent, [await newPicture(64, 64)], { method: 'PUT', url: `/api/v1/media/${id}/content` })
    expect(await measure(url)).toMatchObject({ width: 64 })
  })

  test('is changed by another process as well', async () => {
    const { url, id } = await warm()
    const other = await ownApp(() => {})
    await other.inject({
      ...{ method: 'DELETE', url: `/api/v1/media/${id}` },
      headers: { host: settings.apiHost, authorization: `Bearer ${acme.agent.token}` },
    })
    await expect.poll(async () => (await get(url)).statusCode, { timeout: 1000 }).toBe(404)
  })

  test('is nowhere on the host of another workspace', async () => {
    const { url } = await warm()
    const own = await newMedia(undefined, globex.agent)
    for (let turn = 0; turn < 3; turn += 1) await get(own.url, {}, globex.domain)
    expect((await get(url, {}, globex.domain)).statusCode).toBe(404)
    expect((await get(own.url, {}, acme.domain)).statusCode).toBe(404)
  })

  test('is made again where its bytes were thinned out', async () => {
    const { id, url } = await warm()
    const [made] = await variantsOf(id)
    await owner.query('delete from media_variants where id = $1', [made!.id])
    await platform.storage.remove(variantKey(acme.id, made!.id))
    expect((await get(url)).statusCode).toBe(200)
    expect((await variantsOf(id)).length).toBe(1)
  })
})

describe('what is no picture', () => {
  test('is led to the host of files, where it is saved and never run', async () => {
    const page = { name: 'a.html', type: 'text/html', bytes: Buffer.from('<script>alert(1)</script>') }
    const { url } = await newMedia(page)
    const { statusCode, headers } = await get(url)
    expect([statusCode, headers['cache-control']]).toEqual([302, 'no-store'])
    const saved = await getFile(String(headers.location))
    expect(saved.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringContaining('attachment'),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })

  test('and can be played comes in the parts that a player asks for', async () => {
    const { url } = await newMedia({ ...textFile('tour.mp4', '0123456789'), type: 'video/mp4' })
    const { location } = (await get(url)).headers
    const part = async (range: string) => {
      const { statusCode, headers, body } = await getFile(String(location), { range })
      return [statusCode, headers['content-range'], body]
    }
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect((await part('bytes=10-')).slice(0, 2)).toEqual([416, 'bytes */10'])
    const whole = await getFile(String(location))
    expect([whole.body, whole.headers['content-type']]).toEqual(['0123456789', 'video/mp4'])
  })
})

test.each([
  [{ x: 0, y: 0 }, 1, { left: 0, top: 0, width: 50, height: 50 }],
  [{ x: 1, y: 0.5 }, 1, { left: 50, top: 0, width: 50, height: 50 }],
  [{ x: 0.5, y: 0.5 }, 4, { left: 0, top: 13, width: 100, height: 25 }],
])('around %o a cut of the proportion %d is %o', (focus, proportion, cut) => {
  expect(cutOf({ width: 100, height: 50 }, focus, proportion)).toEqual(cut)
})

describe('the part of a picture that is shown', () => {
  const right = { x: 0.5, y: 0, width: 0.5, height: 1 }
  const change = (id: string, body: object) => asAgent(changeMedia, { params: { id }, body })

  test('is all that is delivered of it, in every size, until the whole is shown again', async () => {
    const { id, url, lastingUrl } = await newMedia(await halves())
    const before = await get(`${url}?w=96&format=png`)
    const cropped = await change(id, { crop: right })
    expect(cropped).toMatchObject({ crop: right, width: 800, height: 400, focus: { x: 0.5, y: 0.5 } })
    expect(cropped.lastingUrl).toContain('-400x400-')
    for (const query of ['', '?w=96&format=png', '?w=96&h=32&format=png', '?w=64&h=64&fit=contain&format=png']) {
      const answer = await get(url + query)
      expect([query, await colourOf(answer.rawPayload)]).toEqual([query, 'blue'])
    }
    expect([await measure(url), await measure(lastingUrl)]).toMatchObject(Array(2).fill({ width: 400, height: 400 }))
    expect(await measure(`${url}?w=96&h=32`)).toMatchObject({ width: 96, height: 32 })
    const tagged = await get(`${url}?w=96&format=png`, { 'if-none-match': String(before.headers.etag) })
    expect(tagged.statusCode).toBe(200)
    expect((await change(id, { crop: null })).lastingUrl).toBe(lastingUrl)
    expect((await get(`${url}?w=96&format=png`)).rawPayload.equals(before.rawPayload)).toBe(true)
  })

  test('has the focal point in it: one that was there before moves, one that is named elsewhere is refused', async () => {
    const { id, url } = await newMedia(await halves())
    await change(id, { focus: { x: 0.1, y: 0.5 } })
    expect(await change(id, { crop: right })).toMatchObject({ focus: { x: 0.5, y: 0.5 } })
    expect(await change(id, { focus: { x: 0.2, y: 0.5 } })).toMatchObject({ status: 409, code: 'focus-outside-crop' })
    expect(await change(id, { crop: null, focus: { x: 0.2, y: 0.5 } })).toMatchObject({ focus: { x: 0.2, y: 0.5 } })
    const across = await change(id, { crop: { x: 0, y: 0, width: 1, height: 0.5 }, focus: { x: 0.9, y: 0.5 } })
    expect(across).toMatchObject({ focus: { x: 0.9, y: 0.5 } })
    expect(await colourOf((await get(`${url}?w=32&h=64&format=png`)).rawPayload)).toBe('blue')
  })

  test('has its own colours, and is forgotten with the content it was cut from', async () => {
    const { id, lastingUrl, palette } = await newMedia(await halves())
    await change(id, { crop: right })
    await runJobs()
    const shown = await change(id, { credit: 'Finn' })
    expect([palette.length > 1, shown.palette]).toEqual([true, ['#0000ff']])
    expect(shown.thumbhash).toEqual(expect.any(String))
    await upload(acme.agent, [await newPicture(60, 30)], { method: 'PUT', url: `/api/v1/media/${id}/content` })
    expect(await measure(`/media/${id}`)).toMatchObject({ width: 60, height: 30 })
    expect(await measure(lastingUrl)).toMatchObject({ width: 800, height: 400 })
  })

  test.each([
    [{ x: 0.6, y: 0, width: 0.5, height: 1 }],
    [{ x: 0, y: 0, width: 0, height: 1 }],
    [{ x: -0.1, y: 0, width: 0.5, height: 1 }],
    [{ x: 0, y: 0, width: 1 }],
  ])('lies within it: %o is refused', async (crop) => {
    const { id } = await newMedia()
    expect(await change(id, { crop })).toMatchObject({ status: 400 })
  })

  test('may be as narrow as shares can be told, and is chosen by nobody else', async () => {
    const { id, url } = await newMedia()
    await change(id, { crop: { x: 0.333351, y: 0.98999, width: 0.666648, height: 0.01001 } })
    expect((await get(`${url}?w=16`)).statusCode).toBe(200)
    expect((await as(globex.admin)(changeMedia, { params: { id }, body: { crop: null } })).status).toBe(404)
  })

  test('of what moves moves, too', async () => {
    const frames = await sharp(Buffer.alloc(40 * 20 * 4 * 3, 255), {
      raw: { width: 40, height: 60, channels: 4, pageHeight: 20 },
    })
      .webp({ loop: 0 })
      .toBuffer()
    const { id, url } = await newMedia({ name: 'moves.webp', type: 'image/webp', bytes: frames })
    await change(id, { crop: right })
    expect(await measure(`${url}?w=16`, { accept: 'image/webp' })).toMatchObject({ format: 'webp', width: 16 })
  })
})
