import { describe, expect, test } from 'vitest'
import {
  archiveArticle,
  changeArticle,
  deleteArticle,
  type EditedArticle,
  listArticles,
  publishArticle,
  showArticle,
  unpublishArticle,
  untrashArticle,
} from '#contract/knowledge-base/articles.ts'
import { listVersions } from '#contract/knowledge-base/versions.ts'
import { inWorkspace } from '#server/platform/database.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { as } from '#test/ask.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { acme, mailsTo, owner, platform, runJobs, settings } from '#test/world.ts'
import { articleScheduleJob } from './publication/schedule.ts'

const asAdmin = as(acme.admin)
const onHost = { host: `${acme.domain}.${settings.rootDomain}` }
const hour = 3600
const params = ({ id }: { id: string }) => ({ params: { id } })
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const plan = (article: { id: string }, at: number, until?: number) =>
  asAdmin(publishArticle, {
    ...params(article),
    body: { at: inSeconds(at), ...(until && { until: inSeconds(until) }) },
  })
const read = ({ id }: { id: string }) => as(null)(showArticle, { params: { id }, query: {} }, onHost)
const draft = (article: { id: string }) =>
  asAdmin(showArticle, { params: { id: article.id }, query: {} }) as Promise<EditedArticle>

/** Moves the scheduled times of an article into the past by `seconds`. */
const age = ({ id }: { id: string }, seconds: number) =>
  owner.query(
    `update article_texts set publish_at = publish_at - make_interval(secs => $2),
       unpublish_at = unpublish_at - make_interval(secs => $2) where article_id = $1`,
    [id, seconds],
  )
async function pass(article: { id: string }, seconds: number) {
  await age(article, seconds)
  await runJobs({ laterSeconds: seconds })
}
const publications = async (article: { id: string }) =>
  (await asAdmin(listVersions, { ...params(article), query: {} })).items.filter(({ kind }) => kind === 'publication')
const told = async ({ id }: { id: string }, type: string) =>
  (await owner.query('select 1 from history where subject_id = $1 and type = $2', [id, type])).rowCount

describe('a draft that readers have as it is', () => {
  const publish = (article: { id: string }, body = {}) =>
    asAdmin(publishArticle, { ...params(article), body }) as Promise<EditedArticle>

  test('is published again without a version, an event or a date', async () => {
    const article = await newLiveArticle({ title: 'Live as it is' })
    const again = await publish(article, { note: 'Pressed twice' })
    expect([again.status, again.publishedAt, again.revision]).toEqual([
      ...['published', article.publishedAt, article.revision],
    ])
    expect([await publications(article), await told(article, 'article.published')]).toEqual([[expect.anything()], 1])
    expect(await told(article, 'article.planned')).toBe(0)
  })

  test('can be given an end, which is told once, and loses what was planned', async () => {
    const article = await newLiveArticle({ title: 'Live for a while' })
    const until = inSeconds(hour)
    await publish(article, { until })
    const again = await publish(article, { until })
    expect([again.unpublishAt !== null, await told(article, 'article.planned')]).toEqual([true, 1])
    expect((await publish(article)).unpublishAt).toBeNull()
    await plan(article, hour)
    expect((await publish(article)).publishAt).toBeNull()
    await plan(article, hour)
    await pass(article, hour + 1)
    expect(await draft(article)).toMatchObject({ publishAt: null, publishedAt: article.publishedAt })
    expect(await publications(article)).toHaveLength(1)
  })

  test('is published as ever once it was taken away', async () => {
    const article = await newLiveArticle({ title: 'Taken away and back' })
    await asAdmin(unpublishArticle, { ...params(article), query: {} })
    expect((await publish(article)).isLive).toBe(true)
    expect(await publications(article)).toHaveLength(2)
  })
})

