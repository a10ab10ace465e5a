import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import {
  archiveArticle,
  changeArticle,
  listArticles,
  publishArticle,
  showArticle,
  writeTranslation,
} from '#contract/knowledge-base/articles.ts'
import { changeCategory, changeLanguages, createCategory, listCategories } from '#contract/knowledge-base/categories.ts'
import { createRedirect, listRedirects } from '#contract/knowledge-base/redirects.ts'
import { findUpload } from '#server/files/keep-file.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { exported } from '#test/run-export.ts'
import { execute, readBytes } from '#test/run-import.ts'
import { uploaded } from '#test/upload.ts'
import { acme, globex, type Person, platform } from '#test/world.ts'

const asAdmin = as(acme.admin)
for (const world of [acme, globex]) await as(world.admin)(changeLanguages, { body: { items: ['en', 'de', 'ja'] } })

const png = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()
const picture = await uploaded(acme.admin, { name: 'Fenster 窓.png', type: 'image/png', bytes: png })
const top = await asAdmin(createCategory, { body: { name: 'Billing / Tax' } })
const below = await asAdmin(createCategory, { body: { name: 'Refunds', parent: top.id } })
const hidden = await asAdmin(createCategory, { body: { name: 'Inside', visibility: 'team' } })
await asAdmin(changeCategory, { params: { id: below.id }, body: { icon: 'credit-card', description: 'Money back' } })
await asAdmin(changeCategory, {
  params: { id: below.id },
  body: { language: 'de', name: 'Erstattungen', description: 'Geld zurück' },
})
const text = (...content: object[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] })
const link = (id: string, anchor?: string) => ({
  ...{ type: 'text', text: 'There' },
  marks: [{ type: 'link', attrs: { reference: { kind: 'article', id, ...(anchor && { anchor }) } } }],
})
const goal = await newLiveArticle({
  ...{ title: 'The goal: "all" of it', category: top.id, labels: ['a, b', 'c'] },
  document: {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'How far' }] },
      ...text({ type: 'text', text: 'As far as it goes' }).content,
    ],
  },
})
const toCategory = (id: string) => ({
  ...{ type: 'text', text: 'Them' },
  marks: [{ type: 'link', attrs: { reference: { kind: 'category', id } } }],
})
const rich = await newLiveArticle({
  ...{ title: 'Rich', slug: 'rich-zero', category: below.id, excerpt: 'In short', visibility: 'unlisted' },
  ...{ metaTitle: 'Rich, for search', metaDescription: 'What it says', socialImage: picture.id },
  ...{ isPinned: true, takesFeedback: false, reviewEveryDays: 90 },
  document: {
    type: 'doc',
    content: [
      ...text({ type: 'text', text: 'Go ' }, link(goal.id, 'how-far')).content,
      { type: 'picture', attrs: { file: picture.id, alt: 'A window', caption: 'It' } },
      { type: 'file', attrs: { file: picture.id, name: 'The window' } },
      { type: 'callout', attrs: { kind: 'tip' }, content: text({ type: 'text', text: '*not bold*' }).content },
      { type: 'include', attrs: { reference: { kind: 'article', id: goal.id, anchor: 'how-far' } } },
      { type: 'categoryList', attrs: { reference: { kind: 'category', id: top.id } } },
      ...text(toCategory(below.id), { type: 'text', text: ' and ' }, toCategory(top.id)).content,
    ],
  },
})
await asAdmin(changeArticle, { params: { id: rich.id }, body: { slug: 'rich-one' } })
await asAdmin(publishArticle, { params: { id: rich.id }, body: {} })
await asAdmin(createRedirect, { body: { path: '/hc/rich', article: rich.id } })
for (const [language, title] of [
  ['de', 'Reich'],
  ['ja', '豊か'],
] as const)
  await asAdmin(writeTranslation, {
    params: { id: rich.id, language },
    body: { title, document: text({ type: 'text', text: title }, link(goal.id)) },
  })
await asAdmin(publishArticle, { params: { id: rich.id }, body: { language: 'ja' } })
await newLiveArticle({ title: 'For us', category: hidden.id })
await newArticle({ title: 'Unfinished' })
const old = await newLiveArticle({ title: 'Old' })
await asAdmin(archiveArticle, { params: { id: old.id }, body: {} })

/** Returns all articles that a person can read. Replaces ids by names, because ids differ between workspaces. */
async function everything(person: Person) {
  const ask = as(person)
  const { items } = await ask(listArticles, { query: { limit: 100, order: 'title' } })
  const titles = new Map(items.map(({ id, title }) => [id, title]))
  const tree = await ask(listCategories, { query: {} })
  const parents = new Map(tree.items.map(({ id, parent }) => [id, parent]))
  const names = new Map(tree.items.map(({ id, name }) => [id, name]))
  const seen = items.flatMap(({ id, languages }) => languages!.map(({ language }) => ({ id, language })))
  return Promise.all(
    seen.map(async ({ id, language }) => {
      const article = await ask(showArticle, { params: { id }, query: { language } })
      const files = new Map(article.files!.map((file, index) => [file.id, `file ${index} of ${file.bytes}`]))
      const said = (words: string) => titles.get(words) ?? files.get(words) ?? names.get(words) ?? words
      return {
        ...{ language, title: article.title, slug: article.slug, status: article.status, excerpt: article.excerpt },
        ...{ labels: article.labels, category: article.category?.name },
        ...{ metaTitle: article.metaTitle, metaDescription: article.metaDescription },
        ...{ hasImage: article.socialImage !== null, isPinned: article.isPinned },
        ...{ takesFeedback: article.takesFeedback, reviewEveryDays: article.reviewEveryDays },
        above: names.get(parents.get(article.category?.id ?? '') ?? ''),
        document: JSON.stringify(article.document).replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, said),
      }
    }),
  )
}

