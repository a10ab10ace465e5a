import { expect, test } from 'vitest'
import {
  changeEntry,
  listEntryVersions,
  publishEntry,
  showEntry,
  unplanEntry,
  unpublishEntry,
} from '#contract/content/entries.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { as, ask } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { acme } from '#test/world.ts'

const asAgent = as(acme.agent)
await as(acme.admin)(changeLanguages, { body: { items: ['en', 'de', 'fr'] } })

const model = await newModel({
  localized: true,
  fields: [
    { key: 'title', kind: 'text', localized: true },
    { key: 'slug', kind: 'slug' },
  ],
})
/** Creates an entry with texts in English, German and French. */
async function newTranslated() {
  const { id } = await newEntry(model, { title: 'Hello' })
  const params = { model: model.pluralKey, id }
  await asAgent(changeEntry, { params, body: { fields: { title: 'Hallo' }, locale: 'de' } })
  await asAgent(changeEntry, { params, body: { fields: { title: 'Salut' }, locale: 'fr' } })
  return params
}
type Params = Awaited<ReturnType<typeof newTranslated>>
const publish = async (params: Params, body: object = {}) =>
  (await asAgent(publishEntry, { params, body }))._meta.publication
const unpublish = async (params: Params, query: object = {}) =>
  (await asAgent(unpublishEntry, { params, query }))._meta.publication
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const live = (...locales: string[]) => locales.map((locale) => ({ locale, publishedAt: expect.any(String) }))

test('languages are published and taken away by the same names, and each answer says which are live', async () => {
  const params = await newTranslated()
  expect(await publish(params, { locale: 'de' })).toEqual({ live: live('de'), planned: [] })
  expect(await publish(params, { locales: ['en', 'fr'] })).toEqual({ live: live('de', 'en', 'fr'), planned: [] })
  expect(await unpublish(params, { locale: 'en' })).toEqual({ live: live('de', 'fr'), planned: [] })
  expect(await unpublish(params, { locales: 'de,fr' })).toEqual({ live: [], planned: [] })
  expect(await publish(params)).toEqual({ live: live('de', 'en', 'fr'), planned: [] })
  expect(await unpublish(params, { locales: ['de', 'en'] })).toEqual({ live: live('fr'), planned: [] })
  expect(await unpublish(params)).toEqual({ live: [], planned: [] })
})

test('what is planned is told with its languages and times, and given up by the same names', async () => {
  const [params, at, later] = [await newTranslated(), inAnHour(), inAnHour()]
  await publish(params, { locale: 'en' })
  const german = { locale: 'de', publishAt: at, unpublishAt: null }
  const english = { locale: 'en', publishAt: null, unpublishAt: later }
  expect(await publish(params, { locales: ['de'], at })).toEqual({ live: live('en'), planned: [german] })
  expect(await unpublish(params, { locale: 'en', at: later })).toEqual({ live: live('en'), planned: [german, english] })
  const { _meta } = await asAgent(unplanEntry, { params, query: { locales: 'de,en' } })
  expect(_meta.publication).toEqual({ live: live('en'), planned: [] })
})

test('both names at once, and a language that is not written, are refused, and nothing happens', async () => {
  const params = await newTranslated()
  const both = { locale: 'de', locales: ['de'] }
  const refused = { status: 400, code: 'invalid', fields: { locales: 'Send either locale or locales' } }
  expect((await ask(acme.agent, publishEntry, { params, body: both })).json()).toMatchObject(refused)
  const { path } = unpublishEntry
  expect(path).toBe(publishEntry.path)
  const query = { locale: 'de', locales: 'de' }
  expect((await ask(acme.agent, unpublishEntry, { params, query })).json()).toMatchObject(refused)
  expect(await asAgent(publishEntry, { params, body: { locales: ['de', 'it'] } })).toMatchObject({
    code: 'text-not-found',
  })
  expect((await asAgent(showEntry, { params: { id: params.id }, query: {} })).status).toBe('draft')
})

test('a time or a language in the wrong place publishes and takes away nothing', async () => {
  const params = await newTranslated()
  const wrong = { at: inAnHour() }
  const publication = await ask(acme.agent, publishEntry, { params, query: wrong, body: {} } as never)
  expect(publication.json()).toMatchObject({ status: 400, detail: '`at` belongs in the body of this request' })
  await publish(params, { locale: 'en' })
  const removal = await ask(acme.agent, unpublishEntry, { params, query: {}, body: { locale: 'de' } } as never)
  expect(removal.json()).toMatchObject({
    ...{ status: 400, detail: '`locale` belongs in the address of this request, as a parameter' },
  })
  const change = await ask(acme.agent, changeEntry, {
    ...{ params, query: { locale: 'de' }, body: { fields: { title: 'Guten Tag' } } },
  })
  expect(change.json()).toMatchObject({ status: 400, detail: '`locale` belongs in the body of this request' })
  expect((await asAgent(showEntry, { params: { id: params.id }, query: {} })).fields).toMatchObject({ title: 'Hello' })
  expect(await unpublish(params, { locale: 'en' })).toEqual({ live: [], planned: [] })
})

test('what readers have already is not published again, not with a note either', async () => {
  const params = await newTranslated()
  const countVersions = async () => (await asAgent(listEntryVersions, { params, query: {} })).items.length
  const first = await publish(params, { locale: 'en' })
  const count = await countVersions()
  expect(await publish(params, { locale: 'en', note: 'Pressed twice' })).toEqual(first)
  expect(await countVersions()).toBe(count)
  const [english] = first!.live
  expect((await publish(params, { locales: ['en', 'de'] }))!.live).toContainEqual(english)
  expect(await countVersions()).toBe(count + 1)
})
