import { describe, expect, test } from 'vitest'
import { changeArticle, deleteArticle, publishArticle } from '#contract/knowledge-base/articles.ts'
import {
  closeFeedback,
  giveFeedback,
  listAllFeedback,
  listFeedback,
  reopenFeedback,
} from '#contract/knowledge-base/feedback.ts'
import { pruneFeedback } from '#server/knowledge-base/feedback/jobs.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle, paragraphs } from '#test/new-article.ts'
import { newKey } from '#test/new-key.ts'
import {
  acme,
  app,
  globex,
  makeWorkspace,
  owner,
  type Person,
  platform,
  runJobs,
  settings,
  type World,
} from '#test/world.ts'

/** Creates a separate workspace, so that a test knows all feedback in the workspace. */
let made = 0
function newWorld(): Promise<World> {
  made += 1
  return makeWorkspace(`inbox-${made}`, `Inbox ${made}`, ['Ida', 'Ike', 'Ines', 'Ivo'])
}

/** Sends feedback as an anonymous visitor. Each value of `browser` counts as a different visitor. */
async function say({ domain }: World, id: string, payload: object, browser = 'One') {
  const { statusCode } = await app.inject({
    ...{ method: 'POST', url: giveFeedback.path.replace(':id', id), payload, remoteAddress: '198.51.100.1' },
    headers: { host: `${domain}.${settings.rootDomain}`, 'user-agent': browser },
  })
  expect(statusCode).toBe(201)
}
const list = (person: Person, query: object = {}) => as(person)(listAllFeedback, { query })
const commentsOf = async (person: Person, query: object = {}) =>
  (await list(person, query)).items.map(({ comment }) => comment)
const onlyId = async (person: Person) => (await list(person)).items[0]!.id

describe('what readers said of all articles', () => {
  test('is there with its article, the version and who said it, the latest first', async () => {
    const world = await newWorld()
    const { id } = await newLiveArticle({ title: 'Swap a shift' }, world.admin)
    await say(world, id, { helpful: false, comment: 'Too long', email: 'ann@example.com', searched: 'Swap' })
    await as(world.admin)(changeArticle, { params: { id }, body: { document: paragraphs('Shorter') } })
    await as(world.admin)(publishArticle, { params: { id }, body: {} })
    await as(world.customer)(giveFeedback, { params: { id }, body: { helpful: true } })
    const { items, next } = await list(world.admin)
    const article = { id, title: 'Swap a shift' }
    const version = { number: expect.any(Number), publishedAt: expect.any(String) }
    expect(items).toMatchObject([
      { helpful: true, article, version: { ...version, isLive: true }, isOpen: false, by: { name: 'Ines' } },
      {
        ...{ helpful: false, comment: 'Too long', email: 'ann@example.com', searched: 'swap', article, isOpen: true },
        ...{ version: { ...version, isLive: false }, closed: null, by: { kind: 'visitor', id: null, name: '' } },
      },
    ])
    expect(next).toBeNull()
  })

  test('is filtered by words, by yes and no, and by what waits, and paged', async () => {
    const world = await newWorld()
    const { id } = await newLiveArticle({ title: 'Filtered' }, world.admin)
    await say(world, id, { helpful: true }, 'a')
    await say(world, id, { helpful: true, comment: 'Thanks' }, 'b')
    await say(world, id, { helpful: false }, 'c')
    await say(world, id, { helpful: false, comment: 'Wrong' }, 'd')
    expect(await commentsOf(world.admin)).toEqual(['Wrong', '', 'Thanks', ''])
    expect(await commentsOf(world.admin, { withComment: 'true' })).toEqual(['Wrong', 'Thanks'])
    expect(await commentsOf(world.admin, { helpful: 'false' })).toEqual(['Wrong', ''])
    expect(await commentsOf(world.admin, { helpful: 'true', withComment: 'true' })).toEqual(['Thanks'])
    expect(await commentsOf(world.admin, { isOpen: 'true' })).toEqual(['Wrong', '', 'Thanks'])
    expect(await commentsOf(world.admin, { isOpen: 'false' })).toEqual([''])
    const { next } = await list(world.admin, { limit: 3 })
    expect(await commentsOf(world.admin, { limit: 3, cursor: next })).toEqual([''])
  })

  test('leaves out articles in the trash', async () => {
    const world = await newWorld()
    const { id } = await newLiveArticle({ title: 'Thrown away' }, world.admin)
    await say(world, id, { helpful: false })
    const said = await onlyId(world.admin)
    await as(world.admin)(deleteArticle, { params: { id } })
    expect((await list(world.admin)).items).toEqual([])
    expect(await as(world.admin)(closeFeedback, { params: { id: said } })).toMatchObject({ code: 'feedback-not-found' })
  })

  test('is closed by whoever is done with it first, and opened again', async () => {
    const world = await newWorld()
    const { id } = await newLiveArticle({ title: 'Closed' }, world.admin)
    await say(world, id, { helpful: false, comment: 'Wrong' })
    const said = { params: { id: await onlyId(world.admin) } }
    const closed = await as(world.admin)(closeFeedback, said)
    expect(closed).toMatchObject({ isOpen: false, closed: { by: 'Ida Test', at: expect.any(String) } })
    expect(await as(world.admin)(closeFeedback, said)).toEqual(closed)
    expect(await commentsOf(world.admin, { isOpen: 'true' })).toEqual([])
    expect(await as(world.admin)(reopenFeedback, said)).toMatchObject({ isOpen: true, closed: null })
  })

  test('is open again once its reader says something else, and not when they say the same', async () => {
    const world = await newWorld()
    const { id } = await newLiveArticle({ title: 'Said again' }, world.admin)
    await say(world, id, { helpful: false, comment: 'Wrong' })
    await as(world.admin)(closeFeedback, { params: { id: await onlyId(world.admin) } })
    await say(world, id, { helpful: false, comment: 'Wrong' })
    expect(await commentsOf(world.admin, { isOpen: 'true' })).toEqual([])
    await say(world, id, { helpful: false, comment: 'Still wrong' })
    expect(await commentsOf(world.admin, { isOpen: 'true' })).toEqual(['Still wrong'])
  })

  test('keeps the address of a visitor for half a year, and what they said', async () => {
    const world = await newWorld()
    const { id } = await newLiveArticle({ title: 'Forgotten' }, world.admin)
    await say(world, id, { helpful: false, comment: 'Old', email: 'old@example.com' }, 'a')
    await say(world, id, { helpful: false, comment: 'New', email: 'new@example.com' }, 'b')
    await owner.query(`update article_feedback set created_at = now() - interval '181 days' where comment = 'Old'`)
    await inWorkspace(platform.app, world.id, (tx) => enqueue(tx, pruneFeedback, {}))
    await runJobs()
    const kept = (await list(world.admin)).items.map(({ comment, email }) => [comment, email])
    expect(kept).toEqual([
      ['New', 'new@example.com'],
      ['Old', null],
    ])
  })
})

