import { expect, test } from 'vitest'
import { deleteArticle, showKnowledgeBaseReport } from '#contract/knowledge-base/articles.ts'
import { giveFeedback } from '#contract/knowledge-base/feedback.ts'
import { writeViews } from '#server/knowledge-base/feedback/views/note-view.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { acme, app, globex, owner, platform, settings } from '#test/world.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const read = (slug: string, remoteAddress: string) =>
  app.inject({
    ...{ url: `/knowledgebase/article/${slug}`, remoteAddress },
    headers: { host: `${acme.domain}.${settings.rootDomain}`, 'user-agent': firefox },
  })
const say = (id: string, helpful: boolean, person: typeof acme.admin) =>
  as(person)(giveFeedback, { params: { id }, body: { helpful } })
async function report(person = acme.admin) {
  const { views, helpful, unhelpful, openFeedback } = await as(person)(showKnowledgeBaseReport, { query: {} })
  return { views, helpful, unhelpful, openFeedback }
}

test('the report has the views of all time and what readers said of late and what of it waits, of the articles there are', async () => {
  const [one, other, trashed] = [
    await newLiveArticle({ title: 'One' }),
    await newLiveArticle({ title: 'Other' }),
    await newLiveArticle({ title: 'Thrown away' }),
  ]
  expect(await report()).toEqual({ views: 0, helpful: 0, unhelpful: 0, openFeedback: 0 })
  await read(one.slug, '198.51.100.1')
  await read(one.slug, '198.51.100.2')
  await read(other.slug, '198.51.100.1')
  await read(trashed.slug, '198.51.100.1')
  await writeViews(platform)
  await say(one.id, true, acme.customer)
  await say(other.id, true, acme.agent)
  await say(other.id, false, acme.customer)
  await say(trashed.id, false, acme.customer)
  await owner.query(`update article_feedback set created_at = now() - interval '31 days' where article_id = $1`, [
    one.id,
  ])
  await as(acme.admin)(deleteArticle, { params: { id: trashed.id } })
  expect(await report()).toEqual({ views: 3, helpful: 1, unhelpful: 1, openFeedback: 1 })
  expect(await report(globex.admin)).toEqual({ views: 0, helpful: 0, unhelpful: 0, openFeedback: 0 })
})
