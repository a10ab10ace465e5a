import { expect, test } from 'vitest'
import { changeSynonyms, searchArticles, showSynonyms } from '#contract/knowledge-base/search.ts'
import { as, ask } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { acme, globex, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const host = `${acme.domain}.${settings.rootDomain}`
const titlesFor = async (q: string) =>
  (await as(null)(searchArticles, { query: { q } }, { host })).items.map(({ title }) => title)

test('synonyms lead both ways, or one way, in one language or in all', async () => {
  await newLiveArticle({ title: 'Vacation for emus' })
  await newLiveArticle({ title: 'The emu cell' })
  const items = [
    { words: ['PTO', 'vacation', 'time off'] },
    { words: ['mobile phones'], leadsTo: ['cell'], language: 'en' },
  ]
  await asAdmin(changeSynonyms, { body: { items } })
  expect(await titlesFor('pto emu')).toEqual(['Vacation for emus', 'The emu cell'])
  expect((await titlesFor('time off'))[0]).toBe('Vacation for emus')
  expect((await titlesFor('mobile phones emu'))[0]).toBe('The emu cell')
  expect((await asAdmin(showSynonyms, {})).items).toEqual([
    { words: ['PTO', 'vacation', 'time off'], leadsTo: [], language: null },
    { words: ['mobile phones'], leadsTo: ['cell'], language: 'en' },
  ])
  await asAdmin(changeSynonyms, { body: { items: [] } })
  expect(await titlesFor('pto')).toEqual([])
})

test('synonyms are changed by nobody who does not know them as they are', async () => {
  const { version } = await asAdmin(showSynonyms, {})
  const changes = ['one', 'two', 'three'].map((word) => ({ items: [{ words: [word, 'other'] }], version }))
  const answers = await Promise.all(changes.map((body) => asAdmin(changeSynonyms, { body })))
  expect(answers.map(({ code }) => code ?? 'changed').toSorted()).toEqual([
    'changed',
    'changed-meanwhile',
    'changed-meanwhile',
  ])
  const now = await asAdmin(showSynonyms, {})
  expect(now.items).toHaveLength(1)
  expect(now.version).not.toBe(version)
  expect(await asAdmin(changeSynonyms, { body: { items: [], version: now.version } })).toMatchObject({ items: [] })
})

test('synonyms are the workspace’s own, and its admins’', async () => {
  await asAdmin(changeSynonyms, { body: { items: [{ words: ['x', 'yabby'] }] } })
  expect((await as(globex.admin)(showSynonyms, {})).items).toEqual([])
  expect((await ask(acme.agent, showSynonyms, {})).statusCode).toBe(403)
  expect((await ask(acme.admin, changeSynonyms, { body: { items: [{ words: ['alone'] }] } })).statusCode).toBe(400)
})
