import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import {
  changeArticle,
  deleteArticle,
  listArticles,
  publishArticle,
  showArticle,
  writeTranslation,
} from '#contract/knowledge-base/articles.ts'
import {
  changeCategory,
  changeLanguages,
  createCategory,
  deleteCategory,
  listCategories,
} from '#contract/knowledge-base/categories.ts'
import { createRedirect, listRedirects } from '#contract/knowledge-base/redirects.ts'
import { as } from '#test/ask.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { exported } from '#test/run-export.ts'
import { execute, readBytes, readZip, report } from '#test/run-import.ts'
import { uploaded } from '#test/upload.ts'
import { acme, globex, owner } from '#test/world.ts'
import { filesOfZip, zippedOf } from '#test/zipped-files.ts'

const asAdmin = as(acme.admin)
for (const world of [acme, globex]) await as(world.admin)(changeLanguages, { body: { items: ['en', 'de', 'ja'] } })
const pngOf = (background: string) =>
  sharp({ create: { width: 8, height: 4, channels: 3, background } })
    .png()
    .toBuffer()
const png = await pngOf('teal')

/** Creates a category with a subcategory, a draft, and an article in three languages with a picture and a link. */
async function aWorkspace() {
  for (const table of ['import_sources', 'imports', 'exports', 'redirects', 'articles', 'categories', 'files'])
    await owner.query(`delete from ${table} where workspace_id = any($1)`, [[acme.id, globex.id]])
  const picture = await uploaded(acme.admin, { name: 'window.png', type: 'image/png', bytes: png })
  const top = await asAdmin(createCategory, { body: { name: 'Billing' } })
  const below = await asAdmin(createCategory, { body: { name: 'Refunds', parent: top.id } })
  const german = { language: 'de', name: 'Erstattungen', description: '' }
  await asAdmin(changeCategory, { params: { id: below.id }, body: german })
  await asAdmin(changeCategory, { params: { id: below.id }, body: { slug: 'money-back' } })
  await asAdmin(createRedirect, { body: { path: '/hc/refunds', article: null, category: below.id } })
  const draft = await newArticle({ title: 'Unfinished', category: top.id })
  const link = { type: 'link', attrs: { reference: { kind: 'article', id: draft.id } } }
  const rich = await newLiveArticle({
    ...{ title: 'Rich', category: below.id, labels: ['money'] },
    document: {
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: 'See it', marks: [link] }] },
        { type: 'picture', attrs: { file: picture.id, alt: 'A window', caption: '' } },
      ],
    },
  })
  for (const [language, title] of [
    ['de', 'Reich'],
    ['ja', '豊か'],
  ] as const)
    await asAdmin(writeTranslation, { params: { id: rich.id, language }, body: { title, document: paragraphs(title) } })
  await asAdmin(publishArticle, { params: { id: rich.id }, body: { language: 'de' } })
  return { picture, top, below, draft, rich }
}
let made: Awaited<ReturnType<typeof aWorkspace>>
beforeEach(async () => {
  made = await aWorkspace()
})

/** Reads the articles and categories of the exported workspace, and counts their related rows. */
const everyRow = async () => {
  const { rows } = await owner.query(
    `select (select jsonb_agg(a order by id) from articles a where workspace_id = $1) as articles,
       (select jsonb_agg(c order by id) from categories c where workspace_id = $1) as categories,
       (select count(*)::int from article_versions where workspace_id = $1) as versions,
       (select count(*)::int from article_revisions where workspace_id = $1) as revisions,
       (select count(*)::int from redirects where workspace_id = $1) as redirects,
       (select count(*)::int from article_files where workspace_id = $1) as files`,
    [acme.id],
  )
  return rows[0]
}
const all = 6
const kept = async () => filesOfZip(await exported())
const edited = (files: Map<string, Buffer>, path: string, from: string, to: string) =>
  files.set(path, Buffer.from(files.get(path)!.toString().replace(from, to)))
const show = (id: string, language: string) => asAdmin(showArticle, { params: { id }, query: { language } })
const reasons = async (id: string) =>
  (await report(id)).map(({ title, action, remarks }) => `${title}: ${action} ${remarks.map(({ code }) => code)}`)

test('what was exported here and is imported again changes nothing, in three languages, as Markdown and as HTML', async () => {
  const bytes = await exported()
  const pages = await exported({ format: 'html' })
  const before = await everyRow()
  const read = await readBytes('articles.zip', bytes)
  expect(read).toMatchObject({ total: 0, counts: { create: 0, change: 0, skip: all, unchanged: all, problem: 0 } })
  expect(await execute(read.id)).toMatchObject({ state: 'done', total: 0 })
  expect((await readBytes('pages.zip', pages)).counts).toMatchObject({ create: 0, change: 0, unchanged: 4 })
  const crlf = new Map(
    [...(await filesOfZip(bytes))].map(([path, file]) => [
      path,
      path.endsWith('.md') ? file.toString().replaceAll('\n', '\r\n') : file,
    ]),
  )
  expect((await readZip(zippedOf(crlf))).counts).toMatchObject({ create: 0, change: 0, unchanged: all })
  expect(await everyRow()).toEqual(before)
})

