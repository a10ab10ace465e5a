import { beforeEach, describe, expect, test } from 'vitest'
import { changeArticle, listArticles, showArticle } from '#contract/knowledge-base/articles.ts'
import { giveFeedback, listFeedback } from '#contract/knowledge-base/feedback.ts'
import { createLimiter } from '#server/platform/http/limits.ts'
import { as } from '#test/ask.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { acme, app, globex, type Person, platform, settings } from '#test/world.ts'
import { feedbackLimits } from './give-feedback.ts'

const asAdmin = as(acme.admin)
const host = `${acme.domain}.${settings.rootDomain}`
type Visitor = { remoteAddress?: string; browser?: string; host?: string }
const relaxed = platform.limiter
beforeEach(() => {
  platform.limiter = relaxed
})

/** Sends feedback as an anonymous visitor. */
async function say(
  id: string,
  payload: object,
  { remoteAddress = '198.51.100.1', browser = 'One', ...at }: Visitor = {},
) {
  const { statusCode, json } = await app.inject({
    ...{ method: 'POST', url: giveFeedback.path.replace(':id', id), remoteAddress, payload },
    headers: { host: at.host ?? host, 'user-agent': browser },
  })
  return [statusCode, json().code]
}
const countsOf = async (id: string) => {
  const { helpful, unhelpful } = await asAdmin(showArticle, { params: { id }, query: {} })
  return [helpful, unhelpful]
}
const saidOf = async (id: string, query: object = {}) =>
  (await asAdmin(listFeedback, { params: { id }, query })).items.map(({ helpful, comment, email, language, by }) => ({
    ...{ helpful, comment, email, language, by: by.kind },
  }))

describe('what a reader says of an article', () => {
  test('is counted and shown to admins, words and all', async () => {
    const { id } = await newLiveArticle({ title: 'Read me' })
    await say(id, { helpful: true })
    await say(id, { helpful: false, comment: 'Too long\nby far', email: 'ann@example.com' }, { browser: 'Two' })
    await as(acme.customer)(giveFeedback, { params: { id }, body: { helpful: true, email: 'x@example.com' } })
    await as(acme.agent)(giveFeedback, { params: { id }, body: { helpful: true } })
    expect(await countsOf(id)).toEqual([3, 1])
    const listed = (await asAdmin(listArticles, { query: { q: 'Read me' } })).items[0]
    expect([listed?.helpful, listed?.unhelpful]).toEqual([3, 1])
    const plain = { comment: '', email: null, language: 'en' }
    const written = { ...plain, helpful: false, comment: 'Too long\nby far', email: 'ann@example.com', by: 'visitor' }
    expect(await saidOf(id)).toEqual([
      { ...plain, helpful: true, by: 'team' },
      { ...plain, helpful: true, by: 'customer' },
      written,
      { ...plain, helpful: true, by: 'visitor' },
    ])
    expect(await saidOf(id, { withComment: 'true' })).toEqual([written])
  })

  test('is told to all who read it, in numbers, once five have said something', async () => {
    const { id, slug } = await newLiveArticle({ title: 'Told in numbers' })
    const read = async () => (await app.inject({ url: `/knowledgebase/article/${slug}`, headers: { host } })).body
    for (const browser of ['1', '2', '3']) await say(id, { helpful: true }, { browser })
    await say(id, { helpful: false }, { browser: '4' })
    expect(await read()).not.toContain('said yes')
    await say(id, { helpful: false }, { browser: '5' })
    // A vote does not invalidate the cached page. Only a change of the knowledge base does.
    expect(await read()).not.toContain('said yes')
    await asAdmin(changeArticle, { params: { id }, body: { isPinned: true } })
    expect(await read()).toContain('3 of 5 said yes')
  })

  test('is theirs once, and may be changed; what is left out stays', async () => {
    const { id } = await newLiveArticle({ title: 'Once' })
    const everyone = [(body: object) => say(id, body), personSays(acme.customer), personSays(acme.agent)]
    function personSays(person: Person) {
      return (body: object) => as(person)(giveFeedback, { params: { id }, body: body as { helpful: boolean } })
    }
    for (const speak of everyone) {
      await speak({ helpful: true, comment: 'As I said' })
      await speak({ helpful: false })
      await speak({ helpful: false })
    }
    expect(await countsOf(id)).toEqual([0, 3])
    expect((await saidOf(id)).map(({ comment }) => comment)).toEqual(['As I said', 'As I said', 'As I said'])
  })

  test('is theirs once also where it is said many times at once', async () => {
    const { id } = await newLiveArticle({ title: 'At once' })
    await Promise.all([1, 2, 3, 4].map(() => say(id, { helpful: true })))
    await Promise.all(
      [1, 2, 3, 4].map(() => as(acme.customer)(giveFeedback, { params: { id }, body: { helpful: false } })),
    )
    expect(await countsOf(id)).toEqual([1, 1])
  })

  test('is paged, the latest first', async () => {
    const { id } = await newLiveArticle({ title: 'Paged' })
    for (const browser of ['a', 'b', 'c']) await say(id, { helpful: true, comment: browser }, { browser })
    const first = await asAdmin(listFeedback, { params: { id }, query: { limit: '2' } })
    const second = await asAdmin(listFeedback, { params: { id }, query: { limit: '2', cursor: first.next! } })
    expect([...first.items, ...second.items].map(({ comment }) => comment)).toEqual(['c', 'b', 'a'])
    expect(second.next).toBeNull()
  })

  test('is refused where it is no answer, and where the article asks for none', async () => {
    const { id } = await newLiveArticle({ title: 'Closed' })
    expect(await say(id, { helpful: 'perhaps' })).toEqual([400, 'invalid'])
    expect(await say(id, { helpful: true, comment: 'x'.repeat(2001) })).toEqual([400, 'invalid'])
    expect(await say(id, { helpful: true, email: 'nobody' })).toEqual([400, 'invalid'])
    await asAdmin(changeArticle, { params: { id }, body: { takesFeedback: false } })
    expect(await say(id, { helpful: true })).toEqual([409, 'feedback-not-taken'])
  })
})

