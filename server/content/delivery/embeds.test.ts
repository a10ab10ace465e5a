import { beforeAll, expect, test } from 'vitest'
import { showContent } from '#contract/content/delivery.ts'
import { changeEntry, listEntryUses, publishEntry, showEntry, unpublishEntry } from '#contract/content/entries.ts'
import { changeMedia, listMediaUses } from '#contract/content/media.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { newMedia, newPicture } from '#test/new-media.ts'
import { acme, app, globex, settings } from '#test/world.ts'

const asAgent = as(acme.agent)
const people = await newModel({
  isPublic: true,
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'slug', kind: 'slug' },
    { key: 'age', kind: 'integer' },
  ],
})
const places = await newModel()
const posts = await newModel({
  isPublic: true,
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'body', kind: 'rich_text', models: [people.key] },
    { key: 'anything', kind: 'rich_text' },
    { key: 'lines', kind: 'rich_text', blocks: ['inlineEntry'], marks: ['bold'] },
  ],
})
const delivery = (await newContentKey(acme, 'delivery')).secret
const preview = (await newContentKey(acme, 'preview')).secret

type Attributes = Record<string, unknown>
const doc = (...content: object[]) => ({ type: 'doc', content })
const line = (...content: object[]) => ({ type: 'paragraph', content })
const block = (entry: unknown) => ({ type: 'entry', attrs: { entry } })
const inline = (entry: unknown) => ({ type: 'inlineEntry', attrs: { entry } })
const linked = (text: string, attrs: Attributes) => ({ type: 'text', text, marks: [{ type: 'link', attrs }] })
const picture = (attrs: Attributes) => ({ type: 'picture', attrs })
const place = (id: string) => ({ params: { model: posts.pluralKey, id } })

async function get(id: string, { secret = delivery, ...query }: Record<string, string | null> = {}) {
  const host = secret === null ? `${acme.domain}.${settings.rootDomain}` : settings.apiHost
  const response = await app.inject({
    url: `/api/v1/content/${posts.pluralKey}/${id}`,
    query: query as Record<string, string>,
    headers: { host, ...(secret && { authorization: `Bearer ${secret}` }) },
  })
  return { status: response.statusCode, tags: String(response.headers['cache-tag']), body: response.json() }
}

let mina: { id: string }
let draft: { id: string }
let photo: { id: string; url: string | null }
let post: { id: string }

beforeAll(async () => {
  mina = await newLiveEntry(people, { title: 'Mina', slug: 'mina', age: 41 })
  draft = await newEntry(people, { title: 'Canary of a draft', slug: 'canary' })
  photo = await newMedia(await newPicture(30, 20, 'bakery.png'))
  await asAgent(changeMedia, { params: { id: photo.id }, body: { alt: { en: 'A bakery' } } })
  const body = doc(
    block(mina.id),
    line({ type: 'text', text: 'By ' }, inline(mina.id), linked(' more', { entry: mina.id })),
    picture({ file: photo.id, alt: 'Bread', link: { entry: mina.id } }),
    { type: 'blockquote', content: [{ type: 'file', attrs: { file: photo.id, name: 'bakery.png' } }, block(draft.id)] },
    line(inline(draft.id), linked('hidden', { entry: draft.id })),
  )
  post = await newLiveEntry(posts, { title: 'Bread', body })
})

const shownMina = () => ({ id: mina.id, type: people.key, slug: 'mina' })
const shownPhoto = () => ({ id: photo.id, url: photo.url, width: 30, height: 20, alt: 'A bakery', mime: 'image/png' })

test('a text is delivered with what its pictures and files are, and with its entries as references are', async () => {
  const { body, tags } = await get(post.id)
  expect(body.body).toMatchObject(
    doc(
      block(shownMina()),
      line({ type: 'text', text: 'By ' }, inline(shownMina()), linked(' more', { entry: shownMina() })),
      picture({ file: shownPhoto(), alt: 'Bread', link: { entry: shownMina() } }),
      {
        type: 'blockquote',
        content: [{ type: 'file', attrs: { file: shownPhoto(), name: 'bakery.png' } }, block(null)],
      },
      line(inline(null), linked('hidden', { entry: null })),
    ),
  )
  expect(tags.split(',')).toEqual(expect.arrayContaining([`entry-${mina.id}`, `media-${photo.id}`]))
})

test('of a draft that a text shows no reader hears anything, and a preview has it', async () => {
  const all = await Promise.all([
    ...[get(post.id), get(post.id, { fields: 'body.title' }), get(post.id, { shape: 'normalized' })],
    ...[get(post.id, { secret: null }), get(post.id, { fields: 'body' })],
  ])
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(JSON.stringify(all.map(({ body }) => body))).not.toMatch(new RegExp(`canary|${draft.id}`, 'i'))
  const seen = await get(post.id, { secret: preview, perspective: 'draft' })
  expect(JSON.stringify(seen.body)).toContain(JSON.stringify({ id: draft.id, type: people.key, slug: 'canary' }))
})

