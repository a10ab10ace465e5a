import { beforeAll, describe, expect, test } from 'vitest'
import {
  changeArticle,
  type EditedArticle,
  publishArticle,
  showArticle,
  unpublishArticle,
  writeTranslation,
} from '#contract/knowledge-base/articles.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import {
  compareSource,
  compareVersions,
  listVersions,
  restoreVersion,
  showVersion,
} from '#contract/knowledge-base/versions.ts'
import { as } from '#test/ask.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { newPicture } from '#test/new-media.ts'
import { uploaded } from '#test/upload.ts'
import { acme, globex, owner, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const params = ({ id }: { id: string }) => ({ params: { id } })
const edit = (article: { id: string }, body: object) =>
  asAdmin(changeArticle, { ...params(article), body }) as Promise<EditedArticle & { code?: string }>
const publish = (article: { id: string }, body = {}) => asAdmin(publishArticle, { ...params(article), body })
const translate = (article: { id: string }, body: object) =>
  asAdmin(writeTranslation, { params: { id: article.id, language: 'de' }, body })
const versions = async (article: { id: string }) =>
  (await asAdmin(listVersions, { ...params(article), query: {} })).items
const compare = (article: { id: string }, number: number, other?: number) =>
  asAdmin(compareVersions, { params: { id: article.id, number }, query: other ? { with: String(other) } : {} })
const keptPicture = async (width: number) => (await uploaded(acme.admin, await newPicture(width))).id
const compareWithSource = (article: { id: string }, language = 'de') =>
  asAdmin(compareSource, { params: { id: article.id, language } })

beforeAll(async () => {
  await asAdmin(changeLanguages, { body: { items: ['en', 'de'] } })
})

describe('a version', () => {
  test('is kept of each publication, and of a stretch of work one', async () => {
    const article = await newArticle({ title: 'Versions', document: paragraphs('1') })
    await edit(article, { document: paragraphs('2') })
    await edit(article, { document: paragraphs('3') })
    await publish(article, { note: 'First' })
    expect((await versions(article)).map(({ kind, note, isLive }) => [kind, note, isLive])).toEqual([
      ['publication', 'First', true],
      ['edit', '', false],
    ])
  })

  test('stands in the list of its language, page by page', async () => {
    const article = await newLiveArticle({ title: 'Paged', document: paragraphs('One') })
    await translate(article, { title: 'Seiten', document: paragraphs('Eins') })
    await asAdmin(unpublishArticle, { ...params(article), query: {} })
    await publish(article)
    const list = (query: object) => asAdmin(listVersions, { ...params(article), query: { language: 'en', ...query } })
    const { items, next } = await list({ limit: '2' })
    expect(items.map(({ number }) => number)).toEqual([4, 2])
    const rest = await list({ limit: '2', cursor: next! })
    expect(rest).toMatchObject({ items: [{ number: 1 }], next: null })
    expect((await list({ language: 'de' })).items.map(({ number }) => number)).toEqual([3])
  })

  test('of work is kept until a hundred newer ones are, and one of a publication for ever', async () => {
    const article = await newLiveArticle({ title: 'Worked on' })
    await owner.query(
      `with more as (
         insert into article_versions (workspace_id, article_id, number, language, kind, text)
         select workspace_id, article_id, n, language, 'edit', text from article_versions, generate_series(3, 103) n
         where article_id = $1 and number = 1)
       update articles set last_version = 103 where id = $1`,
      [article.id],
    )
    await edit(article, { document: paragraphs('Once more') })
    const { rows } = await owner.query(
      `select kind, count(*)::int, min(number), max(number) from article_versions where article_id = $1 group by kind order by kind`,
      [article.id],
    )
    expect(rows).toEqual([
      { kind: 'edit', count: 100, min: 5, max: 104 },
      { kind: 'publication', count: 1, min: 2, max: 2 },
    ])
  })

  test('comes back as a draft, and readers read on what they read', async () => {
    const article = await newLiveArticle({ title: 'Restored', document: paragraphs('Old') })
    await edit(article, { document: paragraphs('New') })
    await publish(article)
    const [, , published] = (await versions(article)).toReversed()
    const first = (await versions(article)).find(({ number }) => number === 2)!
    expect(published).toBeDefined()
    expect((await asAdmin(showVersion, { params: { id: article.id, number: first.number } })).html).toBe('<p>Old</p>')
    const restored = await asAdmin(restoreVersion, { ...params(article), body: { number: first.number } })
    const { revision } = article
    // The edit and the restoration each raise the revision by one.
    expect(restored).toMatchObject({ html: '<p>Old</p>', hasChanges: true, revision: revision + 2 })
    const host = { host: `${acme.domain}.${settings.rootDomain}` }
    expect((await as(null)(showArticle, { ...params(article), query: {} }, host)).html).toBe('<p>New</p>')
  })

  test('of another language is answered in that', async () => {
    const article = await newLiveArticle({ title: 'In English', document: paragraphs('One') })
    await translate(article, { title: 'Auf Deutsch', document: paragraphs('Eins') })
    const restored = await asAdmin(restoreVersion, { ...params(article), body: { number: 3 } })
    expect(restored).toMatchObject({ language: 'de', title: 'Auf Deutsch', html: '<p>Eins</p>' })
  })

  test('of another workspace is none', async () => {
    const article = await newArticle({ title: 'Ours' })
    const { code } = await as(globex.admin)(showVersion, { params: { id: article.id, number: 1 } })
    expect(code).toBe('version-not-found')
    const asked = { params: { id: article.id, number: 1 }, query: {} }
    expect((await as(globex.admin)(compareVersions, asked)).code).toBe('version-not-found')
    expect((await as(globex.admin)(restoreVersion, { ...params(article), body: { number: 1 } })).code).toBe(
      'article-not-found',
    )
  })
})

describe('two versions', () => {
  test('are compared word by word, with what moved, what is new and what is gone', async () => {
    const before = ['Open the invoice first', 'Press the button below', 'Wait for the mail', 'Goodbye']
    const after = ['Wait for the mail', 'Open your invoice first', 'Press the button below', 'Something else entirely']
    const article = await newLiveArticle({ title: 'How to pay', document: paragraphs(...before) })
    await edit(article, { title: 'How to be paid', excerpt: 'In short', document: paragraphs(...after) })
    const draft = await compare(article, 2)
    expect(draft).toMatchObject({ was: { number: 2, isLive: true }, is: null })
    expect(draft.fields).toMatchObject([
      { field: 'title', was: 'How to pay', is: 'How to be paid' },
      { field: 'excerpt', was: '', words: [{ kind: 'added', text: 'In short' }] },
    ])
    expect(draft.blocks).toMatchObject([
      { kind: 'moved', type: 'paragraph', html: '<p>Wait for the mail</p>' },
      {
        ...{
          kind: 'changed',
          isMoved: false,
          was: '<p>Open the invoice first</p>',
          is: '<p>Open your invoice first</p>',
        },
        words: [
          { kind: 'same', text: 'Open ' },
          { kind: 'removed', text: 'the' },
          { kind: 'added', text: 'your' },
          { kind: 'same', text: ' invoice first' },
        ],
      },
      { kind: 'same', html: '<p>Press the button below</p>' },
      { kind: 'added', html: '<p>Something else entirely</p>' },
      { kind: 'removed', html: '<p>Goodbye</p>' },
    ])
    await publish(article)
    const { number } = (await versions(article))[0]!
    const published = await compare(article, 2, number)
    expect(published).toMatchObject({ is: { number, isLive: true }, blocks: draft.blocks, fields: draft.fields })
  })

  test('that are equal differ in nothing', async () => {
    const article = await newLiveArticle({ title: 'Same', document: paragraphs('One', 'Two') })
    const { fields, blocks } = await compare(article, 1, 2)
    expect(fields).toEqual([])
    expect(blocks.map(({ kind }) => kind)).toEqual(['same', 'same'])
  })

  test('show a picture as it was and as it is', async () => {
    const picture = (file: string, alt: string) => ({ type: 'picture', attrs: { file, alt } })
    const of = (file: string) => ({
      type: 'doc',
      content: [...paragraphs('Above').content, picture(file, 'The button'), ...paragraphs('Below').content],
    })
    const [first, second] = [await keptPicture(60), await keptPicture(80)]
    const article = await newLiveArticle({ title: 'Pictures', document: of(first) })
    await edit(article, { document: of(second) })
    const [, changed] = (await compare(article, 2)).blocks
    expect(changed).toMatchObject({
      ...{ kind: 'changed', type: 'picture' },
      ...{ was: expect.stringContaining('alt="The button"'), is: expect.stringContaining('alt="The button"') },
    })
    const { was, is } = changed as { was: string; is: string }
    expect(was).not.toBe(is)
  })

  test('are of one language, and there', async () => {
    const article = await newLiveArticle({ title: 'One language', document: paragraphs('One') })
    await translate(article, { title: 'Eine Sprache', document: paragraphs('Eins') })
    expect((await compare(article, 2, 3)).code).toBe('version-not-found')
    expect((await compare(article, 9)).code).toBe('version-not-found')
    expect((await compare(article, 3)).blocks).toMatchObject([{ kind: 'same', html: '<p>Eins</p>' }])
  })
})

describe('a translation that is outdated', () => {
  test('shows what its source says now beside what it said when the translation was published', async () => {
    const article = await newLiveArticle({ title: 'Source', document: paragraphs('Wait one day for it') })
    await translate(article, { title: 'Quelle', document: paragraphs('Einen Tag warten') })
    await publish(article, { language: 'de' })
    await edit(article, { document: paragraphs('Wait two days for it') })
    await publish(article)
    await edit(article, { document: paragraphs('Not yet for readers') })
    const shown = await compareWithSource(article)
    expect(shown).toMatchObject({ was: { number: 2, language: 'en' }, is: { language: 'en', isLive: true } })
    expect(shown.blocks).toMatchObject([{ was: '<p>Wait one day for it</p>', is: '<p>Wait two days for it</p>' }])
  })

  test('and was never published goes by when it was begun', async () => {
    const article = await newLiveArticle({ title: 'Begun', document: paragraphs('Wait one day for it') })
    await translate(article, { title: 'Begonnen', document: paragraphs('Einen Tag warten') })
    await edit(article, { document: paragraphs('Wait two days for it') })
    await publish(article)
    expect((await compareWithSource(article)).blocks).toMatchObject([{ was: '<p>Wait one day for it</p>' }])
  })

  test('is none where there is no text, and for strangers', async () => {
    const article = await newLiveArticle({ title: 'Alone', document: paragraphs('One') })
    expect((await compareWithSource(article)).code).toBe('text-not-found')
    await translate(article, { title: 'Allein', document: paragraphs('Eins') })
    const asked = { params: { id: article.id, language: 'de' } }
    expect((await as(globex.admin)(compareSource, asked)).code).toBe('text-not-found')
    expect((await as(acme.agent)(compareSource, asked)).code).toBe('not-allowed')
  })
})