describe('a stranger', () => {
  test('says nothing of what they may not read, and is told the same as of what never was', async () => {
    const articles = {
      draft: await newArticle({ title: 'Draft' }),
      customers: await newLiveArticle({ title: 'Customers', visibility: 'customers' }),
      team: await newLiveArticle({ title: 'Team', visibility: 'team' }),
      theirs: await newLiveArticle({ title: 'Theirs' }, globex.admin),
      nothing: { id: '00000000-0000-7000-8000-000000000000' },
    }
    const answers = await Promise.all(Object.values(articles).map(({ id }) => say(id, { helpful: true })))
    expect(new Set(answers.map(String))).toEqual(new Set(['404,article-not-found']))
    const asCustomer = async (id: string) =>
      (await as(acme.customer)(giveFeedback, { params: { id }, body: { helpful: true } })).code
    expect(await asCustomer(articles.team.id)).toBe('article-not-found')
    expect(await asCustomer(articles.customers.id)).toBeUndefined()
  })

  test('reads nothing of what others said', async () => {
    const { id } = await newLiveArticle({ title: 'Said' })
    await say(id, { helpful: true, comment: 'A secret' })
    const codes = [acme.agent, acme.customer, globex.admin].map(
      async (person) => (await as(person)(listFeedback, { params: { id }, query: {} })).code,
    )
    expect(await Promise.all(codes)).toEqual(['not-allowed', 'not-allowed', 'article-not-found'])
    const read = await as(acme.agent)(showArticle, { params: { id }, query: {} })
    expect([read.helpful, read.title]).toEqual([undefined, 'Said'])
  })

  test('is no crowd, however many browsers and addresses of a network they have', async () => {
    const { id } = await newLiveArticle({ title: 'Crowd' })
    platform.limiter = createLimiter(1)
    for (let one = 1; one <= 40; one += 1)
      await say(id, { helpful: false }, { browser: `${one}`, remoteAddress: `198.51.100.${one}` })
    expect(await countsOf(id)).toEqual([0, 20])
    expect(await say(id, { helpful: true }, { browser: '1', remoteAddress: '198.51.100.1' })).toEqual([201, undefined])
    expect(await countsOf(id)).toEqual([1, 19])
  })

  test('with many networks fills neither an article nor a workspace without end, and silences no customer', async () => {
    const { id } = await newLiveArticle({ title: 'Flood' })
    platform.limiter = createLimiter(1)
    const { ofArticle } = feedbackLimits
    for (let one = 1; one < ofArticle.most; one += 1) platform.limiter.count(ofArticle, `visitor ${acme.id} ${id}`)
    expect(await say(id, { helpful: true })).toEqual([201, undefined])
    expect(await say(id, { helpful: true }, { remoteAddress: '203.0.113.9' })).toEqual([429, 'too-many-requests'])
    expect((await as(acme.customer)(giveFeedback, { params: { id }, body: { helpful: true } })).code).toBeUndefined()
  })
})