describe('a stranger', () => {
  test('of another workspace neither reads nor closes what was said', async () => {
    const { id } = await newLiveArticle({ title: 'Ours' })
    await say(acme, id, { helpful: false, comment: 'A secret' })
    const said = { params: { id: await onlyId(acme.admin) } }
    expect(await commentsOf(globex.admin)).toEqual([])
    expect(await as(globex.admin)(closeFeedback, said)).toMatchObject({ code: 'feedback-not-found' })
    expect(await as(globex.admin)(reopenFeedback, said)).toMatchObject({ code: 'feedback-not-found' })
    expect(await commentsOf(acme.admin, { isOpen: 'true' })).toContain('A secret')
  })

  test('of the team or outside it is told nothing', async () => {
    const codes = [acme.agent, acme.customer].map(async (person) => (await list(person)) as never)
    expect(await Promise.all(codes)).toMatchObject([{ code: 'not-allowed' }, { code: 'not-allowed' }])
  })

  test('with a key learns what was said and not by whom, and closes nothing without the scope', async () => {
    const world = await newWorld()
    const { id } = await newLiveArticle({ title: 'By key' }, world.admin)
    await say(world, id, { helpful: false, comment: 'Wrong', email: 'ann@example.com' })
    await as(world.customer)(giveFeedback, { params: { id }, body: { helpful: true } })
    const reading = { token: await newKey(world, ['knowledge-base:read']) } as Person
    const [byCustomer, byVisitor] = (await list(reading)).items
    expect(byCustomer).toMatchObject({ by: { kind: 'customer', id: world.customer.id, name: '' } })
    expect(byVisitor).toMatchObject({ comment: 'Wrong', email: null })
    expect((await as(reading)(listFeedback, { params: { id }, query: {} })).items).toMatchObject([
      { by: { kind: 'customer', name: '' } },
      { email: null },
    ])
    const said = { params: { id: byVisitor!.id } }
    expect(await as(reading)(closeFeedback, said)).toMatchObject({ code: 'scope-missing' })
    const writing = { token: await newKey(world, ['knowledge-base:write']) } as Person
    expect(await as(writing)(closeFeedback, said)).toMatchObject({ isOpen: false, email: null })
    const delivery = { token: await newKey(world, ['content:read']) } as Person
    expect(await list(delivery)).toMatchObject({ code: 'scope-missing' })
  })
})