test('articles that are exported and imported elsewhere are the same, in all languages, with links and pictures', async () => {
  const bytes = await exported()
  const read = await readBytes('articles.zip', bytes, globex.admin)
  expect(read.counts).toMatchObject({ create: 10, problem: 0 })
  expect(await execute(read.id, globex.admin)).toMatchObject({ state: 'done', done: 10, failed: 0 })
  expect(await everything(globex.admin)).toEqual(await everything(acme.admin))
  expect((await readBytes('articles.zip', bytes, globex.admin)).counts).toMatchObject({
    create: 0,
    change: 0,
    skip: 10,
    unchanged: 10,
  })
})

test('what led to them here leads to them there', async () => {
  const leads = async (person: Person) =>
    (await as(person)(listRedirects, { query: {} })).items.map(({ path, title }) => `${path} to ${title}`).toSorted()
  expect(await leads(globex.admin)).toEqual(['/hc/rich to Rich', '/knowledgebase/article/rich-zero to Rich'])
})

test('and stand in the same categories: by icon and audience, and with names and words in each language', async () => {
  const tree = async (person: Person) =>
    (await as(person)(listCategories, { query: {} })).items
      .map(({ icon, visibility, texts }) => ({ icon, visibility, texts: texts!.toSorted(byLanguage) }))
      .toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
  const byLanguage = (one: { language: string }, other: { language: string }) =>
    one.language.localeCompare(other.language)
  expect(await tree(globex.admin)).toEqual(await tree(acme.admin))
})

test('what is not for everybody here is for nobody more elsewhere', async () => {
  const { items } = await as(globex.admin)(listArticles, { query: { limit: 100, order: 'title' } })
  const reach = Object.fromEntries(items.map(({ title, visibility }) => [title, visibility]))
  expect(reach).toMatchObject({ 'For us': 'team', Rich: 'unlisted', Unfinished: 'public' })
})

async function pathsIn(bytes: Buffer): Promise<string[]> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
  const paths: string[] = []
  for await (const { fileName } of archive.eachEntry()) paths.push(fileName)
  return paths.toSorted()
}

async function textsIn(bytes: Buffer): Promise<string[]> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
  const texts: string[] = []
  for await (const entry of archive.eachEntry())
    if (entry.fileName.endsWith('.html'))
      texts.push(Buffer.concat(await (await archive.openReadStreamPromise(entry)).toArray()).toString())
  return texts
}

test('a category is exported with what stands below it, as HTML where that is wanted', async () => {
  expect(await pathsIn(await exported({ category: top.id, format: 'html' }))).toEqual([
    'Billing - Tax/Refunds/rich-one.de.html',
    'Billing - Tax/Refunds/rich-one.html',
    'Billing - Tax/Refunds/rich-one.ja.html',
    'Billing - Tax/the-goal-all-of-it.html',
    `files/${picture.id}/Fenster 窓.png`,
  ])
})

test('what a text includes of another, and which articles a category has, is there to be read', async () => {
  const texts = await textsIn(await exported({ category: top.id, format: 'html' }))
  const page = texts.find((html) => html.includes('<html lang="en">') && html.includes('<h1>Rich</h1>'))
  expect(page).toContain('<div class="include" data-from="../the-goal-all-of-it.html#how-far"><h2')
  expect(page).toContain('As far as it goes')
  expect(page).toContain('<li><a href="../the-goal-all-of-it.html" lang="en">')
  expect(page).toContain('<a href="./">Them</a> and <a href="../">Them</a>')
})

test('of what a text includes nobody reads more there than here', async () => {
  const vault = await asAdmin(createCategory, { body: { name: 'Vault' } })
  const secret = await newLiveArticle({
    ...{ title: 'The safe', visibility: 'team', category: vault.id },
    document: text({ type: 'text', text: 'Its number is 4711' }),
  })
  const include = { type: 'include', attrs: { reference: { kind: 'article', id: secret.id } } }
  for (const [title, visibility] of [
    ['About us', 'public'],
    ['About ourselves', 'team'],
  ] as const)
    await newLiveArticle({ title, visibility, category: vault.id, document: { type: 'doc', content: [include] } })
  const texts = await textsIn(await exported({ category: vault.id, format: 'html' }))
  const said = (title: string) => texts.find((html) => html.includes(`<h1>${title}</h1>`))
  expect(said('About us')).not.toContain('4711')
  expect(said('About ourselves')).toContain('4711')
})

test('folders are called as their categories are in the first language', async () => {
  const zoo = await asAdmin(createCategory, { body: { name: 'Zoo' } })
  await asAdmin(changeCategory, { params: { id: zoo.id }, body: { language: 'de', name: 'Tierpark' } })
  await newLiveArticle({ title: 'Otters', category: zoo.id })
  expect(await pathsIn(await exported({ category: zoo.id }))).toEqual(['Zoo/otters.md', 'categories.json'])
})

test('a picture that the storage lost is left out, and all else is there', async () => {
  const bytes = await sharp({ create: { width: 3, height: 3, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const lost = await uploaded(acme.admin, { name: 'lost.png', type: 'image/png', bytes })
  const zoo = await asAdmin(createCategory, { body: { name: 'Aviary' } })
  const document = { type: 'doc', content: [{ type: 'picture', attrs: { file: lost.id, alt: 'Gone', caption: '' } }] }
  await newLiveArticle({ title: 'Owls', category: zoo.id, document })
  const { storedId } = (await inWorkspace(platform.app, acme.id, (tx) => findUpload(tx, lost.id)))!
  await platform.storage.remove(fileKey(acme.id, storedId))
  expect(await pathsIn(await exported({ category: zoo.id }))).toEqual(['Aviary/owls.md', 'categories.json'])
})
