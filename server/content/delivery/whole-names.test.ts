import { expect, test } from 'vitest'
import { changeContentModel } from '#contract/content/models.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, settings } from '#test/world.ts'

// In `fields`, a name alone selects all fields of a reference or component. A longer path selects additional fields.

const company = await newModel({
  fields: [
    { key: 'name', kind: 'text' },
    { key: 'slug', kind: 'slug' },
    { key: 'city', kind: 'text' },
  ],
})
const author = await newModel({
  fields: [
    { key: 'name', kind: 'text' },
    { key: 'bio', kind: 'text' },
    { key: 'company', kind: 'reference', models: [company.key] },
  ],
})
const hero = await newModel({
  kind: 'component',
  fields: [
    { key: 'heading', kind: 'text' },
    { key: 'link', kind: 'reference', models: [company.key] },
  ],
})
const quote = await newModel({ kind: 'component', fields: [{ key: 'words', kind: 'text' }] })
const post = await newModel({
  isPublic: true,
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'author', kind: 'reference', models: [author.key] },
    { key: 'sections', kind: 'blocks', components: [hero.id, quote.id] },
    { key: 'top', kind: 'group', component: hero.id },
    { key: 'body', kind: 'rich_text' },
  ],
})

const { id: firm } = await newLiveEntry(company, { name: 'Halyard', city: 'Bergen' }, { person: acme.admin })
const { id: mina } = await newLiveEntry(author, { name: 'Mina', bio: 'Writes', company: firm }, { person: acme.admin })
const { id } = await newLiveEntry(
  post,
  {
    title: 'Post',
    author: mina,
    sections: [
      { type: hero.key, heading: 'One', link: firm },
      { type: quote.key, words: 'Said' },
    ],
    top: { heading: 'Top', link: firm },
    body: { type: 'doc', content: [{ type: 'entry', attrs: { entry: firm } }] },
  },
  { person: acme.admin },
)
const { secret } = await newContentKey(acme, 'delivery')

async function read(fields: string) {
  const response = await app.inject({
    ...{ url: `/api/v1/content/${post.pluralKey}/${id}`, query: { fields } },
    headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
  })
  const { _meta: _, ...rest } = response.json()
  return rest
}
const led = { id: firm, type: company.key, slug: 'halyard' }
const blockId = expect.any(String)

test('a join in blocks leaves their other fields and the other blocks', async () => {
  expect((await read('sections,sections:hero.link.city'.replaceAll('hero', hero.key))).sections).toEqual([
    { id: blockId, type: hero.key, heading: 'One', link: { ...led, city: 'Bergen' } },
    { id: blockId, type: quote.key, words: 'Said' },
  ])
  expect((await read(`sections:${hero.key}.*,sections:${hero.key}.link.city`)).sections).toEqual([
    { id: blockId, type: hero.key, heading: 'One', link: { ...led, city: 'Bergen' } },
    { id: blockId, type: quote.key },
  ])
})

test('a join in a group leaves its other fields', async () => {
  expect((await read('top,top.link.city')).top).toEqual({ heading: 'Top', link: { ...led, city: 'Bergen' } })
  expect((await read('top.link.city')).top).toEqual({ link: { ...led, city: 'Bergen' } })
})

test('a reference that is named is joined whole, and a longer path joins further', async () => {
  const all = { name: 'Mina', bio: 'Writes' }
  expect((await read('author,author.name')).author).toMatchObject({ ...all, company: led })
  expect((await read('author,author.company.city')).author).toMatchObject({
    ...all,
    company: { ...led, city: 'Bergen' },
  })
  expect((await read('author.*')).author).toMatchObject({ ...all, company: led })
  expect((await read('author.company.city')).author.bio).toBeUndefined()
})

test('* is all fields at its place, those that are added later among them', async () => {
  const bare = { id: mina, type: author.key, slug: null }
  expect(await read('*')).toMatchObject({ title: 'Post', author: bare, top: { heading: 'Top', link: led } })
  expect(await read('*,author.name')).toMatchObject({ title: 'Post', author: { ...bare, name: 'Mina' } })
  expect(await read('*,top.link.city')).toMatchObject({
    title: 'Post',
    top: { heading: 'Top', link: { ...led, city: 'Bergen' } },
  })
  await as(acme.admin)(changeContentModel, {
    params: { id: post.id },
    query: {},
    body: { fields: [{ key: 'subtitle', kind: 'text', default: 'New' }] },
  })
  expect(await read('*,author.name')).toHaveProperty('subtitle')
})

test('a text says more of what it shows where a path says so, and stays whole', async () => {
  const shown = async (fields: string) => (await read(fields)).body.content[0].attrs.entry
  expect(await shown('body')).toEqual(led)
  expect(await shown('body,body.city')).toEqual({ ...led, city: 'Bergen' })
  expect(await shown('*,body.city')).toEqual({ ...led, city: 'Bergen' })
  expect(await shown('body.*')).toMatchObject({ ...led, city: 'Bergen', name: 'Halyard' })
})

test.each(['author..name', '*.name', 'title.*', 'author.*.name', 'title,title.more'])(
  '%s is refused',
  async (fields) => {
    expect(await read(fields)).toMatchObject({ status: 400, code: 'query-unknown' })
  },
)
