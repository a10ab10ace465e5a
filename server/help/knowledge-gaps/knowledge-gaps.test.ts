import { describe, expect, test } from 'vitest'
import { beginDeflection } from '#contract/help/deflections.ts'
import { decideGap, listGaps, mostGaps, reopenGap, writeGap } from '#contract/help/knowledge-gaps.ts'
import { deleteArticle, publishArticle, showArticle } from '#contract/knowledge-base/articles.ts'
import { giveFeedback } from '#contract/knowledge-base/feedback.ts'
import { changeSynonyms, listSearches, searchArticles, showSynonyms } from '#contract/knowledge-base/search.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { createTicket, trashTicket } from '#contract/tickets/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, makeWorkspace, owner, type Person, settings, type World } from '#test/world.ts'

const names = ['Ida', 'Ivo', 'Ina', 'Ian'] as [string, string, string, string]
let made = 0
/** Creates a workspace without knowledge gaps. */
const newWorld = () => makeWorkspace(`missing-${++made}`, `Missing ${made}`, names)

const hostOf = ({ domain }: World) => ({ host: `${domain}.${settings.rootDomain}` })
const search = (q: string, person: Person) => as(person)(searchArticles, { query: { q } })
const searchAnonymously = (world: World, q: string) => as(null)(searchArticles, { query: { q } }, hostOf(world))
const request = (world: World, deflection?: string) =>
  as(world.customer)(createTicket, { body: { subject: 'It blinks', text: 'All night', deflection } })
const gaps = async ({ admin }: World, query: Record<string, string> = {}) =>
  (await as(admin)(listGaps, { query })).items
const decide = ({ admin }: World, id: string, body: object) =>
  as(admin)(decideGap, { params: { id }, body: body as never })
const none = { withoutResult: 0, becameTicket: 0, failed: 0, unhelpful: 0, repeated: 0 }

const answer = `To move your booking to another day, open it, choose Move, and pick the new day in the calendar; we keep your
seat for an hour while you decide, and you pay nothing for it.`

/** Creates tickets that are all answered with the same words. Each reply has a different greeting. */
async function answered(world: World, times: number, words: string) {
  for (let time = 1; time <= times; time += 1) {
    const ticket = await newTicket(world)
    const text = `Hello number ${time},\n\n${words}\n\nYours, Ivo`
    await as(world.agent)(writeMessage, { params: { id: ticket.id }, body: { text } })
  }
}

