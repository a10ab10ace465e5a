import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type EditedArticle, listArticles, showArticle } from '#contract/knowledge-base/articles.ts'
import {
  changeKnowledgeBaseSettings,
  changeLanguages,
  createCategory,
  listCategories,
  showKnowledgeBaseSettings,
} from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { globex, makeWorkspace, owner, type Person, settings, type World } from '#test/world.ts'

let world: World
let article: EditedArticle

const set = (body: object, person: Person = world.admin) => as(person)(changeKnowledgeBaseSettings, { body })

/** Returns the names that a person finds: the article by id, by slug and in the list, and the category. */
async function doorsOf(person: Person | null) {
  const host: Record<string, string> = person ? {} : { host: `${world.domain}.${settings.rootDomain}` }
  const ask = as(person)
  const shown = await Promise.all(
    [article.id, article.slug].map((id) => ask(showArticle, { params: { id }, query: {} }, host)),
  )
  const listed = await ask(listArticles, { query: {} }, host)
  const categories = await ask(listCategories, { query: {} }, host)
  return [...shown.map(({ title }) => title), listed.items[0]?.title, categories.items[0]?.name]
}
const all = ['Guide', 'Guide', 'Guide', 'Rota']
const refused = 'There is no such article'
const nothing = [refused, refused, undefined, undefined]

const revision = async () => {
  const { rows } = await owner.query('select revision::int from knowledge_bases where workspace_id = $1', [world.id])
  return rows[0].revision
}

beforeAll(async () => {
  world = await makeWorkspace('opened', 'Opened', ['Oda', 'Oki', 'Ole', 'Ona'])
  const { id } = await as(world.admin)(createCategory, { body: { name: 'Rota' } })
  article = await newLiveArticle({ title: 'Guide', category: id }, world.admin)
})

afterEach(() => set({ isOpen: true, audience: 'public', onMissing: 'first-language' }))

test('a knowledge base is open for everybody until an admin says otherwise', async () => {
  const fresh = await makeWorkspace('unsaid', 'Unsaid', ['Una', 'Uli', 'Uma', 'Udo'])
  expect(await as(fresh.admin)(showKnowledgeBaseSettings, {})).toEqual({
    ...{ isOpen: true, audience: 'public', onMissing: 'first-language' },
    ...{ home: {}, headerLinks: [], footerLinks: [], suggestsByMail: true },
  })
  expect(await doorsOf(null)).toEqual(all)
})

describe('closing it', () => {
  test('hides everything from everybody but the team at once, and opening it shows it again', async () => {
    expect(await set({ isOpen: false })).toMatchObject({ isOpen: false, audience: 'public' })
    expect(await doorsOf(null)).toEqual(nothing)
    expect(await doorsOf(world.customer)).toEqual(nothing)
    expect(await doorsOf(world.agent)).toEqual(all)
    await set({ isOpen: true })
    expect(await doorsOf(null)).toEqual(all)
  })

  test('holds for what is published while it is closed', async () => {
    await set({ isOpen: false })
    const { id } = await newLiveArticle({ title: 'Meanwhile' }, world.admin)
    const query = { params: { id }, query: {} }
    expect(await as(world.customer)(showArticle, query)).toMatchObject({ code: 'article-not-found' })
    await set({ isOpen: true })
    expect(await as(world.customer)(showArticle, query)).toMatchObject({ title: 'Meanwhile' })
    await owner.query('delete from articles where id = $1', [id])
  })

  test('can be done after the trial', async () => {
    await owner.query(`update service_settings set started_at = now() - interval '40 days' where workspace_id = $1`, [
      world.id,
    ])
    expect(await set({ isOpen: false })).toMatchObject({ isOpen: false })
    await owner.query('update service_settings set started_at = now() where workspace_id = $1', [world.id])
  })
})

test('for customers alone, visitors find nothing', async () => {
  await set({ audience: 'customers' })
  expect(await doorsOf(null)).toEqual(nothing)
  expect(await doorsOf(world.customer)).toEqual(all)
})

test('each change is one of the pages, so that nobody is given an older one', async () => {
  const before = await revision()
  await set({ onMissing: 'not-found' })
  const after = await revision()
  expect(after).toBeGreaterThan(before)
  await as(world.admin)(changeLanguages, { body: { items: ['en', 'de'] } })
  expect(await revision()).toBeGreaterThan(after)
})