test('one file that is changed is one change, whose links and pictures stay, and is known the next time', async () => {
  const files = await kept()
  edited(files, 'Billing/Refunds/rich.md', '[See it]', 'New words. [See it]')
  const read = await readZip(zippedOf(files))
  expect(read.counts).toEqual({ create: 0, change: 1, skip: all - 1, unchanged: all - 1, problem: 0 })
  expect(await execute(read.id)).toMatchObject({ state: 'done', done: 1, failed: 0 })
  const rich = await show(made.rich.id, 'en')
  expect(rich).toMatchObject({ title: 'Rich', status: 'published' })
  expect(JSON.stringify(rich.document)).toContain('New words. ')
  expect(JSON.stringify(rich.document)).toContain(made.draft.id)
  expect(rich.files!.map(({ id }) => id)).toEqual([made.picture.id])
  expect((await readZip(zippedOf(files))).counts).toMatchObject({ create: 0, change: 0, unchanged: all })
  edited(files, 'Billing/Refunds/rich.md', 'New words', 'Newer words')
  edited(files, 'Billing/Refunds/rich.md', 'visibility: "public"', 'visibility: "team"')
  const newer = await readZip(zippedOf(files))
  expect(newer.counts).toMatchObject({ create: 0, change: 1, unchanged: all - 1 })
  await execute(newer.id)
  expect(await show(made.rich.id, 'en')).toMatchObject({ visibility: 'public' })
  expect((await report(newer.id, 'change')).flatMap(({ remarks }) => remarks)).toEqual([
    { code: 'kept-here', line: null, about: 'visibility: team' },
  ])
  expect((await readBytes('articles.zip', await exported())).counts).toMatchObject({ create: 0, change: 0 })
})

test('a picture is known by its id: without its bytes it stays, and with other bytes it is another one', async () => {
  const files = await kept()
  const picture = `files/${made.picture.id}/window.png`
  const without = new Map([...files].filter(([path]) => path !== picture))
  edited(without, 'Billing/Refunds/rich.md', '[See it]', 'Words. [See it]')
  const read = await readZip(zippedOf(without))
  expect(read.counts).toMatchObject({ change: 1, unchanged: all - 1, problem: 0 })
  await execute(read.id)
  expect((await show(made.rich.id, 'en')).files!.map(({ id }) => id)).toEqual([made.picture.id])
  const newer = await kept()
  newer.set(picture, await pngOf('red'))
  const again = await readZip(zippedOf(newer))
  expect(again.counts).toMatchObject({ create: 0, change: 1, unchanged: all - 1 })
  await execute(again.id)
  const [file] = (await show(made.rich.id, 'en')).files!
  expect(file!.id).not.toBe(made.picture.id)
})

test('what somebody changed here since stays, and what is not changed in the file changes nothing', async () => {
  const files = await kept()
  await asAdmin(changeArticle, { params: { id: made.rich.id }, body: { language: 'de', title: 'Von Hand' } })
  expect((await readZip(zippedOf(files))).counts).toMatchObject({ create: 0, change: 0, unchanged: all })
  edited(files, 'Billing/Refunds/rich.de.md', '\n---\n\nReich', '\n---\n\nAus der Datei')
  const { id, counts } = await readZip(zippedOf(files))
  expect(counts).toMatchObject({ create: 0, change: 0, unchanged: all - 1 })
  expect(await reasons(id)).toContain('Reich: skip changed-here')
  expect(await show(made.rich.id, 'de')).toMatchObject({ title: 'Von Hand' })
})

test('an export of what readers have does not write over the draft that somebody goes on with', async () => {
  await asAdmin(changeArticle, { params: { id: made.rich.id }, body: { title: 'Rich, soon' } })
  const files = await kept()
  expect((await readZip(zippedOf(files))).counts).toMatchObject({ create: 0, change: 0, unchanged: all })
  edited(files, 'Billing/Refunds/rich.md', '[See it]', 'Words. [See it]')
  expect(await reasons((await readZip(zippedOf(files))).id)).toContain('Rich: skip changed-here')
})