describe('it is counted as a gap', () => {
  test('what readers searched for in vain, in whatever form and order they asked', async () => {
    const world = await newWorld()
    await search('refund policy', world.customer)
    await search('refund policy', world.otherCustomer)
    await searchAnonymously(world, 'policies on refunds')
    await search('wallaby', world.customer)
    expect(await gaps(world)).toMatchObject([
      {
        ...{ kind: 'search', title: 'refund policy', language: 'en', score: 3, article: null, decision: null },
        signs: { ...none, withoutResult: 3 },
        examples: { words: ['refund policy', 'policies on refunds'], tickets: [] },
      },
      { title: 'wallaby', score: 1 },
    ])
  })

  test('what they found and wrote to the team all the same, signed in or not yet; not by whom', async () => {
    const world = await newWorld()
    await newLiveArticle({ title: 'Lamps that blink' }, world.admin)
    await search('lamps', world.customer)
    await searchAnonymously(world, 'blink')
    await search('lamps that blink', world.otherCustomer)
    const ticket = await request(world)
    const found = await gaps(world)
    expect(found.map(({ title, signs, score }) => [title, signs, score]).toSorted()).toEqual([
      ['blink', { ...none, becameTicket: 1 }, 3],
      ['lamps', { ...none, becameTicket: 1 }, 3],
    ])
    expect(JSON.stringify(found)).not.toContain(ticket.id)
    const { items } = await as(world.admin)(listSearches, { query: {} })
    expect(items.map(({ query, becameTicket }) => [query, becameTicket])).toEqual([
      ['lamps that blink', false],
      ['blink', true],
      ['lamps', true],
    ])
  })

  test('an article that was opened beside a request that was sent, and that did not help', async () => {
    const world = await newWorld()
    const lamp = await newLiveArticle({ title: 'Lamps' }, world.admin)
    const { id } = await as(world.customer)(beginDeflection, { body: { shown: [lamp.id], opened: [lamp.id] } })
    const ticket = await request(world, id)
    const say = (helpful: boolean, comment: string, person: Person) =>
      as(person)(giveFeedback, { params: { id: lamp.id }, body: { helpful, comment } })
    await say(false, 'Which lamp?', world.customer)
    await say(true, 'Thanks', world.otherCustomer)
    expect(await gaps(world)).toMatchObject([
      {
        ...{ kind: 'article', title: 'Lamps', score: 5, article: { id: lamp.id, title: 'Lamps', isLive: true } },
        signs: { ...none, failed: 1, unhelpful: 1 },
        examples: { words: ['Which lamp?'], tickets: [{ id: ticket.id, subject: 'It blinks' }] },
      },
    ])
    await as(world.agent)(trashTicket, { params: { id: ticket.id } })
    expect((await gaps(world))[0]!.examples.tickets).toEqual([])
    await as(world.admin)(deleteArticle, { params: { id: lamp.id } })
    expect(await gaps(world)).toEqual([])
  })

  test('what the team answers in three tickets by the same paragraph, whatever stands around it', async () => {
    const world = await newWorld()
    await answered(world, 2, answer)
    expect(await gaps(world)).toEqual([])
    await answered(world, 1, answer.replace('an hour', 'an  HOUR'))
    const [gap] = await gaps(world)
    expect(gap).toMatchObject({ kind: 'answer', score: 6, signs: { ...none, repeated: 3 } })
    expect(gap!.title).toMatch(/^To move your booking to another day/)
    expect(gap!.examples.tickets).toHaveLength(3)
  })

  test('nothing of more than thirty days ago, and the most pressing come first', async () => {
    const world = await newWorld()
    for (const q of ['quoll', 'numbat']) await search(q, world.customer)
    await search('numbat', world.otherCustomer)
    expect((await gaps(world)).map(({ title }) => title)).toEqual(['numbat', 'quoll'])
    expect((await gaps(world, { limit: '1' })).map(({ title }) => title)).toEqual(['numbat'])
    await owner.query(
      `update article_searches set created_at = now() - interval '31 days' where workspace_id = $1 and query = 'numbat'`,
      [world.id],
    )
    expect((await gaps(world)).map(({ title }) => title)).toEqual(['quoll'])
  })
})

