import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { thumbHashToRGBA } from 'thumbhash'
import { describe, expect, test } from 'vitest'
import {
  addMediaFromAddress,
  changeManyMedia,
  changeMedia,
  deleteMedia,
  listMedia,
  listMediaUses,
  replaceMedia,
  showMedia,
  showMediaReport,
  untrashMedia,
} from '#contract/content/media.ts'
import {
  changeMediaFolder,
  createMediaFolder,
  deleteMediaFolder,
  listMediaFolders,
} from '#contract/content/media-folders.ts'
import { fileKey, pictureKey, shownEdge } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as, ask } from '#test/ask.ts'
import { newContentKey } from '#test/new-key.ts'
import { addTo, newMedia, newPicture } from '#test/new-media.ts'
import { outside } from '#test/outside.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { textFile, upload } from '#test/upload.ts'
import { acme, app, globex, makeWorkspace, owner, type Person, platform, runJobs } from '#test/world.ts'
import { lockRows } from './queries/media.ts'
import { replaceUses } from './uses/uses.ts'

const asAgent = as(acme.agent)
const list = async (query: Record<string, string>) => (await asAgent(listMedia, { query })).items.map(({ id }) => id)
const newFolder = async (name: string, parent: string | null = null) =>
  (await asAgent(createMediaFolder, { body: { name, parent } })).id
const use = (mediaId: string, entryId = randomUUID(), label = 'Six rotas') =>
  inWorkspace(platform.app, acme.id, (tx) =>
    replaceUses(tx, { user: { kind: 'entry', id: entryId, label }, media: [{ id: mediaId, field: 'cover' }] }),
  )
const keysOf = async (workspaceId: string) => {
  const keys: string[] = []
  for await (const key of platform.storage.list(workspaceId)) keys.push(key)
  return keys
}

const plain = (background: string) =>
  sharp({ create: { width: 30, height: 30, channels: 3, background } })
    .png()
    .toBuffer()