test('what two change at a time is not written over by the second', async () => {
  const read = await as(world.admin)(showKnowledgeBaseSettings, {})
  const headerLinks = [{ label: 'Site', href: 'https://acme.test/' }]
  await set({ headerLinks })
  const late = { headerLinks: [], suggestsByMail: false }
  const base = { headerLinks: [{ label: 'Older', href: 'https://acme.test/' }], suggestsByMail: read.suggestsByMail }
  expect(await set({ ...late, base })).toMatchObject({
    status: 409,
    theirs: { headerLinks },
    yours: { headerLinks: [] },
  })
  expect(await as(world.admin)(showKnowledgeBaseSettings, {})).toMatchObject({
    ...{ headerLinks, suggestsByMail: read.suggestsByMail },
  })
  await set({ headerLinks: read.headerLinks, base: { headerLinks } })
  const { items } = await as(world.admin)(changeLanguages, { body: { items: ['en', 'fr'] } })
  const other = { items: ['en', 'it'], base: ['en'] }
  expect(await as(world.admin)(changeLanguages, { body: other })).toMatchObject({ code: 'conflict' })
  expect(await as(world.admin)(changeLanguages, { body: { items: ['en'], base: items } })).toMatchObject({
    items: ['en'],
  })
})

test('only admins of the workspace change it, which is noted', async () => {
  expect(await set({ isOpen: false }, world.agent)).toMatchObject({ status: 403 })
  expect(await set({ isOpen: false }, world.customer)).toMatchObject({ status: 403 })
  await set({ isOpen: false }, globex.admin)
  expect(await doorsOf(null)).toEqual(all)
  await set({ audience: 'customers' })
  const { rows } = await owner.query(
    `select actor_id, detail from audit_log where workspace_id = $1 and action = 'knowledge-base.changed'
     order by created_at desc limit 1`,
    [world.id],
  )
  expect(rows).toEqual([{ actor_id: world.admin.id, detail: { fields: ['audience'] } }])
})

describe('texts and links of the pages', () => {
  const home = { en: { title: 'How can we help?', text: 'All about shifts.' }, de: { title: 'Hilfe', text: '' } }
  const links = [{ label: 'Imprint', href: 'https://acme.test/imprint' }]

  test('are kept as they are written, and each stays where it is not changed', async () => {
    expect(await set({ home, footerLinks: links })).toMatchObject({ home, headerLinks: [], footerLinks: links })
    const headerLinks = [{ label: 'Status', href: '/status' }]
    expect(await set({ headerLinks })).toMatchObject({ home, headerLinks, footerLinks: links, isOpen: true })
    expect(await as(world.admin)(showKnowledgeBaseSettings, {})).toMatchObject({ home, headerLinks })
    expect(await set({ home: {}, headerLinks: [], footerLinks: [] })).toMatchObject({ home: {}, footerLinks: [] })
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.test', '/\\evil.test', 'imprint', 'https://', ''])(
    'lead nowhere that runs or deceives: %s',
    async (href) => {
      const { code, fields } = await set({ headerLinks: [...links, { label: 'Odd', href }] })
      expect([code, Object.keys(fields ?? {})]).toEqual(['invalid', ['headerLinks.1.href']])
    },
  )

  test('have an end', async () => {
    expect(await set({ footerLinks: Array(21).fill(links[0]) })).toMatchObject({ status: 400 })
    expect(await set({ headerLinks: Array(9).fill(links[0]) })).toMatchObject({ status: 400 })
    expect(await set({ home: { en: { title: 'x'.repeat(121) } } })).toMatchObject({ status: 400 })
    const codes = Array.from({ length: 31 }, (_, at) => `a${String.fromCharCode(97 + (at % 26))}${at > 25 ? 'a' : ''}`)
    expect(await set({ home: Object.fromEntries(codes.map((code) => [code, {}])) })).toMatchObject({ status: 400 })
  })

  test('are not for members and customers to change', async () => {
    for (const person of [world.agent, world.customer])
      expect(await set({ footerLinks: links }, person)).toMatchObject({ status: 403 })
  })
})

test('what is no setting is refused', async () => {
  expect(await set({ isOpen: 'no' })).toMatchObject({ status: 400 })
  expect(await set({ revision: 0 })).toMatchObject({ status: 400 })
})
