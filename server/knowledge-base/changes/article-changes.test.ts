import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Batch, showBatch, undoBatch } from '#contract/bulk/batches.ts'
import {
  changeArticle,
  type EditedArticle,
  listArticles,
  publishArticle,
  showArticle,
  showKnowledgeBaseReport,
  writeTranslation,
} from '#contract/knowledge-base/articles.ts'
import { changeLanguages, createCategory } from '#contract/knowledge-base/categories.ts'
import { changeArticles, countMatchingArticles, findInArticles } from '#contract/knowledge-base/changes.ts'
import { as } from '#test/ask.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { makeWorkspace, owner, type Person, runJobs, type World } from '#test/world.ts'

type StartedBatch = Batch & { code?: string }

let world: World
let other: World
const admin = () => as(world.admin)
const made = (body: object) => newArticle(body, world.admin)
const live = (body: object) => newLiveArticle(body, world.admin)
const begin = (body: object, person: Person = world.admin) =>
  as(person)(changeArticles, { body: body as never }) as Promise<StartedBatch>
const read = (id: string, language?: string) =>
  admin()(showArticle, { params: { id }, query: language ? { language } : {} }) as Promise<EditedArticle>
const titles = async (query: object = {}) =>
  (await admin()(listArticles, { query: { limit: '100', ...query } })).items.map(({ title }) => title).toSorted()

async function finish(begun: StartedBatch) {
  expect(begun.code).toBeUndefined()
  await runJobs()
  return admin()(showBatch, { params: { id: begun.id } })
}
const change = async (body: object) => finish(await begin(body))
const undo = async ({ id }: { id: string }) => finish(await admin()(undoBatch, { params: { id } }))

let turn = 0
beforeEach(async () => {
  turn += 1
  world = await makeWorkspace(`changes-${turn}`, 'Changes', ['Lia', 'Lou', 'Lex', 'Lee'])
  other = await makeWorkspace(`changes-other-${turn}`, 'Other', ['Mia', 'Moe', 'Max', 'May'])
  await admin()(changeLanguages, { body: { items: ['en', 'de'] } })
})

/** Cancels open batches, so that they do not run in the next test. */
afterEach(async () => {
  await owner.query(`update batches set state = 'cancelled', ended_at = now() where state in ('waiting', 'running')`)
})

test('all that match get a review date, another owner and other readers, and get back what they had', async () => {
  const named = Array.from({ length: 30 }, (_, number) => `Plan ${number + 10}`)
  for (const title of named) await made({ title })
  const kept = await made({ title: 'Other', reviewEveryDays: 30 })
  const query = { q: 'plan' }
  expect(await admin()(countMatchingArticles, { query })).toEqual({ count: 30, isMore: false })
  const reviewed = await change({ change: { act: 'review', everyDays: 90 }, query })
  expect(reviewed).toMatchObject({ state: 'done', total: 30, done: 30, canUndo: true })
  const owned = await change({ change: { act: 'owner', owner: world.agent.id }, query })
  const shown = await change({ change: { act: 'visibility', visibility: 'team' }, query })
  const list = await admin()(listArticles, { query: { q: 'plan', limit: '100' } })
  const all = { reviewEveryDays: 90, visibility: 'team', owner: expect.objectContaining({ id: world.agent.id }) }
  expect(list.items).toEqual(list.items.map(() => expect.objectContaining(all)))
  expect(await read(kept.id)).toMatchObject({ reviewEveryDays: 30, visibility: 'public' })
  for (const one of [shown, owned, reviewed]) expect(await undo(one)).toMatchObject({ done: 30, failed: 0 })
  const back = await admin()(listArticles, { query: { q: 'plan', limit: '100' } })
  const before = { reviewEveryDays: null, visibility: 'public', owner: expect.objectContaining({ id: world.admin.id }) }
  expect(back.items).toEqual(back.items.map(() => expect.objectContaining(before)))
})

