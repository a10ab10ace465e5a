import { beforeAll, expect, test } from 'vitest'
import { createEntry, publishEntry } from '#contract/content/entries.ts'
import { changeMedia } from '#contract/content/media.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { newMedia, newPicture } from '#test/new-media.ts'
import { acme, app, globex, settings } from '#test/world.ts'

const fields = [
  { key: 'title', kind: 'text' },
  { key: 'slug', kind: 'slug' },
  { key: 'bio', kind: 'rich_text' },
] as const
const people = await newModel({ isPublic: true, fields: [...fields] })
const section = await newModel({ kind: 'component', fields: [{ key: 'words', kind: 'rich_text' }] })
const posts = await newModel({
  isPublic: true,
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'slug', kind: 'slug' },
    { key: 'body', kind: 'rich_text' },
    { key: 'author', kind: 'reference', models: [people.key] },
    { key: 'lead', kind: 'group', component: section.key },
    { key: 'sections', kind: 'blocks', components: [section.key] },
  ],
})
const delivery = (await newContentKey(acme, 'delivery')).secret
const preview = (await newContentKey(acme, 'preview')).secret
const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) })
const line = (...content: object[]) => ({ type: 'paragraph', content })
const doc = (...content: object[]) => ({ type: 'doc', content })
const said = (words: string) => doc(line(text(words)))

let mina: { id: string }
let draft: { id: string }
let photo: { id: string; url: string | null }
let post: { id: string }

beforeAll(async () => {
  mina = await newLiveEntry(people, { title: 'Mina <b>', slug: 'mina', bio: said('Bakes & eats') })
  draft = await newEntry(people, { title: 'Canary of a draft', slug: 'canary' })
  photo = await newMedia(await newPicture(700, 350, 'bakery.png'))
  await as(acme.agent)(changeMedia, { params: { id: photo.id }, body: { alt: { en: 'A "bakery"' } } })
  const body = doc(
    { type: 'heading', attrs: { level: 2 }, content: [text('Hours')] },
    line(text('<script>1</script> '), text('by', { type: 'link', attrs: { entry: mina.id } }), text(' and '), {
      type: 'inlineEntry',
      attrs: { entry: draft.id },
    }),
    { type: 'entry', attrs: { entry: mina.id } },
    { type: 'picture', attrs: { file: photo.id } },
    { type: 'codeBlock', attrs: { language: 'ts' }, content: [text('const a = 1 < 2')] },
  )
  const lead = { words: said('Lead') }
  const sections = [{ type: section.key, words: said('Section') }]
  post = await newLiveEntry(posts, { title: 'Bread', body, author: mina.id, lead, sections })
})

