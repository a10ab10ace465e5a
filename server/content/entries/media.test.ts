import { expect, test } from 'vitest'
import { listContent, showContent } from '#contract/content/delivery.ts'
import {
  changeEntry,
  createEntry,
  deleteEntry,
  listEntries,
  publishEntry,
  showEntry,
} from '#contract/content/entries.ts'
import { changeManyMedia, changeMedia, deleteMedia, listMediaUses } from '#contract/content/media.ts'
import { as, ask } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { newMedia, newPicture } from '#test/new-media.ts'
import { acme, settings } from '#test/world.ts'

const asAgent = as(acme.agent)
const onHost = { host: `${acme.domain}.${settings.rootDomain}` }
const model = await newModel({
  isPublic: true,
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'cover', kind: 'media', kinds: ['image'] },
    { key: 'body', kind: 'rich_text' },
  ],
})
const show = (id: string) => ask(null, showContent, { params: { model: model.pluralKey, id }, query: {} }, onHost)

test('a file of the library is led to: delivered with its words and addresses, named for the editor, and known to be in use', async () => {
  const picture = await newMedia(await newPicture(30, 20, 'bakery.png'))
  await asAgent(changeMedia, { params: { id: picture.id }, body: { alt: { en: 'A bakery' } } })
  const { id } = await newLiveEntry(model, { title: 'Bread', cover: picture.id })
  const delivered = (await show(id)).json()
  expect(delivered.cover).toMatchObject({ id: picture.id, alt: 'A bakery', width: 30, height: 20, url: picture.url })
  const { items } = await as(null)(
    listContent,
    { params: { model: model.pluralKey }, query: { fields: 'cover.url', 'filter[cover]': picture.id } },
    onHost,
  )
  expect(items).toMatchObject([{ cover: { id: picture.id, url: picture.url } }])
  const edited = await asAgent(showEntry, { params: { id }, query: {} })
  expect(edited).toMatchObject({
    fields: { cover: picture.id },
    leads: [{ id: picture.id, kind: 'media', title: 'bakery.png', picture: expect.stringContaining('http') }],
  })
  expect((await asAgent(listEntries, { query: { model: model.key } })).items[0]!.picture).toContain('http')
  expect((await asAgent(listMediaUses, { params: { id: picture.id } })).items).toMatchObject([
    { kind: 'entry', id, label: 'Bread' },
  ])
  expect(await asAgent(deleteMedia, { params: { id: picture.id }, query: {} })).toMatchObject({ code: 'media-in-use' })
  await asAgent(deleteEntry, { params: { model: model.pluralKey, id } })
  expect((await asAgent(listMediaUses, { params: { id: picture.id } })).items).toEqual([])
})

test('a file is in use from the first draft on that shows it, whatever is saved together with it', async () => {
  const fields = [
    { key: 'title', kind: 'text' },
    { key: 'slug', kind: 'slug' },
    { key: 'sku', kind: 'text', unique: true },
    { key: 'cover', kind: 'media' },
  ]
  const addressed = await newModel({ fields })
  const [first, next] = [await newMedia(await newPicture(20, 20)), await newMedia(await newPicture(20, 30))]
  const { id } = await newEntry(addressed, { title: 'Bun', sku: 'B1', cover: first.id })
  const usersOf = async (file: string) =>
    (await asAgent(listMediaUses, { params: { id: file } })).items.map((use) => use.id)
  expect(await usersOf(first.id)).toEqual([id])
  const params = { model: addressed.pluralKey, id }
  await asAgent(changeEntry, { params, body: { fields: { slug: 'roll', sku: 'B2', cover: next.id } } })
  expect([await usersOf(first.id), await usersOf(next.id)]).toEqual([[], [id]])
})

test('what is said of a file is delivered anew, and an answer that was kept is known to be old', async () => {
  const picture = await newMedia(await newPicture(30, 20))
  const { id } = await newLiveEntry(model, { title: 'Cake', cover: picture.id })
  const before = await show(id)
  await asAgent(changeMedia, { params: { id: picture.id }, body: { alt: { en: 'Changed' } } })
  const input = { params: { model: model.pluralKey, id }, query: {} }
  const after = await ask(null, showContent, input, { ...onHost, 'if-none-match': String(before.headers.etag) })
  expect([after.statusCode, after.json().cover.alt]).toEqual([200, 'Changed'])
})

test('what is not public is delivered to keys alone, by an address that runs out', async () => {
  const picture = await newMedia(await newPicture(30, 20))
  await asAgent(changeMedia, { params: { id: picture.id }, body: { isPublic: false } })
  const { id } = await newLiveEntry(model, { title: 'Secret', cover: picture.id })
  expect((await show(id)).json()).toMatchObject({ cover: null })
  const { items } = await asAgent(listContent, {
    params: { model: model.pluralKey },
    query: { 'filter[title]': 'Secret' },
  })
  expect(items).toMatchObject([{ cover: { id: picture.id, url: expect.stringContaining('token=') } }])
})