test('articles are published, taken away, archived, moved, labelled and put into the trash, and stand as before when that is undone', async () => {
  const category = await admin()(createCategory, { body: { name: 'Rota' } })
  const draft = await made({ title: 'Draft', labels: ['old'] })
  const shown = await live({ title: 'Live' })
  const ids = [draft.id, shown.id]
  const stand = async () =>
    Promise.all(
      ids.map(async (id) => {
        const { status, isLive, isTrashed, category: at, labels } = await read(id)
        return { status, isLive, isTrashed, category: at?.id ?? null, labels }
      }),
    )
  const before = await stand()
  const each: [object, object][] = [
    [{ act: 'publish' }, { isLive: true }],
    [{ act: 'unpublish' }, { isLive: false }],
    [{ act: 'archive' }, { status: 'archived' }],
    [{ act: 'category', category: category.id }, { category: category.id }],
    [{ act: 'label', add: ['new'], remove: ['old'] }, { labels: ['new'] }],
    [{ act: 'trash' }, { isTrashed: true }],
  ]
  for (const [act, after] of each) {
    const batch = await change({ change: act, ids })
    expect(batch).toMatchObject({ done: 2, failed: 0 })
    expect(await stand()).toEqual([expect.objectContaining(after), expect.objectContaining(after)])
    expect(await undo(batch)).toMatchObject({ failed: 0 })
    expect(await stand()).toEqual(before)
  }
})

test('a translation fell behind when the first language was published after it, until it is published again', async () => {
  const article = await live({ title: 'Shifts' })
  await live({ title: 'English alone' })
  const params = { id: article.id }
  await admin()(writeTranslation, { params: { ...params, language: 'de' }, body: { title: 'Schichten' } })
  await admin()(publishArticle, { params, body: { language: 'de' } })
  expect(await titles({ isOutdated: 'true' })).toEqual([])
  await admin()(changeArticle, { params, body: { title: 'Shifts, newer' } })
  await admin()(publishArticle, { params, body: {} })
  expect(await titles({ isOutdated: 'true' })).toEqual(['Shifts, newer'])
  expect(await titles({ outdatedIn: 'de' })).toEqual(['Shifts, newer'])
  expect(await titles({ outdatedIn: 'en' })).toEqual([])
  expect(await titles({ isOutdated: 'false' })).toEqual(['English alone'])
  expect(await admin()(showKnowledgeBaseReport, { query: {} })).toMatchObject({ outdated: 1 })
  await admin()(writeTranslation, { params: { ...params, language: 'de' }, body: { title: 'Schichten, neuer' } })
  await admin()(publishArticle, { params, body: { language: 'de' } })
  expect(await titles({ isOutdated: 'true' })).toEqual([])
})

const text = (words: string, ...marks: string[]) => ({
  ...{ type: 'text', text: words },
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
})
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const doc = (...content: object[]) => ({ type: 'doc', content })