async function get(path: string, { secret = delivery, ...query }: Record<string, string | null> = {}) {
  const host = secret === null ? `${acme.domain}.${settings.rootDomain}` : settings.apiHost
  const response = await app.inject({
    url: `/api/v1/content/${posts.pluralKey}${path}`,
    query: { richText: 'html', ...query },
    headers: { host, ...(secret && { authorization: `Bearer ${secret}` }) },
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}
const htmlOfBody = () =>
  [
    '<h2 id="hours">Hours</h2>',
    `<p>&lt;script&gt;1&lt;/script&gt; <a href="entry:${mina.id}" data-type="${people.key}" data-slug="mina">by</a> and </p>`,
    `<p class="entry"><a class="entry" href="entry:${mina.id}" data-type="${people.key}" data-slug="mina">Mina &lt;b&gt;</a></p>`,
    `<figure><img src="${photo.url}" srcset="${photo.url}?w=320 320w, ${photo.url}?w=640 640w"`,
  ].join('')

test('a text is HTML as the public pages write it, wherever it stands, and all else is as it was', async () => {
  const [{ body: plain }, { body }] = [await get(`/${post.id}`, { richText: 'document' }), await get(`/${post.id}`)]
  expect(body.body).toContain(htmlOfBody())
  expect(body.body).toContain('alt="A &quot;bakery&quot;" width="700" height="350"')
  expect(body.body).toContain('<pre tabindex="0"><code class="language-ts">const a = 1 &lt; 2</code></pre>')
  expect(body.body).not.toContain('canary')
  expect(body).toEqual({
    ...plain,
    body: body.body,
    lead: { words: '<p>Lead</p>' },
    sections: [{ ...plain.sections[0], words: '<p>Section</p>' }],
  })
  expect(Object.keys(body)).toEqual(Object.keys(plain))
})

test('lists, chosen fields, joins and normalized answers have it as well', async () => {
  const chosen = await get('', { fields: 'body,author.bio,sections,lead.words' })
  expect(chosen.body.items[0]).toMatchObject({
    body: expect.stringContaining('<h2 id="hours">'),
    author: { id: mina.id, bio: '<p>Bakes &amp; eats</p>' },
    lead: { words: '<p>Lead</p>' },
    sections: [{ words: '<p>Section</p>' }],
  })
  const normalized = await get('', { fields: 'body,author.bio', shape: 'normalized' })
  expect(normalized.body.items[0].body).toContain(htmlOfBody())
  expect(normalized.body._included.entries[mina.id].bio).toBe('<p>Bakes &amp; eats</p>')
})

test('a draft is HTML too, with the drafts that it leads to, and a visitor gets what is public', async () => {
  const seen = await get(`/${post.id}`, { secret: preview })
  expect(seen.body.body).toContain(`data-slug="canary">Canary of a draft</a>`)
  expect(seen.headers).toMatchObject({ 'cache-control': 'private, no-store' })
  expect((await get(`/${post.id}`, { secret: null })).body.body).toContain(htmlOfBody())
})

test('the answer names what it leads to, and is known by its tag', async () => {
  const first = await get(`/${post.id}`)
  expect(String(first.headers['cache-tag']).split(',')).toEqual(
    expect.arrayContaining([`entry-${mina.id}`, `media-${photo.id}`]),
  )
  const again = await app.inject({
    url: `/api/v1/content/${posts.pluralKey}/${post.id}?richText=html`,
    headers: {
      host: settings.apiHost,
      authorization: `Bearer ${delivery}`,
      'if-none-match': String(first.headers.etag),
    },
  })
  expect(again.statusCode).toBe(304)
})

test.each([
  [{ richText: 'text' }, /document, html/],
  [{ fields: 'body.title' }, /body is HTML/],
  [{ fields: 'title,body.*' }, /body is HTML/],
  [{ fields: 'lead.words.title' }, /words is HTML/],
])('%j is refused', async (query, detail) => {
  expect((await get('', query)).body).toMatchObject({ status: 400, detail: expect.stringMatching(detail) })
})

test('a picture that is not public has an address that runs out, and the files of another workspace are not there', async () => {
  const hidden = await newMedia(await newPicture(400, 20, 'hidden.png'))
  await as(acme.agent)(changeMedia, { params: { id: hidden.id }, body: { isPublic: false } })
  const entry = await newLiveEntry(posts, {
    title: 'Hidden',
    body: doc({ type: 'picture', attrs: { file: hidden.id } }),
  })
  const { headers, body } = await get(`/${entry.id}`)
  expect(body.body).toMatch(/<img src="[^"]+\?[^"]+" alt=""/)
  expect(headers.etag).toBeUndefined()
  expect((await get(`/${entry.id}`, { secret: null })).body.body).toBe('')
  const theirs = await newModel({ fields: [...fields] }, globex.admin)
  const params = { model: theirs.pluralKey }
  const bio = doc({ type: 'picture', attrs: { file: photo.id } })
  const written = await as(globex.agent)(createEntry, { params, body: { fields: { title: 'X', bio } } })
  expect(written).toMatchObject({ code: 'entry-invalid' })
  expect(await as(globex.agent)(publishEntry, { params: { ...params, id: post.id }, body: {} })).toMatchObject({
    status: 404,
  })
})
