import { expect, test } from 'vitest'
import {
  changeArticle,
  deleteArticle,
  listArticles,
  publishArticle,
  showArticle,
  untrashArticle,
} from '#contract/knowledge-base/articles.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { as } from '#test/ask.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { acme, app, globex, owner, platform, runJobs, settings } from '#test/world.ts'
import { purgeTrashedArticles } from './jobs.ts'

const asAdmin = as(acme.admin)
const params = ({ id }: { id: string }) => ({ params: { id } })
const count = async (from: string, ...values: unknown[]) =>
  (await owner.query(`select count(*)::int as count from ${from}`, values)).rows[0].count

/** Lists all tables with rows of articles from the database catalog, so that the test covers new tables. */
const tables: string[] = (
  await owner.query(`select distinct table_name as name from information_schema.columns
    where table_schema = 'app' and column_name = 'article_id' order by 1`)
).rows.map(({ name }) => name)
const rowsOf = async ({ id }: { id: string }) => {
  const counts = await Promise.all(tables.map((table) => count(`${table} where article_id = $1`, id)))
  return Object.fromEntries(tables.map((table, at) => [table, counts[at]]).filter(([, rows]) => rows > 0))
}
const show = (article: { id: string }, person = acme.admin) =>
  as(person)(showArticle, { ...params(article), query: {} })
const fileOf = async (name: string) => (await uploaded(acme.admin, textFile(name, `of ${name}`))).id
const showing = (...files: string[]) => ({
  type: 'doc',
  content: files.map((file) => ({ type: 'file', attrs: { file, name: 'of-it.txt' } })),
})
const page = (path: string) =>
  app.inject({ method: 'GET', url: path, headers: { host: `${acme.domain}.${settings.rootDomain}` } })

async function trashed(article: { id: string }, days: number, person = acme.admin) {
  await as(person)(deleteArticle, params(article))
  await owner.query('update articles set trashed_at = now() - make_interval(days => $2) where id = $1', [
    article.id,
    days,
  ])
}
async function purge() {
  await inWorkspace(platform.app, acme.id, (tx) => enqueue(tx, purgeTrashedArticles, {}))
  await runJobs()
}

test('what goes for good takes everything along that was of it, and its address answers what never was', async () => {
  const file = await fileOf('secret')
  const article = await newLiveArticle({ title: 'Canary', document: showing(file) })
  await asAdmin(changeArticle, { ...params(article), body: { slug: 'canary-now', document: paragraphs('No more') } })
  await asAdmin(publishArticle, { ...params(article), body: {} })
  await owner.query(`insert into redirects (workspace_id, path, article_id) values ($1, '/hc/canary', $2)`, [
    ...[acme.id, article.id],
  ])
  await trashed(article, 31)
  expect(Object.keys(await rowsOf(article))).toEqual(
    expect.arrayContaining(['article_files', 'article_slugs', 'article_texts', 'article_versions', 'redirects']),
  )
  await purge()
  expect((await show(article)).code).toBe('article-not-found')
  expect((await asAdmin(listArticles, { query: { status: 'trash' } })).items).toEqual([])
  expect(await rowsOf(article)).toEqual({})
  expect(await count('history where subject_id = $1', article.id)).toBe(0)
  expect(await count('files where id = $1', file)).toBe(0)
  await expect(platform.storage.read(fileKey(acme.id, file))).rejects.toThrow()
  const never = await page('/knowledgebase/article/never-was')
  for (const path of ['/knowledgebase/article/canary', '/knowledgebase/article/canary-now', '/hc/canary'])
    expect((await page(path)).statusCode).toBe(never.statusCode)
  expect(never.statusCode).toBe(404)
})

test('an address of what went for good is free for another article', async () => {
  const old = await newLiveArticle({ title: 'Once more' })
  await trashed(old, 31)
  await purge()
  const next = await newLiveArticle({ title: 'Once more' })
  expect(next.slug).toBe('once-more')
  expect((await page('/knowledgebase/article/once-more')).statusCode).toBe(200)
})

test('the trash keeps what is younger, what was taken out, and what is of a workspace that threw nothing away', async () => {
  const [young, rescued] = [await newLiveArticle({ title: 'Young' }), await newArticle({ title: 'Rescued' })]
  const theirs = await newLiveArticle({ title: 'Theirs' }, globex.admin)
  await trashed(young, 29)
  await trashed(rescued, 31)
  await asAdmin(untrashArticle, params(rescued))
  await purge()
  expect(await show(young)).toMatchObject({ isTrashed: true, title: 'Young' })
  expect(await show(rescued)).toMatchObject({ isTrashed: false, status: 'draft' })
  expect(await show(theirs, globex.admin)).toMatchObject({ isTrashed: false, isLive: true })
  expect((await asAdmin(listArticles, { query: { status: 'trash' } })).items.map(({ id }) => id)).toEqual([young.id])
})

test('each workspace lets go of its own', async () => {
  const theirs = await newLiveArticle({ title: 'Theirs too' }, globex.admin)
  await trashed(theirs, 31, globex.admin)
  await purge()
  expect(await rowsOf(theirs)).toEqual({})
})

test('a file that another article shows, showed in a version or has the bytes of stays, and is that one’s from then on', async () => {
  const [inDraft, inVersion, sameBytes, only] = [
    await fileOf('in-draft'),
    await fileOf('in-version'),
    await fileOf('same-bytes'),
    await fileOf('only'),
  ]
  const going = await newArticle({ title: 'Going', document: showing(inDraft, inVersion, sameBytes, only) })
  const again = await fileOf('same-bytes')
  const staying = await newLiveArticle({ title: 'Staying', document: showing(inDraft, inVersion, again) })
  await asAdmin(changeArticle, { ...params(staying), body: { document: showing(inDraft, again) } })
  await asAdmin(publishArticle, { ...params(staying), body: {} })
  expect(await count('files where same_as = $1', sameBytes)).toBe(1)
  await trashed(going, 31)
  await purge()
  const { rows } = await owner.query('select file_id from article_files where article_id = $1', [staying.id])
  expect(rows.map((row) => row.file_id).toSorted()).toEqual([inDraft, inVersion, sameBytes, again].toSorted())
  expect(await count('files where id = $1', only)).toBe(0)
  expect((await page(`/knowledgebase/files/${sameBytes}`)).statusCode).toBe(302)
  // The file now belongs to this article, so the article can show it again.
  const written = await asAdmin(changeArticle, { ...params(staying), body: { document: showing(inVersion) } })
  expect(written.code).toBeUndefined()
})
