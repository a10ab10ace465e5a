import { expect, test } from 'vitest'
import { createEntry } from '#contract/content/entries.ts'
import { changeArticle, deleteArticle, publishArticle, writeTranslation } from '#contract/knowledge-base/articles.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import type { KeyKind } from '#contract/workspace/api-keys.ts'
import { readDocument } from '#contract/writing/document-reading.ts'
import type { LeftOut } from '#contract/writing/read-document.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { newMedia } from '#test/new-media.ts'
import { acme, globex, type Person, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const at = (path: string) => `${settings.workspaceOrigin(acme.domain)}${path}`
const article = (slug: string) => at(`/knowledgebase/article/${slug}`)
const linking = (...hrefs: string[]) => hrefs.map((href) => `<p><a href="${href}">there</a></p>`).join('')
const articlesIn = async (...hrefs: string[]) =>
  (await asAdmin(readDocument, { body: { html: linking(...hrefs) } })).articles

test('what is pasted names the articles whose addresses it has, also one that they had, and their sections', async () => {
  const { id } = await newLiveArticle({ title: 'Refunds', slug: 'rückgaben' })
  await asAdmin(changeArticle, { params: { id }, body: { slug: 'refunds' } })
  await asAdmin(publishArticle, { params: { id }, body: {} })
  const former = article('r%C3%BCckgaben')
  expect(
    await articlesIn(former, `${article('refunds')}#how-long`, `${article('refunds')}?from=mail#:~:text=a%20b`),
  ).toEqual([
    { href: former, reference: { kind: 'article', id } },
    { href: `${article('refunds')}#how-long`, reference: { kind: 'article', id, anchor: 'how-long' } },
    { href: `${article('refunds')}?from=mail#:~:text=a%20b`, reference: { kind: 'article', id } },
  ])
})

test('an address is that of the article that has it in its language', async () => {
  await asAdmin(changeLanguages, { body: { items: ['en', 'de'] } })
  const english = await newLiveArticle({ title: 'Hilfe', slug: 'hilfe' })
  const german = await newLiveArticle({ title: 'Help', slug: 'help' })
  await asAdmin(writeTranslation, {
    params: { id: german.id, language: 'de' },
    body: { title: 'Hilfe', slug: 'hilfe' },
  })
  await asAdmin(publishArticle, { params: { id: german.id }, body: { language: 'de' } })
  const found = await articlesIn(article('hilfe'), at('/de/knowledgebase/article/hilfe'))
  expect(found.map(({ reference }) => reference.id)).toEqual([english.id, german.id])
})

test('what is no address of an article here stays an address', async () => {
  const trashed = await newLiveArticle({ title: 'Thrown away', slug: 'thrown-away' })
  await asAdmin(deleteArticle, { params: { id: trashed.id } })
  await newArticle({ title: 'Never live', slug: 'never-live' })
  const addresses = [
    article('never'),
    article('thrown-away'),
    article('never-live'),
    at('/knowledgebase'),
    'https://example.com/knowledgebase/article/refunds',
  ]
  expect(await articlesIn(...addresses)).toEqual([])
})

test('an article of others is not named', async () => {
  await newLiveArticle({ title: 'Ours', slug: 'ours' })
  const body = {
    html: linking(article('ours'), `${settings.workspaceOrigin(globex.domain)}/knowledgebase/article/ours`),
  }
  expect((await as(globex.admin)(readDocument, { body })).articles).toEqual([])
})

const reading = async (person: Person, body: Parameters<typeof readAs>[1]) => (await readAs(person, body)).json()
const readAs = (person: Person, body: { html?: string; markdown?: string; pictures?: 'links' | 'places' }) =>
  ask(person, readDocument, { body })
const keyOf = async (kind: KeyKind) => ({ ...acme.admin, token: (await newContentKey(acme, kind)).secret })

test('a key of the content has HTML and Markdown read, and what it is answered is taken by a field', async () => {
  const key = await keyOf('management')
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'body', kind: 'rich_text' },
    ],
  })
  const params = { model: model.pluralKey }
  const markdown = '## Hours\n\nOpen *daily*\n\n![Map](https://maps.example/1.png)'
  const { document, pictures } = await reading(key, { markdown, pictures: 'links' })
  expect(pictures).toEqual([])
  const written = await as(key)(createEntry, { params, body: { fields: { body: document } } })
  expect(written).toMatchObject({ body: document })
  const places = await reading(key, { markdown })
  expect(places.pictures).toEqual([{ file: expect.any(String), src: 'https://maps.example/1.png' }])
  const refused = await as(key)(createEntry, { params, body: { fields: { body: places.document } } })
  expect(refused).toMatchObject({ code: 'entry-invalid' })
  const photo = await newMedia()
  const settled = JSON.parse(JSON.stringify(places.document).replace(places.pictures[0].file, photo.id))
  expect(await as(key)(createEntry, { params, body: { fields: { body: settled } } })).toMatchObject({
    body: { type: 'doc' },
  })
})

test('what has no place in a document is told, each thing by an address or words of it', async () => {
  const html = `<p>H<sub>2</sub>O <a href="javascript:alert(1)">more</a> <a href="https://a.example">fine</a></p>
    <iframe src="https://maps.example/embed"></iframe><iframe src="https://maps.example/2"></iframe>
    <iframe src="https://www.youtube.com/embed/aaaaaaaaaaa"></iframe>
    <svg><script>1</script></svg><script>2</script><img src="ftp://x.example/1.png"><style>p{}</style>`
  const { leftOut } = await reading(acme.agent, { html })
  expect(new Set(leftOut)).toEqual(
    new Set<LeftOut>([
      { kind: 'look-dropped', about: 'sub' },
      { kind: 'link-dropped', about: 'javascript:alert(1)' },
      { kind: 'embed-linked', about: 'https://maps.example/embed' },
      { kind: 'embed-linked', about: 'https://maps.example/2' },
      { kind: 'drawing-dropped', about: '1' },
      { kind: 'script-dropped', about: '2' },
      { kind: 'picture-dropped', about: 'ftp://x.example/1.png' },
    ]),
  )
  expect((await reading(acme.agent, { markdown: '# A\n\nb' })).leftOut).toEqual([])
  const inside = await reading(acme.agent, {
    html: '<img alt="Dot" src="data:image/png;base64,AA==">',
    pictures: 'links',
  })
  expect(inside).toMatchObject({ leftOut: [{ kind: 'picture-dropped' }] })
})

test('keys that only read have nothing read, and who writes no articles is told of none', async () => {
  for (const kind of ['delivery', 'preview'] as const)
    expect((await readAs(await keyOf(kind), { html: 'x' })).statusCode).toBe(403)
  const html = `<p><a href="/knowledgebase/article/anything">x</a></p>`
  expect((await reading(await keyOf('management'), { html })).articles).toEqual([])
})
