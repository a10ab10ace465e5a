import { expect, test } from 'vitest'
import { deleteArticle } from '#contract/knowledge-base/articles.ts'
import { giveFeedback } from '#contract/knowledge-base/feedback.ts'
import { showReadings, showSearches, showVotes } from '#contract/knowledge-base/reports.ts'
import { listSearches, searchArticles } from '#contract/knowledge-base/search.ts'
import { pruneFeedback } from '#server/knowledge-base/feedback/jobs.ts'
import { writeViews } from '#server/knowledge-base/feedback/views/note-view.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { newKey } from '#test/new-key.ts'
import {
  acme,
  app,
  globex,
  makeWorkspace,
  newCustomer,
  owner,
  type Person,
  platform,
  runJobs,
  settings,
  type World,
} from '#test/world.ts'

let made = 0
function newWorld(): Promise<World> {
  made += 1
  return makeWorkspace(`reports-${made}`, `Reports ${made}`, ['Rita', 'Rolf', 'Rosa', 'Rune'])
}
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const read = ({ domain }: World, slug: string, remoteAddress: string) =>
  app.inject({
    ...{ url: `/knowledgebase/article/${slug}`, remoteAddress },
    headers: { host: `${domain}.${settings.rootDomain}`, 'user-agent': firefox },
  })
async function say(world: World, id: string, votes: boolean[]) {
  for (const [place, helpful] of votes.entries()) {
    const reader = await newCustomer(world, `Reader ${place}`)
    await as(reader)(giveFeedback, { params: { id }, body: { helpful } })
  }
}
const readings = (person: Person, days = 7) => as(person)(showReadings, { query: { days } })
const votes = (person: Person, days = 7) => as(person)(showVotes, { query: { days } })
const searches = (person: Person, days = 7) => as(person)(showSearches, { query: { days } })
const sumOf = (days: object[]) => days.map((day) => Object.values(day).slice(1))
const nothing = [0, 0]

test('readings are told by the day, with the articles that are read the most', async () => {
  const world = await newWorld()
  const [one, two, gone] = [
    await newLiveArticle({ title: 'One' }, world.admin),
    await newLiveArticle({ title: 'Two' }, world.admin),
    await newLiveArticle({ title: 'Gone' }, world.admin),
  ]
  await read(world, one.slug, '198.51.100.1')
  await read(world, two.slug, '198.51.100.1')
  await writeViews(platform)
  await read(world, two.slug, '198.51.100.2')
  await read(world, gone.slug, '198.51.100.2')
  await writeViews(platform)
  await as(world.admin)(deleteArticle, { params: { id: gone.id } })
  const { days, mostRead } = await readings(world.admin)
  expect(sumOf(days)).toEqual([[0], [0], [0], [0], [0], [0], [3]])
  expect(mostRead).toEqual([
    { id: two.id, title: 'Two', views: 2 },
    { id: one.id, title: 'One', views: 1 },
  ])
  await owner.query('update article_days set day = day - 7 where article_id = $1', [two.id])
  expect((await readings(world.admin)).mostRead).toEqual([{ id: one.id, title: 'One', views: 1 }])
  expect((await readings(world.admin, 8)).mostRead).toHaveLength(2)
})

test('days are kept as long as the longest report', async () => {
  const world = await newWorld()
  const { id, slug } = await newLiveArticle({ title: 'Old' }, world.admin)
  await read(world, slug, '198.51.100.1')
  await writeViews(platform)
  const daysOf = async () => (await owner.query('select from article_days where article_id = $1', [id])).rowCount
  const prune = async () => {
    await inWorkspace(platform.app, world.id, (tx) => enqueue(tx, pruneFeedback, {}))
    await runJobs()
  }
  await owner.query('update article_days set day = current_date - 91 where article_id = $1', [id])
  await prune()
  expect(await daysOf()).toBe(1)
  await owner.query('update article_days set day = current_date - 92 where article_id = $1', [id])
  await prune()
  expect(await daysOf()).toBe(0)
})

test('votes are told by the day, with the articles that help the fewest', async () => {
  const world = await newWorld()
  const [poor, fair, good, quiet] = [
    await newLiveArticle({ title: 'Poor' }, world.admin),
    await newLiveArticle({ title: 'Fair' }, world.admin),
    await newLiveArticle({ title: 'Good' }, world.admin),
    await newLiveArticle({ title: 'Quiet' }, world.admin),
  ]
  await say(world, fair.id, [true, true, false])
  await say(world, poor.id, [true, false, false])
  await say(world, good.id, [true, true, true])
  await say(world, quiet.id, [false, false])
  const { days, leastHelpful } = await votes(world.admin)
  expect(sumOf(days)).toEqual([...Array.from({ length: 6 }, () => nothing), [6, 5]])
  expect(leastHelpful).toEqual([
    { id: poor.id, title: 'Poor', helpful: 1, unhelpful: 2 },
    { id: fair.id, title: 'Fair', helpful: 2, unhelpful: 1 },
  ])
})

test('searches are told by the day, with those that found nothing', async () => {
  const world = await newWorld()
  await newLiveArticle({ title: 'Night shifts' }, world.admin)
  const search = (q: string, person: Person) => as(person)(searchArticles, { query: { q } })
  await search('refund', world.customer)
  await search('refund', world.otherCustomer)
  await search('wallaby', world.customer)
  await search('night', world.customer)
  await as(world.admin)(listSearches, { query: {} })
  const { days, withoutResult } = await searches(world.admin)
  expect(sumOf(days)).toEqual([...Array.from({ length: 6 }, () => nothing), [4, 3]])
  expect(withoutResult).toMatchObject([
    { query: 'refund', language: 'en', times: 2 },
    { query: 'wallaby', language: 'en', times: 1 },
  ])
})

test('a stranger reads no report, and a key one with its scope', async () => {
  const { slug } = await newLiveArticle({ title: 'A secret' })
  await read(acme, slug, '198.51.100.9')
  await writeViews(platform)
  expect((await readings(globex.admin)).mostRead).toEqual([])
  const codes = [readings, votes, searches].flatMap((show) => [show(acme.agent), show(acme.customer)])
  expect(new Set((await Promise.all(codes)).map(({ code }) => code))).toEqual(new Set(['not-allowed']))
  const key = async (scope: 'knowledge-base:read' | 'tickets:read') =>
    ({ token: await newKey(acme, [scope]) }) as Person
  expect((await readings(await key('knowledge-base:read'))).mostRead).toMatchObject([{ title: 'A secret' }])
  expect((await readings(await key('tickets:read'))).code).toBe('scope-missing')
  expect((await readings(acme.admin, 91)).code).toBe('invalid')
})
