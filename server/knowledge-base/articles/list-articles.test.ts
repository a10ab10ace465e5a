import { beforeAll, expect, test } from 'vitest'
import {
  changeArticle,
  deleteArticle,
  listArticles,
  publishArticle,
  sendForReview,
  showArticle,
  showKnowledgeBaseReport,
  writeTranslation,
} from '#contract/knowledge-base/articles.ts'
import { changeLanguages, createCategory } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { makeWorkspace, owner, type World } from '#test/world.ts'

let world: World
let parent: { id: string }
let child: { id: string }
let live: { id: string }

const asAdmin = () => as(world.admin)
const titles = async (query: object, person = world.admin) =>
  (await as(person)(listArticles, { query })).items.map(({ title }) => title)
const inOrder = async (query: object) => (await titles(query)).toSorted()
const params = ({ id }: { id: string }) => ({ params: { id } })

/** Creates articles in different states: draft, in review, live with changes, scheduled, and in the trash. */
beforeAll(async () => {
  world = await makeWorkspace('listed', 'Listed', ['Lia', 'Lou', 'Lex', 'Lee'])
  await asAdmin()(changeLanguages, { body: { items: ['en', 'de'] } })
  parent = await asAdmin()(createCategory, { body: { name: 'Rota' } })
  child = await asAdmin()(createCategory, { body: { name: 'Swaps', parent: parent.id } })
  await newArticle({ title: 'Draft', labels: ['pay'] }, world.admin)
  const reviewed = await newArticle({ title: 'Reviewed', category: parent.id, labels: ['pay', 'tax'] }, world.admin)
  await asAdmin()(sendForReview, { ...params(reviewed), body: {} })
  live = await newLiveArticle({ title: 'Live', category: child.id }, world.admin)
  const german = { params: { id: live.id, language: 'de' }, body: { title: 'Deutsch in Schöneberg' } }
  await asAdmin()(writeTranslation, german)
  await asAdmin()(changeArticle, { ...params(live), body: { title: 'Live, changed' } })
  const planned = await newArticle({ title: 'Planned', category: parent.id }, world.admin)
  await asAdmin()(publishArticle, { ...params(planned), body: { at: '2100-01-01T00:00:00.000Z' } })
  await asAdmin()(deleteArticle, params(await newArticle({ title: 'Thrown away' }, world.admin)))
  await counted(live, { views: 9, helpful: 69, unhelpful: 31 })
  await counted(reviewed, { views: 12, helpful: 7, unhelpful: 3 })
})

const counted = ({ id }: { id: string }, { views, helpful, unhelpful }: Record<string, number>) =>
  owner.query(
    'insert into article_counts (workspace_id, article_id, views, helpful, unhelpful) values ($1, $2, $3, $4, $5)',
    [world.id, id, views, helpful, unhelpful],
  )

test.each([
  ['everything', {}, ['Draft', 'Live, changed', 'Planned', 'Reviewed']],
  ['drafts', { status: 'draft' }, ['Draft', 'Planned']],
  ['what waits for a review', { status: 'in_review' }, ['Reviewed']],
  ['what has changes', { hasChanges: 'true' }, ['Live, changed']],
  ['what waits for its time', { isPlanned: 'true' }, ['Planned']],
  ['the trash', { status: 'trash' }, ['Thrown away']],
  ['what stands in no category', { category: 'none' }, ['Draft']],
  ['what is written in German', { writtenIn: 'de', language: 'de' }, ['Deutsch in Schöneberg']],
  ['what is not', { missingIn: 'de' }, ['Draft', 'Planned', 'Reviewed']],
  ['what has a label', { label: 'pay' }, ['Draft', 'Reviewed']],
  ['what nobody has read', { isRead: 'false' }, ['Draft', 'Planned']],
  ['what somebody has', { isRead: 'true' }, ['Live, changed', 'Reviewed']],
  ['what helps fewer than it should', { isRatedPoorly: 'true' }, ['Live, changed']],
  ['what does not', { isRatedPoorly: 'false' }, ['Draft', 'Planned', 'Reviewed']],
  ['words of a draft', { q: 'chang' }, ['Live, changed']],
  ['words of another language', { q: 'schoneberg' }, ['Live, changed']],
  ['words with accents that the title lacks', { q: 'drâft' }, ['Draft']],
  ['words in quotes', { q: '"Live, changed"' }, ['Live, changed']],
  ['words of one language', { q: 'deutsch', language: 'en' }, []],
  ['words of one text together', { q: 'deutsch live' }, []],
])('the list for admins shows %s', async (_, query, expected) => {
  expect(await inOrder(query)).toEqual(expected)
})

