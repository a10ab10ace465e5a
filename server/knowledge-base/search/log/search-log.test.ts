import { describe, expect, test } from 'vitest'
import { listSearches, noteOpened, searchArticles, suggestArticles } from '#contract/knowledge-base/search.ts'
import { deleteOldSearches } from '#server/knowledge-base/search/queries/log.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as, ask } from '#test/ask.ts'
import { newLiveArticle, paragraphs } from '#test/new-article.ts'
import { acme, globex, owner, type Person, platform, settings } from '#test/world.ts'
import { createSearchLog } from './search-log.ts'

const host = { host: `${acme.domain}.${settings.rootDomain}` }
const search = (person: Person | null, q: string) => as(person)(searchArticles, { query: { q } }, person ? {} : host)
const logFor = async (person: Person, query: Record<string, string> = {}) =>
  (await as(person)(listSearches, { query: { limit: '100', ...query } })).items

test('what was searched is listed for admins, in one spelling and without who it was', async () => {
  await search(acme.customer, '  Wombat   CAVES ')
  await search(null, 'wombat of visitors')
  const [visited, asked] = await logFor(acme.admin)
  expect(asked).toEqual({
    ...{ id: expect.any(String), query: 'wombat caves', language: 'en', asker: 'customer', results: 0 },
    ...{ opened: null, becameTicket: false, at: expect.any(String) },
  })
  expect(visited).toMatchObject({ query: 'wombat of visitors', asker: 'visitor' })
  const { rows } = await owner.query('select * from article_searches where workspace_id = $1', [acme.id])
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${acme.customer.id}|127\\.0\\.0\\.1`))
})

test('is nobody else’s', async () => {
  await search(acme.customer, 'ours alone')
  expect(await logFor(globex.admin)).toEqual([])
  for (const person of [acme.agent, acme.customer])
    expect((await ask(person, listSearches, { query: {} })).statusCode).toBe(403)
})

test('keystrokes of one search are one, with what was found at their end', async () => {
  await newLiveArticle({ title: 'Quoll burrows' })
  for (const q of ['quo', 'quol', 'quoll', 'quol', 'quoll bur']) await search(acme.customer, q)
  await search(acme.otherCustomer, 'quoll')
  const found = (await logFor(acme.admin)).filter(({ query }) => query.startsWith('quo'))
  expect(found.map(({ query, results }) => [query, results])).toEqual([
    ['quoll', 1],
    ['quoll bur', 1],
  ])
})

test('goes on being one after it was written', async () => {
  await search(acme.customer, 'numba')
  await logFor(acme.admin)
  await search(acme.customer, 'numbats')
  const found = (await logFor(acme.admin)).filter(({ query }) => query.startsWith('numba'))
  expect(found.map(({ query }) => query)).toEqual(['numbats'])
})

test('says what was opened and at which place, where it was found by the same reader', async () => {
  const article = await newLiveArticle({ title: 'Bandicoot homes' })
  const other = await newLiveArticle({ title: 'Not found by it' })
  await search(acme.customer, 'bandicoot')
  const open = (person: Person, { id }: { id: string }) => as(person)(noteOpened, { body: { article: id } })
  await open(acme.otherCustomer, article)
  await open(acme.customer, other)
  expect((await logFor(acme.admin))[0]).toMatchObject({ query: 'bandicoot', opened: null })
  await open(acme.customer, article)
  expect((await logFor(acme.admin))[0]).toMatchObject({
    opened: { article: article.id, title: article.title, place: 1 },
  })
})

test('holds no word of what suggestions were asked for', async () => {
  await newLiveArticle({ title: 'Private matters', document: paragraphs('Diagnosis') })
  await as(acme.customer)(suggestArticles, { body: { text: 'My private diagnosis' } })
  const { rows } = await owner.query(`select 1 from article_searches where query ~ 'private|diagnosis'`)
  expect(rows).toEqual([])
})

test('can be asked for what found nothing, by page', async () => {
  await search(acme.customer, 'nothing one')
  await search(acme.otherCustomer, 'nothing two')
  const first = await as(acme.admin)(listSearches, { query: { withoutResult: 'true', limit: '1' } })
  const second = await as(acme.admin)(listSearches, {
    query: { withoutResult: 'true', limit: '1', cursor: first.next! },
  })
  expect([first, second].map(({ items }) => items[0]!.query)).toEqual(['nothing two', 'nothing one'])
})

test('is kept for a time, and only so much of it', async () => {
  for (const q of ['ibis', 'jabiru', 'kestrel']) await search(acme.customer, q)
  await logFor(acme.admin)
  await owner.query(`update article_searches set created_at = now() - interval '200 days' where query = 'ibis'`)
  await inWorkspace(platform.app, acme.id, (tx) => deleteOldSearches(tx, { days: 180, most: 1 }))
  expect((await logFor(acme.admin)).map(({ query }) => query)).toEqual(['kestrel'])
})

describe('of one reader', () => {
  const reader = { workspaceId: 'w', key: '', network: '10.0.0.1' }
  const typed = (query: string) => ({ query, language: 'en', asker: 'visitor' as const, results: 0, shown: [] })
  const queriesOf = (log: ReturnType<typeof createSearchLog>) =>
    [...log.take().values()].flat().map(({ query }) => query)

  test('what is typed half a minute later is another search', () => {
    const log = createSearchLog()
    log.note(reader, typed('wom'), 0)
    log.note(reader, typed('womb'), 30_000)
    log.note(reader, typed('wombat'), 60_001)
    expect(queriesOf(log)).toEqual(['womb', 'wombat'])
  })

  test('two who share an address and type at once are two searches', () => {
    const log = createSearchLog()
    for (const [at, query] of ['em', 'di', 'emu', 'din', 'emus', 'dingo'].entries()) log.note(reader, typed(query), at)
    expect(queriesOf(log)).toEqual(['emus', 'dingo'])
  })

  test('of another workspace nothing is taken', () => {
    const log = createSearchLog()
    log.note(reader, typed('emu'), 0)
    log.note({ ...reader, workspaceId: 'other' }, typed('emus'), 1)
    expect([...log.take('w').values()].flat().map(({ query }) => query)).toEqual(['emu'])
    expect(queriesOf(log)).toEqual(['emus'])
  })
})