test('what was deleted here is created, what is in the trash is not, and links lead to what is there then', async () => {
  const bytes = await exported()
  await asAdmin(deleteArticle, { params: { id: made.draft.id } })
  expect(await reasons((await readBytes('articles.zip', bytes)).id)).toContain('Unfinished: skip in-trash')
  await owner.query('delete from articles where id = $1', [made.draft.id])
  await owner.query(`delete from article_texts where article_id = $1 and language = 'ja'`, [made.rich.id])
  await asAdmin(deleteCategory, { params: { id: made.below.id }, query: { to: made.top.id } })
  const files = edited(await filesOfZip(bytes), 'Billing/Refunds/rich.md', '[See it]', 'Words. [See it]')
  const read = await readZip(zippedOf(files))
  expect(read.counts).toMatchObject({ create: 3, change: 1, unchanged: 2 })
  expect(await execute(read.id)).toMatchObject({ done: 4, failed: 0 })
  const { items } = await asAdmin(listArticles, { query: { limit: 100 } })
  expect(items.map(({ title }) => title).toSorted()).toEqual(['Rich', 'Unfinished'])
  const unfinished = items.find(({ title }) => title === 'Unfinished')!
  expect(unfinished.id).not.toBe(made.draft.id)
  expect(JSON.stringify((await show(made.rich.id, 'en')).document)).toContain(unfinished.id)
  expect(await show(made.rich.id, 'ja')).toMatchObject({ title: '豊か' })
  expect((await readZip(zippedOf(files))).counts).toMatchObject({ create: 0, change: 0, unchanged: all })
})

test('a category that is changed in the manifest is changed, with its place and its redirects', async () => {
  const files = await kept()
  const manifest = JSON.parse(files.get('categories.json')!.toString())
  const refunds = manifest.find((one: { id: string }) => one.id === made.below.id)
  expect(refunds.redirect_from).toEqual(['/hc/refunds', '/knowledgebase/category/refunds'])
  Object.assign(refunds, { icon: 'star', parent: null, redirect_from: [...refunds.redirect_from, '/old/refunds'] })
  refunds.texts.ja = { name: '返金', description: '5 < 6 & more' }
  files.set('categories.json', Buffer.from(JSON.stringify(manifest)))
  const read = await readZip(zippedOf(files))
  expect(read.counts).toMatchObject({ create: 0, change: 1, unchanged: all - 1 })
  expect(await execute(read.id)).toMatchObject({ done: 1, failed: 0 })
  const { items } = await asAdmin(listCategories, { query: {} })
  expect(items).toHaveLength(2)
  expect(items.find(({ id }) => id === made.below.id)).toMatchObject({
    ...{ icon: 'star', parent: null, name: 'Refunds' },
    texts: expect.arrayContaining([{ language: 'ja', name: '返金', description: '5 < 6 & more' }]),
  })
  const redirects = (await asAdmin(listRedirects, { query: {} })).items
  expect(redirects).toContainEqual(expect.objectContaining({ path: '/old/refunds', category: made.below.id }))
  expect((await readZip(zippedOf(files))).counts).toMatchObject({ change: 0, unchanged: all })
})

test('a language that is put beside an exported text is a language of its article', async () => {
  const files = await kept()
  files.set('Billing/unfinished.ja.md', Buffer.from('# 未完\n\nまだ'))
  const read = await readZip(zippedOf(files))
  expect(read.counts).toMatchObject({ create: 1, change: 0, unchanged: all })
  await execute(read.id)
  expect(await show(made.draft.id, 'ja')).toMatchObject({ title: '未完' })
})

test('in another workspace all is created anew and known by its id, and nothing of where it came from is touched or told', async () => {
  const bytes = await exported()
  const before = await everyRow()
  const read = await readBytes('articles.zip', bytes, globex.admin)
  expect(read.counts).toEqual({ create: all, change: 0, skip: 0, unchanged: 0, problem: 0 })
  expect(await execute(read.id, globex.admin)).toMatchObject({ done: all, failed: 0 })
  expect(await everyRow()).toEqual(before)
  const theirs = (await as(globex.admin)(listArticles, { query: { limit: 100 } })).items
  expect(theirs.map(({ id }) => id)).not.toContain(made.rich.id)
  // The new slug changes the path of the exported file. The import still finds the article by its id.
  await asAdmin(changeArticle, { params: { id: made.rich.id }, body: { slug: 'richer' } })
  await asAdmin(publishArticle, { params: { id: made.rich.id }, body: {} })
  const again = await readBytes('articles.zip', await exported(), globex.admin)
  expect(again.counts).toMatchObject({ create: 0, change: 1 })
  expect(await execute(again.id, globex.admin)).toMatchObject({ failed: 0 })
  expect((await as(globex.admin)(listArticles, { query: { limit: 100 } })).items).toHaveLength(2)
})