test('a category is listed with those below it, or alone', async () => {
  expect(await inOrder({ category: parent.id })).toEqual(['Live, changed', 'Planned', 'Reviewed'])
  expect(await titles({ category: parent.id, below: 'false', order: 'position' })).toEqual(['Reviewed', 'Planned'])
})

test.each(['updated', 'title', 'position', 'popular', 'helpful'])(
  'pages in the order of %s show each article once',
  async (order) => {
    const whole = await titles({ order })
    const pageAfter = async (cursor?: string): Promise<string[]> => {
      const { items, next } = await asAdmin()(listArticles, {
        query: { order, limit: '1', ...(cursor && { cursor }) } as never,
      })
      return [...items.map(({ title }) => title), ...(next ? await pageAfter(next) : [])]
    }
    expect(await pageAfter()).toEqual(whole)
  },
)

test('the order by title is that of the words', async () => {
  expect(await titles({ order: 'title' })).toEqual(['Draft', 'Live, changed', 'Planned', 'Reviewed'])
})

test('the most read come first, or those that help the least', async () => {
  expect((await titles({ order: 'popular' })).slice(0, 2)).toEqual(['Reviewed', 'Live, changed'])
  expect((await titles({ order: 'helpful' })).slice(0, 2)).toEqual(['Live, changed', 'Reviewed'])
})

test('admins are told who wrote an article and who changed it last, and nobody else is', async () => {
  const read = (person: World['admin']) => as(person)(showArticle, { ...params(live), query: {} })
  expect(await read(world.admin)).toMatchObject({ createdBy: { name: 'Lia Test' }, updatedBy: { id: world.admin.id } })
  expect(Object.keys(await read(world.agent))).not.toEqual(expect.arrayContaining(['createdBy']))
  expect(JSON.stringify(await read(world.customer))).not.toContain(world.admin.id)
})

test('a reader finds what is published, in no category too, and no draft by any filter', async () => {
  await newLiveArticle({ title: 'Loose' }, world.admin)
  expect(await titles({ category: 'none' }, world.customer)).toEqual(['Loose'])
  expect(await inOrder({ status: 'draft', isPlanned: 'true' })).toEqual(['Planned'])
  expect((await titles({ status: 'draft', isPlanned: 'true' }, world.customer)).toSorted()).toEqual(['Live', 'Loose'])
})

test('the report counts what there is and what waits', async () => {
  expect(await asAdmin()(showKnowledgeBaseReport, { query: {} })).toEqual({
    ...{
      articles: 5,
      withChanges: 1,
      planned: 1,
      withoutCategory: 2,
      ratedPoorly: 1,
      outdated: 1,
      stale: 0,
      remarked: 0,
      templates: 0,
      trashed: 1,
    },
    byStatus: { draft: 2, in_review: 1, published: 2, archived: 0 },
    languages: [
      { language: 'en', written: 5, live: 2, outdated: 0 },
      { language: 'de', written: 1, live: 0, outdated: 1 },
    ],
    ...{ views: 21, helpful: 0, unhelpful: 0, openFeedback: 0 },
    labels: ['pay', 'tax'],
  })
})

test('the report is for admins', async () => {
  expect(await as(world.agent)(showKnowledgeBaseReport, { query: {} })).toMatchObject({ status: 403 })
  expect(await as(world.customer)(showKnowledgeBaseReport, { query: {} })).toMatchObject({ status: 403 })
})
