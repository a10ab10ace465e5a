import { expect, test } from 'vitest'
import { listContent, showContent } from '#contract/content-delivery.ts'
import { deleteEntry, listEntries, showEntry } from '#contract/entries.ts'
import { changeMedia, deleteMedia, listMediaUses } from '#contract/media.ts'
import { as, ask } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
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
  expect((await asAgent(listEntries, { query: { model: model.key } as never })).items[0]!.picture).toContain('http')
  expect((await asAgent(listMediaUses, { params: { id: picture.id } })).items).toMatchObject([
    { kind: 'entry', id, label: 'Bread' },
  ])
  expect(await asAgent(deleteMedia, { params: { id: picture.id }, query: {} })).toMatchObject({ code: 'media-in-use' })
  await asAgent(deleteEntry, { params: { model: model.pluralKey, id } })
  expect((await asAgent(listMediaUses, { params: { id: picture.id } })).items).toEqual([])
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
    fields: { cover: expect.stringContaining('not in the library') },
  })
  const body = { type: 'doc', content: [{ type: 'picture', attrs: { file: acme.agent.id } }] }
  expect(await newEntry(model, { title: 'X', body })).toMatchObject({
    code: 'entry-invalid',
    fields: { body: expect.stringContaining('not in the library') },
  })
})