describe('a planned publication', () => {
  test('happens at its time and not before', async () => {
    const article = await newArticle({ title: 'Tomorrow', document: paragraphs('Soon') })
    expect((await plan(article, hour)).publishAt).toEqual(expect.any(String))
    await pass(article, hour - 60)
    expect((await read(article)).code).toBe('article-not-found')
    const { items } = await as(acme.agent)(listArticles, { query: {} })
    expect(items.map(({ id }) => id)).not.toContain(article.id)
    await pass(article, 61)
    expect(await read(article)).toMatchObject({ title: 'Tomorrow', html: '<p>Soon</p>' })
    expect(await draft(article)).toMatchObject({ status: 'published', publishAt: null, hasChanges: false })
  })

  test('of a live text leaves readers what they have until then', async () => {
    const article = await newLiveArticle({ title: 'Now', document: paragraphs('Old') })
    await asAdmin(changeArticle, { ...params(article), body: { document: paragraphs('New') } })
    await plan(article, hour)
    await pass(article, hour - 60)
    expect((await read(article)).html).toBe('<p>Old</p>')
    await pass(article, 61)
    expect((await read(article)).html).toBe('<p>New</p>')
  })

  test('ends at its time and not before', async () => {
    const article = await newArticle({ title: 'A week' })
    await plan(article, hour, 3 * hour)
    await pass(article, hour + 1)
    expect((await read(article)).title).toBe('A week')
    await pass(article, hour)
    expect((await read(article)).title).toBe('A week')
    await pass(article, hour)
    expect((await read(article)).code).toBe('article-not-found')
    expect(await draft(article)).toMatchObject({ status: 'draft', publishAt: null, unpublishAt: null })
  })

  test('ends at its time where it began at once', async () => {
    const article = await newArticle({ title: 'Until then' })
    await asAdmin(publishArticle, { ...params(article), body: { until: inSeconds(hour) } })
    await pass(article, hour - 60)
    expect((await read(article)).title).toBe('Until then')
    await pass(article, 61)
    expect((await read(article)).code).toBe('article-not-found')
  })

  test('is made up for when nobody worked at its time', async () => {
    const [late, over] = [await newArticle({ title: 'Late' }), await newArticle({ title: 'Over' })]
    await plan(late, hour)
    await plan(over, hour, 2 * hour)
    await age(late, 72 * hour)
    await age(over, 72 * hour)
    await runJobs({ laterSeconds: 72 * hour })
    expect((await read(late)).title).toBe('Late')
    expect((await read(over)).code).toBe('article-not-found')
  })

  test('happens once, however often and however many at once its job runs', async () => {
    const article = await newArticle({ title: 'Once' })
    await plan(article, hour)
    await age(article, hour)
    const context = {
      inWorkspace: (work) => inWorkspace(platform.app, acme.id, work),
    } as Pick<JobContext, 'inWorkspace'> as JobContext
    const run = () => articleScheduleJob.run({ articleId: article.id, language: 'en' }, context)
    await Promise.all([run(), run()])
    await run()
    await runJobs({ laterSeconds: hour })
    expect(await publications(article)).toHaveLength(1)
    expect(await told(article, 'article.published')).toBe(1)
  })

  test.each([
    ['cancelled', (article: EditedArticle) => asAdmin(unpublishArticle, { ...params(article), query: {} })],
    ['archived', (article: EditedArticle) => asAdmin(archiveArticle, { ...params(article), body: {} })],
    ['thrown away', (article: EditedArticle) => asAdmin(deleteArticle, params(article))],
    ['put off', (article: EditedArticle) => plan(article, 9 * hour)],
  ])('does not happen where it was %s meanwhile', async (_, change) => {
    const article = await newArticle({ title: 'Not now' })
    await plan(article, hour, 2 * hour)
    await change(article)
    await pass(article, 3 * hour)
    expect((await read(article)).code).toBe('article-not-found')
    expect(await publications(article)).toEqual([])
  })

  test('is forgotten in the trash, so that who comes out of it is a draft', async () => {
    const article = await newArticle({ title: 'Rescued' })
    await plan(article, hour, 2 * hour)
    await asAdmin(deleteArticle, params(article))
    await asAdmin(untrashArticle, params(article))
    expect(await draft(article)).toMatchObject({ status: 'draft', publishAt: null, unpublishAt: null })
    await pass(article, hour + 1)
    expect((await read(article)).code).toBe('article-not-found')
  })

  test('is given up where it cannot be any more, and whoever planned it is mailed why', async () => {
    const article = await newArticle({ title: 'Taken meanwhile' })
    await plan(article, hour)
    await owner.query(`update article_texts set title = '' where article_id = $1`, [article.id])
    await pass(article, hour + 1)
    expect(await draft(article)).toMatchObject({ status: 'draft', publishAt: null })
    const { rows } = await owner.query(
      `select new from history where subject_id = $1 and type = 'article.plan-failed'`,
      [article.id],
    )
    const why = 'Give the article a title before it is published'
    expect(rows).toMatchObject([{ new: { language: 'en', to: 'publish', reason: 'title-missing', why } }])
    expect((await draft(article)).failedPlan).toMatchObject({ language: 'en', to: 'publish', why })
    const mails = (await mailsTo(acme.admin.email)).map(({ text }) => JSON.parse(text))
    const told = mails.filter(({ url }) => url?.endsWith(`/articles/edit/${article.id}`))
    expect(told).toMatchObject([{ planned: 'publish', noun: 'article', model: null, why }])
    await asAdmin(changeArticle, { ...params(article), body: { title: 'With a title' } })
    await plan(article, hour)
    expect((await draft(article)).failedPlan).toBeNull()
  })

  async function changedLiveUntil(seconds: number) {
    const article = await newLiveArticle({ title: 'Live' })
    await asAdmin(unpublishArticle, { ...params(article), query: { at: inSeconds(seconds) } })
    await asAdmin(changeArticle, { ...params(article), body: { title: 'Better' } })
    return article
  }

  test('leaves the end of what is live before it as it is, and has none itself', async () => {
    const article = await changedLiveUntil(hour)
    await plan(article, 2 * hour)
    await pass(article, hour + 1)
    expect(await draft(article)).toMatchObject({ isLive: false, publishAt: expect.any(String), unpublishAt: null })
    await pass(article, hour)
    expect(await draft(article)).toMatchObject({ isLive: true, hasChanges: false, publishAt: null, unpublishAt: null })
  })

  test('leaves the end behind it as it is', async () => {
    const article = await changedLiveUntil(3 * hour)
    await plan(article, 2 * hour)
    await pass(article, 2 * hour + 1)
    expect(await draft(article)).toMatchObject({ isLive: true, hasChanges: false, unpublishAt: expect.any(String) })
    await pass(article, hour)
    expect((await draft(article)).isLive).toBe(false)
  })

  test('takes the end of what is live away where that is said', async () => {
    const article = await changedLiveUntil(hour)
    await asAdmin(publishArticle, { ...params(article), body: { at: inSeconds(2 * hour), until: null } })
    expect(await draft(article)).toMatchObject({ publishAt: expect.any(String), unpublishAt: null })
  })

  test('of what is not finished is refused', async () => {
    expect((await plan(await newArticle({ title: '' }), 60)).code).toBe('title-missing')
  })

  test('in the past is refused', async () => {
    expect((await plan(await newArticle({ title: 'Yesterday' }), -1)).code).toBe('time-in-the-past')
  })
})