describe('a file of the library', () => {
  test('is what was uploaded, with its measures and addresses', async () => {
    const folder = await newFolder('Blog')
    const answer = await addTo(acme.agent, [await newPicture(300, 200, 'bakery.png')], `?folder=${folder}`)
    expect(answer.statusCode).toBe(201)
    const [added] = answer.json().items
    expect(added).toMatchObject({
      ...{ name: 'bakery.png', kind: 'image', mime: 'image/png', width: 300, height: 200, folder },
      ...{ alt: {}, tags: [], focus: { x: 0.5, y: 0.5 }, isPublic: true, useCount: 0, duplicateOf: null },
      createdBy: { id: acme.agent.id, name: 'Carl Test' },
    })
    expect(added.url).toMatch(new RegExp(`/media/${added.id}$`))
    expect(added.lastingUrl).toMatch(new RegExp(`/media/${added.id}-300x200-${added.hash.slice(0, 16)}\\.png$`))
    expect(await asAgent(showMedia, { params: { id: added.id } })).toMatchObject({ id: added.id, folder })
  })

  test('has its colours and what stands for it until it is there, and others when it is replaced', async () => {
    const half = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0f766e' } })
      .composite([
        { input: { create: { width: 15, height: 40, channels: 3, background: '#f59e0b' } }, left: 45, top: 0 },
      ])
      .png()
      .toBuffer()
    const { id, palette, thumbhash } = await newMedia({ name: 'half.png', type: 'image/png', bytes: half })
    expect(palette).toHaveLength(2)
    const near = (color: string, wanted: string) =>
      [1, 3, 5].every((at) => {
        const [one, other] = [color, wanted].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
        return Math.abs(one! - other!) < 24
      })
    expect([near(palette[0]!, '#0f766e'), near(palette[1]!, '#f59e0b')]).toEqual([true, true])
    const unfolded = thumbHashToRGBA(Buffer.from(thumbhash!, 'base64'))
    expect(unfolded.w / unfolded.h).toBeCloseTo(1.5, 0)
    const [red, green, blue] = unfolded.rgba
    expect([red! < 90, green! > 80, blue! > 70]).toEqual([true, true, true])
    const other = { name: 'red.png', type: 'image/png', bytes: await plain('#ff0000') }
    const url = replaceMedia.path.replace(':id', id)
    const replaced = (await upload(acme.agent, [other], { method: 'PUT', url })).json()
    expect(near(replaced.palette[0], '#ff0000')).toBe(true)
    expect(replaced.thumbhash).not.toBe(thumbhash)
    expect(await newMedia(textFile('words.txt'))).toMatchObject({ palette: [], thumbhash: null })
  })

  test('has the measures of a photograph as it is seen, however the camera was held', async () => {
    const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(await newMedia({ name: 'a.jpg', type: 'image/jpeg', bytes })).toMatchObject({ width: 20, height: 40 })
  })

  test('is told from another of the same content, which is named', async () => {
    const picture = await newPicture(10, 10, 'first.png')
    const first = await newMedia(picture)
    expect((await newMedia({ ...picture, name: 'again.png' })).duplicateOf).toEqual({ id: first.id, name: 'first.png' })
  })

  test.each([
    ['report.pdf', 'application/pdf', 'document'],
    ['tour.mp4', 'application/octet-stream', 'video'],
    ['jingle.mp3', 'audio/mpeg', 'audio'],
    ['page.html', 'text/html', 'other'],
    ['bundle.zip', 'application/zip', 'other'],
  ])('%s, sent as %s, is of the kind %s', async (name, type, kind) => {
    expect(await newMedia({ ...textFile(name), type })).toMatchObject({ kind, width: null, thumbnail: null })
  })

  test('that was sent without saying what it is has a thumbnail, and shows itself', async () => {
    const sent = { ...(await newPicture()), type: 'application/octet-stream' }
    const { thumbnail, url } = await newMedia(sent)
    for (const address of [thumbnail!, url!]) {
      const { host, pathname } = new URL(address)
      const answer = await app.inject({ url: pathname, headers: { host } })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toMatch(/^image\//)
    }
  })

  test('keeps the words of each language, and changes what is named alone', async () => {
    const { id } = await newMedia()
    const change = (body: object) => asAgent(changeMedia, { params: { id }, body })
    await change({ alt: { en: 'A bakery' }, caption: { en: 'At five' }, credit: 'Finn', tags: ['shop', 'shop'] })
    const changed = await change({ alt: { en: 'A striped awning' }, focus: { x: 0.2, y: 1 }, isPublic: false })
    expect(changed).toMatchObject({
      ...{ alt: { en: 'A striped awning' }, caption: { en: 'At five' }, credit: 'Finn', tags: ['shop'] },
      ...{ focus: { x: 0.2, y: 1 }, isPublic: false, revision: 3 },
    })
    expect(changed.url).toContain('?token=')
    expect(await change({ alt: { fr: 'Une boulangerie' } })).toMatchObject({ code: 'language-unknown' })
    expect(await change({ focus: { x: 2, y: 0 } })).toMatchObject({ status: 400 })
  })

  test('is not changed by who saw it before another did', async () => {
    const { id } = await newMedia()
    const { headers } = await ask(acme.agent, showMedia, { params: { id } })
    const change = (credit: string) =>
      ask(acme.agent, changeMedia, { params: { id }, body: { credit } }, { 'if-match': String(headers.etag) })
    expect((await change('First')).statusCode).toBe(200)
    expect((await change('Second')).json()).toMatchObject({ status: 412, code: 'changed-meanwhile' })
  })

  test('gets another content of its kind and keeps what is said of it; the earlier ones go with time', async () => {
    const { id, hash } = await newMedia()
    await asAgent(changeMedia, { params: { id }, body: { alt: { en: 'A shift' } } })
    const put = async (file: Parameters<typeof upload>[1][number]) =>
      (await upload(acme.agent, [file], { method: 'PUT', url: `/api/v1/media/${id}/content` })).json()
    expect(await put(textFile('a.txt'))).toMatchObject({ status: 409, code: 'media-kind-differs' })
    const replaced = await put(await newPicture(90, 30, 'new.png'))
    expect(replaced).toMatchObject({ id, name: 'new.png', width: 90, alt: { en: 'A shift' } })
    expect(replaced.hash).not.toBe(hash)
    for (const width of [91, 92, 93, 94]) await put(await newPicture(width))
    const { rows } = await owner.query('select hash from media_contents where media_id = $1', [id])
    expect([rows.length, rows.some((row) => row.hash.toString('hex') === hash)]).toEqual([5, false])
  })

  test('of the web is taken in by its address', async () => {
    const { bytes } = await newPicture(12, 12)
    const address = outside('pictures.elsewhere.org/cover.png', (_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(bytes),
    )
    const added = await asAgent(addMediaFromAddress, { body: { address } })
    expect(added).toMatchObject({ name: 'cover.png', kind: 'image', width: 12 })
    const inside = await asAgent(addMediaFromAddress, { body: { address: 'http://127.0.0.1/cover.png' } })
    expect(inside).toMatchObject({ status: 422, code: 'picture-out-of-reach' })
  })
})

describe('the list', () => {
  test('finds by words, kind, tag, folder and what is missing, a page at a time', async () => {
    const [outer, inner] = [await newFolder('Press'), '']
    const below = await newFolder('Logos', outer)
    const one = await newMedia(await newPicture(20, 20, 'Quarterly-chart.png'))
    const two = await newMedia(textFile('quarterly.txt'))
    await asAgent(changeMedia, { params: { id: one.id }, body: { folder: below, tags: ['finance'] } })
    await asAgent(changeMedia, { params: { id: two.id }, body: { title: 'Numbers of the bakery' } })
    expect(await list({ q: 'quarterly' })).toEqual([two.id, one.id])
    expect(await list({ q: 'numbers BAKERY' })).toEqual([two.id])
    expect(await list({ q: 'quarterly', kind: 'image' })).toEqual([one.id])
    expect(await list({ tag: 'finance' })).toEqual([one.id])
    expect([await list({ folder: outer }), await list({ folder: below })]).toEqual([[one.id], [one.id]])
    expect((await list({ q: 'quarterly', folder: 'none' })) + inner).toEqual(two.id)
    expect(await list({ q: 'quarterly', withoutAlt: 'true' })).toEqual([one.id])
    await use(one.id)
    expect(await list({ q: 'quarterly', unused: 'true' })).toEqual([two.id])
    const first = await asAgent(listMedia, { query: { q: 'quarterly', limit: 1 } })
    expect(await list({ q: 'quarterly', limit: '1', cursor: first.next! })).toEqual([one.id])
  })

  test('is narrowed by size, and to what has the same content as another file', async () => {
    const place = await makeWorkspace('sized', 'Sized', ['Sid', 'Sal', 'Sam', 'Sue'])
    const small = await newMedia(textFile('small.txt'), place.agent)
    const same = await newMedia(textFile('same.txt'), place.agent)
    const large = await newMedia({ name: 'large.txt', type: 'text/plain', bytes: Buffer.alloc(5000, 'x') }, place.agent)
    const idsBy = async (query: object) => (await as(place.agent)(listMedia, { query })).items.map(({ id }) => id)
    expect(await idsBy({ minBytes: '5000' })).toEqual([large.id])
    expect(await idsBy({ maxBytes: '4999' })).toEqual([same.id, small.id])
    expect(await idsBy({ duplicated: 'true' })).toEqual([same.id, small.id])
    expect(await as(place.agent)(showMediaReport, {})).toMatchObject({
      ...{ duplicated: 2, quota: 10 * 1024 ** 3, stored: 5000 + small.bytes + same.bytes },
    })
  })

  test('is counted, with the tags in use', async () => {
    const place = await makeWorkspace('counted', 'Counted', ['Cid', 'Cas', 'Cyn', 'Cob'])
    const { id } = await newMedia(undefined, place.agent)
    await newMedia(textFile(), place.agent)
    await as(place.agent)(changeMedia, { params: { id }, body: { tags: ['people'] } })
    expect(await as(place.agent)(showMediaReport, {})).toMatchObject({
      ...{ all: 2, unused: 2, withoutAlt: 1, trashed: 0, tags: ['people'], languages: ['en'] },
    })
  })
})

describe('what is in use', () => {
  test('says by whom, and is deleted only by who insists', async () => {
    const { id } = await newMedia()
    const entryId = randomUUID()
    await use(id, entryId)
    const uses = [{ kind: 'entry', id: entryId, field: 'cover', label: 'Six rotas' }]
    expect((await asAgent(listMediaUses, { params: { id } })).items).toMatchObject(uses)
    const refused = await asAgent(deleteMedia, { params: { id }, query: {} })
    expect(refused).toMatchObject({ status: 409, code: 'media-in-use', uses: [{ id: entryId, label: 'Six rotas' }] })
    await asAgent(deleteMedia, { params: { id }, query: { force: 'true' } })
    expect(await list({ trashed: 'true' })).toContain(id)
  })

  test('is used no more once its user says so', async () => {
    const { id } = await newMedia()
    const entryId = randomUUID()
    await use(id, entryId)
    const other = await newMedia()
    await use(other.id, entryId)
    expect((await asAgent(listMediaUses, { params: { id } })).items).toEqual([])
  })
})

test('the trash gives back what lies in it, and loses it with all its bytes after 30 days', async () => {
  const place = await makeWorkspace('emptied', 'Emptied', ['Eva', 'Eli', 'Eda', 'Emo'])
  const asMember = as(place.agent)
  const [back, gone] = [await newMedia(undefined, place.agent), await newMedia(undefined, place.agent)]
  for (const { id } of [back, gone]) await asMember(deleteMedia, { params: { id }, query: {} })
  expect(await asMember(untrashMedia, { params: { id: back.id } })).toMatchObject({ isTrashed: false })
  await owner.query(`update media set trashed_at = now() - interval '31 days' where id = $1`, [gone.id])
  const { rows } = await owner.query('select file_id from media where id = $1', [gone.id])
  await purge()
  expect((await asMember(showMedia, { params: { id: gone.id } })).code).toBe('media-not-found')
  const keys = await keysOf(place.id)
  expect(keys).not.toContain(fileKey(place.id, rows[0].file_id))
  // Only the file of `back` and its encoded picture remain.
  expect(keys.length).toBe(2)
})

test('pictures that are older than their colours are measured, and one that cannot be is not tried again', async () => {
  const [picture, broken, kept] = [await newMedia(), await newMedia(), await newMedia()]
  const older = [picture.id, broken.id]
  await owner.query(`update media set thumbhash = null, palette = '{}' where id = any($1)`, [older])
  const { rows } = await owner.query('select file_id from media where id = $1', [broken.id])
  await platform.storage.remove(pictureKey(acme.id, rows[0].file_id, shownEdge))
  await owner.query(`select graphile_worker.add_job('media.measure-older', '{}')`)
  await runJobs()
  const show = async (id: string) => as(acme.agent)(showMedia, { params: { id } })
  expect(await show(picture.id)).toMatchObject({ thumbhash: picture.thumbhash, palette: picture.palette })
  expect(await show(broken.id)).toMatchObject({ thumbhash: null, palette: [] })
  expect(await show(kept.id)).toMatchObject({ thumbhash: kept.thumbhash })
  const left = await owner.query('select 1 from media where thumbhash is null and id = any($1)', [older])
  expect(left.rows).toEqual([])
})

async function purge() {
  await owner.query(`select graphile_worker.add_job('media.purge', '{}')`)
  await runJobs()
}

test('many are moved, tagged and deleted together, all of them or none', async () => {
  const folder = await newFolder('Together')
  const ids = [(await newMedia()).id, (await newMedia()).id]
  const change = (changes: object, more: string[] = []) =>
    asAgent(changeManyMedia, { body: { ids: [...ids, ...more], changes } })
  expect(await change({ folder, addTags: ['spring'] })).toEqual({ changed: 2 })
  expect((await list({ folder, tag: 'spring' })).sort()).toEqual([...ids].sort())
  expect(await change({ folder: null }, [randomUUID()])).toMatchObject({ code: 'media-not-found' })
  expect((await list({ folder })).length).toBe(2)
  await use(ids[0]!)
  expect(await change({ trash: true })).toMatchObject({ status: 409, code: 'media-in-use' })
  expect((await list({ folder })).length).toBe(2)
})

describe('a folder', () => {
  test('stands in another, is counted with what is below it, and leaves what it has to that', async () => {
    const outer = await newFolder('Customers')
    const inner = await newFolder('Stories', outer)
    const { id } = await newMedia()
    await asAgent(changeMedia, { params: { id }, body: { folder: inner } })
    const { items } = await asAgent(listMediaFolders, {})
    expect(items.find((one) => one.id === outer)).toMatchObject({ name: 'Customers', count: 1 })
    await asAgent(deleteMediaFolder, { params: { id: inner } })
    expect(await asAgent(showMedia, { params: { id } })).toMatchObject({ folder: outer })
  })

  test('has a name of its own, and stands neither in itself nor too deep', async () => {
    const outer = await newFolder('Outer')
    expect(await asAgent(createMediaFolder, { body: { name: 'oUTER' } })).toMatchObject({
      ...{ status: 409, code: 'folder-name-taken' },
    })
    let deepest = outer
    for (const name of ['2', '3', '4', '5']) deepest = await newFolder(name, deepest)
    const tooDeep = await asAgent(createMediaFolder, { body: { name: '6', parent: deepest } })
    expect(tooDeep.code).toBe('folder-too-deep')
    const circle = await asAgent(changeMediaFolder, { params: { id: outer }, body: { parent: deepest } })
    expect(circle.code).toBe('folder-in-itself')
  })
})

test('a management key keeps the library as its maker, another key does not', async () => {
  const upload = async (kind: 'management' | 'delivery') => {
    const { secret } = await newContentKey(acme, kind)
    return addTo({ token: secret } as Person, [textFile()])
  }
  expect((await upload('management')).json().items).toMatchObject([{ createdBy: { id: acme.admin.id } }])
  expect((await upload('delivery')).statusCode).toBe(403)
})

test('another workspace has none of it, and puts nothing into its folders', async () => {
  const { id } = await newMedia()
  const folder = await newFolder('Of Acme')
  const asStranger = as(globex.admin)
  expect((await asStranger(showMedia, { params: { id } })).status).toBe(404)
  expect((await asStranger(deleteMedia, { params: { id }, query: {} })).status).toBe(404)
  expect((await asStranger(changeManyMedia, { body: { ids: [id], changes: { trash: true } } })).status).toBe(404)
  expect((await addTo(globex.admin, [await newPicture()], `?folder=${folder}`)).json().code).toBe('folder-not-found')
  await inWorkspace(platform.app, globex.id, (tx) =>
    replaceUses(tx, { user: { kind: 'entry', id: randomUUID() }, media: [{ id, field: 'cover' }] }),
  )
  expect((await asAgent(listMediaUses, { params: { id } })).items).toEqual([])
  expect((await addTo(acme.customer, [await newPicture()])).statusCode).toBe(403)
})

test('whoever uses a file does not wait for whoever changes what is said of it', async () => {
  const { id } = await newMedia()
  const first = await inWorkspace(platform.app, acme.id, async (tx) => {
    await lockRows(tx, [id])
    return Promise.race([use(id).then(() => 'used'), untilWaiting(1).then(() => 'waits')])
  })
  expect(first).toBe('used')
})

test('a change of a folder that somebody else made meanwhile is not written over', async () => {
  const [id, shelf] = [await newFolder('Portraits'), await newFolder('Shelf')]
  const change = (body: object) => asAgent(changeMediaFolder, { params: { id }, body })
  await change({ name: 'Faces', base: { name: 'Portraits' } })
  const refused = { status: 409, code: 'conflict', theirs: { name: 'Faces' }, yours: { name: 'People' } }
  expect(await change({ name: 'People', base: { name: 'Portraits' } })).toMatchObject(refused)
  expect(await change({ parent: shelf, base: { parent: null } })).toMatchObject({ name: 'Faces', parent: shelf })
  expect(await change({ parent: null, base: { parent: id } })).toMatchObject({ theirs: { parent: shelf } })
  expect(await change({ name: 'People', base: { name: 'Faces' } })).toMatchObject({ name: 'People' })
})