test('fields of entries in a text are joined where they are named, and its files come whole', async () => {
  const { body } = await get(post.id, { fields: 'body.title' })
  expect(body.body.content[0]).toEqual(block({ ...shownMina(), title: 'Mina' }))
  expect(body.body.content[2].attrs.file).toMatchObject(shownPhoto())
  const chosen = await get(post.id, { fields: 'title,body' })
  expect(chosen.body.body.content[0]).toEqual(block(shownMina()))
  expect((await get(post.id, { fields: 'body.shoe' })).body).toMatchObject({
    status: 400,
    detail: expect.stringContaining('title, slug, age'),
  })
})

test('in the normalized shape, what a text shows stands once beside it', async () => {
  const { body } = await get(post.id, { shape: 'normalized' })
  expect(body.body.content[0]).toEqual(block({ id: mina.id, in: 'entries' }))
  expect(body.body.content[2].attrs.file).toEqual({ id: photo.id, in: 'media' })
  expect(body._included).toMatchObject({
    entries: { [mina.id]: shownMina() },
    media: { [photo.id]: shownPhoto() },
  })
})

test('a renamed entry shows in texts at once, and one that is taken back goes from them', async () => {
  const other = await newLiveEntry(people, { title: 'Ada', slug: 'ada' })
  const { id } = await newLiveEntry(posts, { title: 'On Ada', body: doc(block(other.id)) })
  await asAgent(changeEntry, { params: { model: people.pluralKey, id: other.id }, body: { fields: { slug: 'ada-l' } } })
  await asAgent(publishEntry, { params: { model: people.pluralKey, id: other.id }, body: {} })
  expect((await get(id)).body.body.content[0].attrs.entry).toMatchObject({ slug: 'ada-l' })
  await asAgent(unpublishEntry, { params: { model: people.pluralKey, id: other.id }, query: {} })
  expect((await get(id)).body.body.content[0]).toEqual(block(null))
})

test('a file that is not public is shown in a text to keys alone', async () => {
  const secret = await newMedia(await newPicture(30, 20))
  await asAgent(changeMedia, { params: { id: secret.id }, body: { isPublic: false } })
  const { id } = await newLiveEntry(posts, { title: 'Secret', body: doc(picture({ file: secret.id })) })
  expect((await get(id, { secret: null })).body.body).toEqual(doc(picture({ file: null })))
  expect((await get(id)).body.body.content[0].attrs.file.url).toContain('token=')
})

test('what a text leads to is known to be used, is named for the editor, and dangles until it is published', async () => {
  expect((await asAgent(listEntryUses, { params: { model: people.pluralKey, id: mina.id } })).items).toMatchObject([
    { id: post.id },
  ])
  expect((await asAgent(listMediaUses, { params: { id: photo.id } })).items).toMatchObject([{ id: post.id }])
  const edited = await asAgent(showEntry, { params: { id: post.id }, query: {} })
  expect(edited.fields.body).toMatchObject({ content: [block(mina.id), {}, picture({ file: photo.id }), {}, {}] })
  expect(edited.leads.map(({ id }) => id)).toEqual(expect.arrayContaining([mina.id, draft.id, photo.id]))
  await asAgent(changeEntry, { ...place(post.id), body: { fields: { title: 'Bread, again' } } })
  const published = await asAgent(publishEntry, { ...place(post.id), body: { dangling: 'refuse' } })
  expect(published).toMatchObject({ code: 'references-dangle' })
})

test('what a program reads of a draft it may write back', async () => {
  const read = await as(acme.admin)(showContent, { ...place(post.id), query: {} })
  const copy = await newEntry(posts, { title: 'Copy', body: { ...(read as never as { body: object }).body } })
  const edited = await asAgent(showEntry, { params: { id: copy.id }, query: {} })
  expect(edited.fields.body).toEqual((await asAgent(showEntry, { params: { id: post.id }, query: {} })).fields.body)
})

test('a text takes entries of its models and its workspace alone, and the blocks it is set to', async () => {
  const place = await newLiveEntry(places, { title: 'Zagreb' })
  const theirs = await newLiveEntry(await newModel({}, globex.admin), { title: 'Theirs' }, { person: globex.admin })
  const refusedBy = async (field: string, ...content: object[]) =>
    ((await newEntry(posts, { title: 'X', [field]: doc(...content) })) as never as { fields: object }).fields
  expect(await refusedBy('body', block(place.id))).toEqual({ body: 'Entries of this model are not allowed here' })
  expect(await refusedBy('body', line(linked('x', { entry: place.id })))).toHaveProperty('body')
  expect(await refusedBy('anything', block(place.id))).toBeUndefined()
  expect(await refusedBy('anything', line(inline(theirs.id)))).toEqual({
    anything: 'The referenced entry does not exist',
  })
  expect(await refusedBy('lines', block(place.id))).toEqual({ lines: 'This text does not allow entry' })
  expect(await refusedBy('lines', line(inline(place.id)))).toBeUndefined()
  expect(await refusedBy('lines', line(linked('x', { entry: place.id })))).toEqual({
    lines: 'This text does not allow link',
  })
  const many = Array.from({ length: 501 }, () => inline(place.id))
  expect(await refusedBy('anything', line(...many))).toEqual({ anything: expect.stringContaining('at most 500') })
})
