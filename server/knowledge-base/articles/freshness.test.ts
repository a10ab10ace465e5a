import { expect, test } from 'vitest'
import {
  changeArticle,
  confirmArticle,
  type EditedArticle,
  listArticles,
  publishArticle,
  showArticle,
  showKnowledgeBaseReport,
  unpublishArticle,
} from '#contract/knowledge-base/articles.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { acme, globex, makeWorkspace, owner, type World } from '#test/world.ts'

let made = 0
const newWorld = () => makeWorkspace(`fresh-${++made}`, `Fresh ${made}`, ['Ida', 'Ivo', 'Ina', 'Ian'])
const stale = async ({ admin }: World) =>
  (await as(admin)(listArticles, { query: { isStale: 'true', order: 'popular' } })).items.map(({ title }) => title)
const shown = async ({ admin }: World, id: string) =>
  (await as(admin)(showArticle, { params: { id }, query: {} })) as EditedArticle
const pass = (id: string, days: number) =>
  owner.query(`update articles set reviewed_at = reviewed_at - make_interval(days => $2) where id = $1`, [id, days])

test('an article is stale once its span is over, the most read first, until somebody says that it is still right', async () => {
  const world = await newWorld()
  const [rarely, often] = [
    await newLiveArticle({ title: 'Rarely', reviewEveryDays: 30 }, world.admin),
    await newLiveArticle({ title: 'Often', reviewEveryDays: 30 }, world.admin),
  ]
  await newLiveArticle({ title: 'Never' }, world.admin)
  await owner.query(`insert into article_counts (workspace_id, article_id, views) values ($1, $2, 9)`, [
    world.id,
    often.id,
  ])
  for (const { id } of [rarely, often]) await pass(id, 29)
  expect(await stale(world)).toEqual([])
  for (const { id } of [rarely, often]) await pass(id, 2)
  expect(await stale(world)).toEqual(['Often', 'Rarely'])
  expect((await as(world.admin)(showKnowledgeBaseReport, { query: {} })).stale).toBe(2)
  const before = await shown(world, often.id)
  expect(Date.parse(before.reviewDueAt!)).toBeLessThan(Date.now())
  await as(world.admin)(confirmArticle, { params: { id: often.id } })
  expect(await stale(world)).toEqual(['Rarely'])
  const after = await shown(world, often.id)
  expect(Date.parse(after.reviewDueAt!)).toBeGreaterThan(Date.now())
  expect([after.revision, after.updatedAt]).toEqual([before.revision, before.updatedAt])
  await as(world.admin)(changeArticle, { params: { id: rarely.id }, body: { title: 'Rarely, mended' } })
  expect(await stale(world)).toEqual(['Rarely, mended'])
  await as(world.admin)(publishArticle, { params: { id: rarely.id }, body: {} })
  expect(await stale(world)).toEqual([])
})

test('what no reader has is not stale, nor what has no span any more', async () => {
  const world = await newWorld()
  const draft = await newArticle({ title: 'Draft', reviewEveryDays: 1 }, world.admin)
  const taken = await newLiveArticle({ title: 'Taken away', reviewEveryDays: 1 }, world.admin)
  const freed = await newLiveArticle({ title: 'Freed', reviewEveryDays: 1 }, world.admin)
  for (const { id } of [draft, taken, freed]) await pass(id, 9)
  await as(world.admin)(unpublishArticle, { params: { id: taken.id }, query: {} })
  await as(world.admin)(changeArticle, { params: { id: freed.id }, body: { reviewEveryDays: null } })
  expect(await stale(world)).toEqual([])
  const due = await Promise.all([draft, taken, freed].map(async ({ id }) => (await shown(world, id)).reviewDueAt))
  expect(due).toEqual([null, null, null])
})

test('only admins say so, of their own articles', async () => {
  const { id } = await newLiveArticle({ title: 'Ours', reviewEveryDays: 1 })
  const answers = await Promise.all(
    [acme.agent, acme.customer, globex.admin].map((person) => ask(person, confirmArticle, { params: { id } })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 404])
})
