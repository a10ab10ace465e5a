import { expect, test } from 'vitest'
import {
  archiveArticle,
  changeArticle,
  deleteArticle,
  type EditedArticle,
  listArticles,
  publishArticle,
  sendForReview,
  showArticle,
  unarchiveArticle,
  unpublishArticle,
  untrashArticle,
  writeTranslation,
} from '#contract/knowledge-base/articles.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { listVersions } from '#contract/knowledge-base/versions.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { acme, globex, mailsTo, newMember, owner, runJobs, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const onHost = { host: `${acme.domain}.${settings.rootDomain}` }
type ArticleId = { id: string }
const params = ({ id }: ArticleId) => ({ params: { id } })
const draft = (article: ArticleId) => asAdmin(showArticle, { ...params(article), query: {} }) as Promise<EditedArticle>
const read = ({ id }: ArticleId) => as(null)(showArticle, { params: { id }, query: {} }, onHost)
const unpublish = (article: ArticleId, language = 'en') =>
  asAdmin(unpublishArticle, { ...params(article), query: { language } })
const putBack = (article: ArticleId, body: { language?: string; back?: 'in_review'; until?: string } = {}) =>
  asAdmin(publishArticle, { ...params(article), body: { back: 'published', ...body } })
const versions = async (article: ArticleId) =>
  (await asAdmin(listVersions, { ...params(article), query: {} })).items.length
const datesOf = async ({ id }: ArticleId) => {
  const columns = 'language, published_at, date_trunc($2, first_published_at) as first'
  const order = 'where article_id = $1 order by language'
  return (await owner.query(`select ${columns} from published_texts ${order}`, [id, 'second'])).rows
}

/** Moves all dates of an article into the past by `days`. */
async function age({ id }: ArticleId, days: number) {
  const back = (column: string) => `${column} = ${column} - make_interval(days => $2)`
  for (const statement of [
    `update articles set ${back('reviewed_at')} where id = $1`,
    `update article_texts set ${back('published_at')} where article_id = $1`,
    `update article_versions set ${back('created_at')} where article_id = $1`,
    `update published_texts p set ${back('published_at')}, first_published_at = (
       select min(created_at) from article_versions v
       where v.article_id = p.article_id and v.language = p.language and v.kind = 'publication') where article_id = $1`,
  ])
    await owner.query(statement, [id, days])
}

async function newOldArticle(title: string) {
  const article = await newLiveArticle({ title, document: paragraphs('Old'), reviewEveryDays: 30 })
  await age(article, 40)
  return draft(article)
}

test('what was taken from readers is put back with its dates, and nothing counts as new', async () => {
  await asAdmin(changeLanguages, { body: { items: ['en', 'de'] } })
  const { id } = await newLiveArticle({ title: 'Long known', reviewEveryDays: 30 })
  await asAdmin(writeTranslation, { params: { id, language: 'de' }, body: { title: 'Lange bekannt' } })
  await asAdmin(publishArticle, { params: { id }, body: { language: 'de' } })
  await age({ id }, 40)
  await newLiveArticle({ title: 'The news' })
  const [before, kept] = [await draft({ id }), await versions({ id })]
  const [feed, dates] = [(await read({ id })).publishedAt, await datesOf(before)]
  for (const language of ['en', 'de']) await unpublish({ id }, language)
  expect((await read({ id })).code).toBe('article-not-found')
  for (const language of ['de', 'en']) await putBack({ id }, { language })
  const { updatedAt: _, ...same } = before
  expect(await draft({ id })).toMatchObject(same)
  expect(before.languages.map(({ isOutdated }) => isOutdated)).toEqual([false, false])
  expect([await versions({ id }), (await read({ id })).publishedAt, await datesOf(before)]).toEqual([kept, feed, dates])
  const { items } = await as(null)(listArticles, { query: {} }, onHost)
  expect(items[0]!.title).toBe('The news')
  const { items: stale } = await asAdmin(listArticles, { query: { isStale: 'true' } })
  expect(stale.map((one) => one.id)).toContain(id)
})

test('newer work in the draft stays what it is: readers get what they had', async () => {
  const article = await newOldArticle('Being worked on')
  await asAdmin(changeArticle, { ...params(article), body: { document: paragraphs('New'), title: 'Worked on' } })
  const before = await draft(article)
  await unpublish(article)
  await putBack(article)
  expect(await read(article)).toMatchObject({ title: 'Being worked on', html: '<p>Old</p>' })
  expect(await draft(article)).toMatchObject({
    ...{ title: 'Worked on', status: 'published', hasChanges: true, publishedAt: before.publishedAt },
  })
})

test('what comes out of the archive or the trash is put back alike, with its end', async () => {
  const [archived, trashed] = [await newOldArticle('From the archive'), await newOldArticle('From the trash')]
  await asAdmin(archiveArticle, { ...params(archived), body: {} })
  expect((await putBack(archived)).code).toBe('article-archived')
  await asAdmin(unarchiveArticle, { ...params(archived), query: {} })
  await asAdmin(deleteArticle, params(trashed))
  expect((await putBack(trashed)).code).toBe('article-in-trash')
  await asAdmin(untrashArticle, params(trashed))
  const until = new Date(Date.now() + 3_600_000).toISOString()
  for (const { id, publishedAt, reviewedAt } of [archived, trashed])
    expect(await putBack({ id }, { until })).toMatchObject({
      ...{ status: 'published', publishedAt, reviewedAt, unpublishAt: until },
    })
  expect((await read(trashed)).html).toBe('<p>Old</p>')
})

test('what was in review beside being live is so again, and its reviewer is mailed once', async () => {
  const article = await newOldArticle('Looked at')
  const reviewer = await newMember(acme, 'Rita', 'AdminUser')
  await asAdmin(sendForReview, { ...params(article), body: { reviewer: reviewer.id } })
  await unpublish(article)
  expect(await putBack(article, { back: 'in_review' })).toMatchObject({ status: 'in_review', isLive: true })
  await runJobs({ laterSeconds: 15 })
  const mails = (await mailsTo(reviewer.email)).map(({ text }) => JSON.parse(text))
  expect(mails.filter(({ kind }) => kind === 'asked')).toHaveLength(1)
})

test('nothing is put back where nothing was, where it is live again, or for a stranger', async () => {
  const never = await newArticle({ title: 'Never published' })
  expect((await putBack(never)).code).toBe('version-not-found')
  const taken = await newOldArticle('Address')
  await unpublish(taken)
  const again = (await asAdmin(publishArticle, { ...params(taken), body: {} })) as EditedArticle
  expect(await putBack(taken)).toMatchObject({ publishedAt: again.publishedAt })
  const body = { back: 'published' as const }
  const strangers = [acme.agent, acme.customer, globex.admin]
  const answers = await Promise.all(strangers.map((person) => ask(person, publishArticle, { ...params(taken), body })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 404])
  const { statusCode } = await ask(acme.admin, publishArticle, { ...params(taken), body: { ...body, note: 'x' } })
  expect(statusCode).toBe(400)
})