describe('of a gap', () => {
  test('the missing article is begun once, and once it is live, the drop is told', async () => {
    const world = await newWorld()
    await search('parental leave', world.customer)
    await search('parental leave', world.otherCustomer)
    const [gap] = await gaps(world)
    const begun = await Promise.all([1, 2].map(() => as(world.admin)(writeGap, { params: { id: gap!.id } })))
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
    const { id } = begun[0]!
    expect(await as(world.admin)(showArticle, { params: { id }, query: {} })).toMatchObject({
      title: 'Parental leave',
      status: 'draft',
    })
    expect(await gaps(world)).toEqual([])
    expect(await gaps(world, { state: 'decided' })).toMatchObject([
      {
        article: { id, title: 'Parental leave', isLive: false },
        decision: { is: 'written', by: 'Ida Test', before: 2, since: null, after: 0 },
      },
    ])
    await as(world.admin)(publishArticle, { params: { id }, body: {} })
    expect((await search('parental leave', world.customer)).items.map(({ title }) => title)).toEqual(['Parental leave'])
    expect((await gaps(world, { state: 'decided' }))[0]!.decision).toMatchObject({
      ...{ before: 2, after: 0, since: expect.any(String) },
    })
    await searchAnonymously(world, 'parental leave')
    await request(world)
    expect((await gaps(world, { state: 'decided' }))[0]!.decision).toMatchObject({ before: 2, after: 1 })
  })

  test('an answer is the text that its article begins with', async () => {
    const world = await newWorld()
    await answered(world, 3, `${answer}\n\n${answer.replaceAll('day', 'room')}`)
    const found = await gaps(world)
    expect(found).toHaveLength(1)
    const { id } = await as(world.admin)(writeGap, { params: { id: found[0]!.id } })
    const { document } = await as(world.admin)(showArticle, { params: { id }, query: {} })
    expect(document).toEqual(
      paragraphs(...[answer, answer.replaceAll('day', 'room')].map((text) => text.replace(/\s+/g, ' '))),
    )
  })

  test('its words lead to an article from then on, by a synonym', async () => {
    const world = await newWorld()
    const article = await newLiveArticle({ title: 'Pay by bank transfer' }, world.admin)
    await newLiveArticle({ title: 'Transfer of a bank' }, world.admin)
    await search('sepa money', world.customer)
    const [gap] = await gaps(world)
    expect(await decide(world, gap!.id, { is: 'joined', article: article.id })).toMatchObject({
      decision: { is: 'joined', before: 1, after: 0 },
      article: { title: 'Pay by bank transfer' },
    })
    expect((await search('sepa money', world.customer)).items[0]).toMatchObject({ title: 'Pay by bank transfer' })
    const { items } = await as(world.admin)(showSynonyms, {})
    expect(items).toEqual([{ words: ['sepa money'], leadsTo: ['Pay by bank transfer'], language: 'en' }])
    await decide(world, gap!.id, { is: 'joined', article: article.id })
    expect((await as(world.admin)(showSynonyms, {})).items).toEqual(items)
    expect(await as(world.admin)(changeSynonyms, { body: { items } })).toMatchObject({ items })
  })

  test('a long question leads somewhere by at most three of its words', async () => {
    const world = await newWorld()
    const article = await newLiveArticle({ title: 'Leave the plan' }, world.admin)
    await search('how could somebody quit gracefully', world.customer)
    const { id } = (await gaps(world))[0]!
    const refused = await decide(world, id, { is: 'joined', article: article.id })
    expect(refused).toMatchObject({ code: 'invalid', fields: { words: expect.any(String) } })
    expect(await gaps(world)).toHaveLength(1)
    await decide(world, id, { is: 'joined', article: article.id, words: 'quit' })
    expect((await search('how could somebody quit gracefully', world.customer)).items[0]).toMatchObject({
      title: 'Leave the plan',
    })
  })

  test('it may be not worth it, and be taken back', async () => {
    const world = await newWorld()
    await search('wombats', world.customer)
    const [gap] = await gaps(world)
    await decide(world, gap!.id, { is: 'dismissed' })
    expect([await gaps(world), await gaps(world, { state: 'decided' })]).toEqual([[], []])
    expect(await gaps(world, { state: 'dismissed' })).toMatchObject([{ title: 'wombats' }])
    expect(await as(world.admin)(reopenGap, { params: { id: gap!.id } })).toMatchObject({ decision: null })
    expect(await gaps(world)).toMatchObject([{ id: gap!.id }])
  })

  test('only what is fit for it is decided', async () => {
    const world = await newWorld()
    await search('wombats', world.customer)
    const lamp = await newLiveArticle({ title: 'Lamps' }, world.admin)
    await as(world.customer)(giveFeedback, { params: { id: lamp.id }, body: { helpful: false } })
    const found = await gaps(world)
    const ofKind = (kind: string) => found.find((gap) => gap.kind === kind)!.id
    const nothing = '01890000-0000-7000-8000-000000000000'
    expect(await decide(world, ofKind('search'), { is: 'mended' })).toMatchObject({ code: 'gap-not-of-article' })
    expect(await decide(world, ofKind('article'), { is: 'joined', article: lamp.id })).toMatchObject({
      code: 'gap-not-of-words',
    })
    expect(await decide(world, ofKind('search'), { is: 'joined', article: nothing })).toMatchObject({
      code: 'article-not-found',
    })
    expect(await as(world.admin)(writeGap, { params: { id: ofKind('article') } })).toMatchObject({
      code: 'gap-has-article',
    })
    expect(await decide(world, nothing, { is: 'dismissed' })).toMatchObject({ code: 'gap-not-found' })
    expect(await decide(world, ofKind('article'), { is: 'mended' })).toMatchObject({ decision: { is: 'mended' } })
  })
})

test('a stranger sees and decides none of it, and a key what its scope allows', async () => {
  await search('secret plans', acme.customer)
  const [gap] = await gaps(acme)
  expect(await gaps(globex)).toEqual([])
  expect(await decide(globex, gap!.id, { is: 'dismissed' })).toMatchObject({ code: 'gap-not-found' })
  const article = await newArticle({ title: 'Theirs' }, globex.admin)
  expect(await decide(acme, gap!.id, { is: 'joined', article: article.id })).toMatchObject({
    code: 'article-not-found',
  })
  for (const person of [acme.agent, acme.customer])
    expect((await ask(person, listGaps, { query: {} })).statusCode).toBe(403)
  const reading = { token: await newKey(acme, ['knowledge-base:read']) } as Person
  expect((await as(reading)(listGaps, { query: { limit: `${mostGaps}` } })).items).toHaveLength(1)
  expect(await as(reading)(decideGap, { params: { id: gap!.id }, body: { is: 'dismissed' } })).toMatchObject({
    code: 'scope-missing',
  })
})