test('words are found across marks, in each language, and replaced in drafts; what readers had as it was is published', async () => {
  const article = await live({
    ...{ title: 'Halyard at work', excerpt: 'What HALYARD does' },
    document: doc(paragraph(text('Open '), text('Hal', 'bold'), text('yard now. A halyardist waits.'))),
  })
  await admin()(writeTranslation, {
    params: { id: article.id, language: 'de' },
    body: { title: 'Halyard hier', markdown: 'Nichts sonst' },
  })
  await admin()(publishArticle, { params: { id: article.id }, body: { language: 'de' } })
  const changed = await live({ title: 'Changed', markdown: 'Halyard' })
  await admin()(changeArticle, { params: { id: changed.id }, body: { title: 'Changed since' } })
  const untouched = await live({ title: 'Untouched', markdown: 'None' })
  const sought = { find: 'halyard', wholeWords: 'true' }
  const found = await admin()(findInArticles, { query: sought })
  expect(found).toMatchObject({ lookedThrough: 3, next: null })
  expect(found.items.map(({ title, language, count }) => [title, language, count]).toSorted()).toEqual([
    ['Changed since', 'en', 1],
    ['Halyard at work', 'en', 3],
    ['Halyard hier', 'de', 1],
  ])
  expect(found.items.find(({ count }) => count === 3)?.places).toEqual([
    { in: 'title', before: '', found: 'Halyard', after: ' at work' },
    { in: 'excerpt', before: 'What ', found: 'HALYARD', after: ' does' },
    { in: 'text', before: 'Open ', found: 'Halyard', after: ' now. A halyardist waits.' },
  ])

  const wanted = { act: 'replace', find: 'halyard', wholeWords: true, replacement: 'Rota $& Go', publish: true }
  const batch = await change({ change: wanted, query: {} })
  expect(batch).toMatchObject({ done: 3, failed: 0, canUndo: true })
  const replaced = await read(article.id)
  expect(replaced).toMatchObject({ title: 'Rota $& Go at work', hasChanges: false, slug: 'halyard-at-work' })
  expect(replaced.document).toEqual(
    doc(paragraph(text('Open '), text('Rota $& Go', 'bold'), text(' now. A halyardist waits.'))),
  )
  expect(await read(article.id, 'de')).toMatchObject({ title: 'Rota $& Go hier', hasChanges: false, isLive: true })
  expect(await read(changed.id)).toMatchObject({ title: 'Changed since', hasChanges: true })
  expect((await read(untouched.id)).revision).toBe(untouched.revision)

  // Changes the title after the replacement. The undo must keep this change.
  await admin()(changeArticle, { params: { id: changed.id }, body: { title: 'Written since' } })
  expect(await undo(batch)).toMatchObject({ done: 2, failed: 0 })
  const back = await read(article.id)
  expect(back).toMatchObject({ title: 'Halyard at work', hasChanges: false })
  expect(back.document).toEqual(article.document)
  expect(await read(changed.id)).toMatchObject({ title: 'Written since', html: '<p>Halyard</p>' })
})

test('addresses of links are changed where that is wanted, and what would not fit is refused for its article alone', async () => {
  const linked = await made({ title: 'Linked', markdown: '[Here](https://old.example/page) or old.example' })
  const long = await made({ title: `old ${'a'.repeat(190)}` })
  const at = { act: 'replace', find: 'old.example', replacement: 'new.example' }
  await change({ change: at, query: {} })
  expect((await read(linked.id)).html).toContain('href="https://old.example/page"')
  await change({ change: { ...at, addresses: true }, query: {} })
  expect((await read(linked.id)).html).toContain('href="https://new.example/page"')
  const batch = await change({ change: { act: 'replace', find: 'old', replacement: 'a much longer word' }, query: {} })
  expect(batch.failures).toEqual([
    { subject: long.id, label: long.title, detail: 'The title would be longer than 200 characters' },
  ])
})

test('many articles are looked through some at a time, up to the last one', async () => {
  for (let number = 0; number < 23; number += 1) await made({ title: `Rota ${number}` })
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await admin()(findInArticles, { query: { find: 'rota', ...(cursor && { cursor }) } })
    found.push(...page.items.map(({ title }) => title))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(found.length).toBe(23)
})

test('nobody but admins of the workspace finds or changes anything', async () => {
  const mine = await made({ title: 'Mine' })
  const strange = await begin({ change: { act: 'trash' }, ids: [mine.id] }, other.admin)
  await runJobs()
  const ended = await as(other.admin)(showBatch, { params: { id: strange.id } })
  expect(ended).toMatchObject({ done: 0, failed: 1 })
  expect(await read(mine.id)).toMatchObject({ isTrashed: false })
  expect(await as(other.admin)(findInArticles, { query: { find: 'mine' } })).toMatchObject({ items: [] })
  expect((await begin({ change: { act: 'trash' }, ids: [mine.id] }, world.agent)).code).toBe('not-allowed')
  expect((await as(world.agent)(findInArticles, { query: { find: 'mine' } })).code).toBe('not-allowed')
  // A batch fails if its author loses the admin role before the batch runs.
  const begun = await begin({ change: { act: 'trash' }, ids: [mine.id] })
  await owner.query(`update members set role = 'TeamUser' where id = $1`, [world.admin.id])
  await runJobs()
  await owner.query(`update members set role = 'AdminUser' where id = $1`, [world.admin.id])
  expect(await admin()(showBatch, { params: { id: begun.id } })).toMatchObject({ done: 0, failed: 1 })
})