test('a file that is not in the library, or of another kind, is refused', async () => {
  expect(await newEntry(model, { title: 'X', cover: acme.agent.id })).toMatchObject({
    code: 'entry-invalid',
    fields: { cover: expect.stringContaining('not in the media library') },
  })
  const body = { type: 'doc', content: [{ type: 'picture', attrs: { file: acme.agent.id } }] }
  expect(await newEntry(model, { title: 'X', body })).toMatchObject({
    code: 'entry-invalid',
    fields: { body: expect.stringContaining('not in the media library') },
  })
})

const picky = await newModel({
  localized: true,
  fields: [
    { key: 'title', kind: 'text', localized: true },
    { key: 'cover', kind: 'media', maxBytes: 2000, minWidth: 40, minHeight: 20, needsAlt: true },
    { key: 'gallery', kind: 'media', many: true, minWidth: 40, message: 'Wide pictures alone' },
  ],
})

test('a field takes no file that is larger, and no picture that is smaller than it says', async () => {
  const narrow = await newMedia(await newPicture(30, 20, 'narrow.png'))
  const large = await newMedia({ name: 'large.pdf', type: 'application/pdf', bytes: Buffer.alloc(3000, 'x') })
  expect(await newEntry(picky, { title: 'X', cover: narrow.id })).toMatchObject({
    code: 'entry-invalid',
    fields: { cover: 'narrow.png has 30 × 20 pixels. Choose one of at least 40 × 20.' },
  })
  expect(await newEntry(picky, { title: 'X', cover: large.id })).toMatchObject({
    fields: { cover: 'large.pdf has 3 KB. Choose a file of at most 2 KB.' },
  })
  expect(await newEntry(picky, { title: 'X', gallery: [narrow.id] })).toMatchObject({
    fields: { gallery: 'Wide pictures alone' },
  })
})

test('what a field asks of files holds within components, too', async () => {
  const { key } = await newModel({ kind: 'component', fields: [{ key: 'photo', kind: 'media', minWidth: 40 }] })
  const framed = await newModel({ fields: [{ key: 'hero', kind: 'group', component: key }] })
  const narrow = await newMedia(await newPicture(30, 20, 'narrow.png'))
  expect(await newEntry(framed, { hero: { photo: narrow.id } })).toMatchObject({
    fields: { hero: expect.stringContaining('at least 40 wide') },
  })
})

test('where a field asks for it, a picture has an alternative text in the language that is published', async () => {
  const cover = await newMedia(await newPicture(60, 40, 'bakery.png'))
  const { id } = await newEntry(picky, { title: 'Bread', cover: cover.id })
  const publishIn = () => asAgent(publishEntry, { params: { model: picky.pluralKey, id }, body: { locales: ['en'] } })
  expect(await publishIn()).toMatchObject({
    code: 'entry-invalid',
    fields: { cover: 'Write the alternative text of bakery.png in English' },
  })
  await asAgent(changeMedia, { params: { id: cover.id }, body: { alt: { en: 'A bakery' } } })
  const edited = await asAgent(showEntry, { params: { id }, query: {} })
  expect(edited).toMatchObject({
    problems: {},
    leads: [{ id: cover.id, file: { name: 'bakery.png', width: 60, height: 40, alt: { en: 'A bakery' } } }],
  })
  expect(await publishIn()).toMatchObject({ id, cover: { alt: 'A bakery' } })
})

test('what uses a file is named to nobody who may not read it, and counted', async () => {
  const [recipes, salaries] = [
    await newModel({
      fields: [
        { key: 'title', kind: 'text' },
        { key: 'cover', kind: 'media' },
      ],
    }),
    await newModel({
      fields: [
        { key: 'title', kind: 'text' },
        { key: 'contract', kind: 'media', readBy: 'admins' },
      ],
    }),
  ]
  const file = await newMedia(await newPicture(20, 40))
  const recipe = await newEntry(recipes, { title: 'Rye', cover: file.id })
  const asAdmin = as(acme.admin)
  const hidden = await asAdmin(createEntry, {
    params: { model: salaries.pluralKey },
    body: { fields: { title: 'Bo', contract: file.id } },
  })
  const keyFor = async (one: { id: string }) =>
    as({ ...acme.admin, token: (await newContentKey(acme, 'management', { models: [one.id] })).secret })

  const seenBy = async (asSomebody: typeof asAgent) => {
    const { items, unseen } = await asSomebody(listMediaUses, { params: { id: file.id } })
    const refused = await asSomebody(deleteMedia, { params: { id: file.id }, query: {} })
    const together = await asSomebody(changeManyMedia, { body: { ids: [file.id], changes: { trash: true } } })
    for (const refusal of [refused, together])
      expect(refusal).toMatchObject({ status: 409, code: 'media-in-use', uses: items, unseen })
    return [items.map((use: { id: string }) => use.id).toSorted(), unseen]
  }
  expect(await seenBy(asAdmin)).toEqual([[recipe.id, hidden.id].toSorted(), 0])
  expect(await seenBy(asAgent)).toEqual([[recipe.id], 1])
  expect(await seenBy(await keyFor(recipes))).toEqual([[recipe.id], 1])
  expect(await seenBy(await keyFor(await newModel()))).toEqual([[], 2])
})
