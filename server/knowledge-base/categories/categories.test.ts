import { describe, expect, test } from 'vitest'
import { listArticles } from '#contract/knowledge-base/articles.ts'
import {
  changeCategory,
  changeLanguages,
  createCategory,
  deleteCategory,
  listCategories,
  moveCategory,
  showCategory,
} from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { acme, globex, makeWorkspace } from '#test/world.ts'

const asAdmin = as(acme.admin)
const asCustomer = as(acme.customer)
let count = 0
const newCategory = (parent: string | null = null, more = {}) => {
  count += 1
  return asAdmin(createCategory, { body: { name: `Category ${count}`, parent, ...more } })
}
const namesFor = async (ask: ReturnType<typeof as>) =>
  (await ask(listCategories, { query: {} })).items.map(({ name }) => name)
const orderIn = async (parent: string | null) =>
  (await asAdmin(listCategories, { query: {} })).items.filter((one) => one.parent === parent).map(({ id }) => id)

test('a category has the address of its name, a number behind it where that is taken', async () => {
  const first = await asAdmin(createCategory, { body: { name: 'Getting started' } })
  const second = await asAdmin(createCategory, { body: { name: 'Getting started!' } })
  expect([first.slug, second.slug]).toEqual(['getting-started', 'getting-started-2'])
})

test('an address that another category has is refused', async () => {
  const { slug } = await newCategory()
  const { code } = await newCategory(null, { slug })
  expect(code).toBe('category-slug-taken')
})

describe('a place in the tree', () => {
  test('is before a sibling, or last', async () => {
    const { id: parent } = await newCategory()
    const [one, two, three] = [await newCategory(parent), await newCategory(parent), await newCategory(parent)]
    await asAdmin(moveCategory, { params: { id: three.id }, body: { parent, before: one.id } })
    expect(await orderIn(parent)).toEqual([three.id, one.id, two.id])
    await asAdmin(moveCategory, { params: { id: three.id }, body: { parent, before: null } })
    expect(await orderIn(parent)).toEqual([one.id, two.id, three.id])
  })

  test('is not below the category itself', async () => {
    const above = await newCategory()
    const below = await newCategory(above.id)
    const move = (id: string, parent: string) =>
      asAdmin(moveCategory, { params: { id }, body: { parent, before: null } })
    expect((await move(above.id, below.id)).code).toBe('category-in-itself')
    expect((await move(above.id, above.id)).code).toBe('category-in-itself')
  })

  test('is at most five deep, with all that stands below', async () => {
    let parent: string | null = null
    for (const _ of [1, 2, 3, 4]) parent = (await newCategory(parent)).id
    const pair = await newCategory()
    await newCategory(pair.id)
    const moved = await asAdmin(moveCategory, { params: { id: pair.id }, body: { parent, before: null } })
    expect(moved.code).toBe('category-too-deep')
    const fifth = await newCategory(parent)
    expect((await newCategory(fifth.id)).code).toBe('category-too-deep')
  })

  test('two moves at once make no circle', async () => {
    const [one, two] = [await newCategory(), await newCategory()]
    const moved = await Promise.all([
      asAdmin(moveCategory, { params: { id: one.id }, body: { parent: two.id, before: null } }),
      asAdmin(moveCategory, { params: { id: two.id }, body: { parent: one.id, before: null } }),
    ])
    expect(moved.map(({ code }) => code).toSorted()).toEqual(['category-in-itself', undefined])
  })

  test('of another workspace is none', async () => {
    const foreign = await as(globex.admin)(createCategory, { body: { name: 'Theirs' } })
    expect((await newCategory(foreign.id)).code).toBe('category-not-found')
  })
})

test('words are kept for each language, and read in the first where one is missing', async () => {
  const { id } = await newCategory(null, { name: 'Shifts' })
  await asAdmin(changeCategory, { params: { id }, body: { description: 'Plan them' } })
  const shown = await asAdmin(showCategory, { params: { id }, query: { language: 'hr' } })
  expect(shown).toMatchObject({ name: 'Shifts', description: 'Plan them' })
  const changed = await asAdmin(changeCategory, { params: { id }, body: { name: 'Smjene', language: 'hr' } })
  expect(changed.code).toBe('language-unknown')
})

describe('what a category is narrowed to', () => {
  test('holds for all that stands below it', async () => {
    const top = await newCategory(null, { name: 'Top of team', visibility: 'team' })
    await newCategory(top.id, { name: 'Below team', visibility: 'public' })
    expect(await namesFor(asCustomer)).not.toContain('Below team')
    expect(await namesFor(as(acme.agent))).toContain('Below team')
    await asAdmin(changeCategory, { params: { id: top.id }, body: { visibility: 'public' } })
    expect(await namesFor(asCustomer)).toContain('Below team')
  })

  test('an article in it follows, the moment that it changes', async () => {
    const { id } = await newCategory()
    const article = await newLiveArticle({ title: 'Follows', category: id })
    const seenBy = async (ask: ReturnType<typeof as>) =>
      (await ask(listArticles, { query: { category: id } })).items.some((one) => one.id === article.id)
    expect(await seenBy(asCustomer)).toBe(true)
    await asAdmin(changeCategory, { params: { id }, body: { visibility: 'team' } })
    expect([await seenBy(asCustomer), await seenBy(as(acme.agent))]).toEqual([false, true])
  })

  test('an unlisted one stands in no list', async () => {
    await newCategory(null, { name: 'By link alone', visibility: 'unlisted' })
    expect(await namesFor(as(acme.agent))).not.toContain('By link alone')
  })
})

describe('a category that goes', () => {
  test('leaves where its articles and categories go to whoever deletes it', async () => {
    const [gone, kept] = [await newCategory(), await newCategory()]
    const below = await newCategory(gone.id)
    const article = await newLiveArticle({ title: 'Moves along', category: gone.id })
    const without = await asAdmin(deleteCategory, { params: { id: gone.id }, query: {} })
    expect(without.code).toBe('category-not-empty')
    await asAdmin(deleteCategory, { params: { id: gone.id }, query: { to: kept.id } })
    expect(await orderIn(kept.id)).toEqual([below.id])
    const inKept = await asAdmin(listArticles, { query: { category: kept.id } })
    expect(inKept.items.map(({ id }) => id)).toEqual([article.id])
  })

  test('does not go into itself', async () => {
    const gone = await newCategory()
    const below = await newCategory(gone.id)
    const { code } = await asAdmin(deleteCategory, { params: { id: gone.id }, query: { to: below.id } })
    expect(code).toBe('category-in-itself')
  })
})

test('counts tell readers nothing of what they may not read', async () => {
  const { id } = await newCategory()
  await newLiveArticle({ title: 'For all', category: id })
  await newLiveArticle({ title: 'For us', category: id, visibility: 'team' })
  const counted = async (ask: ReturnType<typeof as>) =>
    (await ask(showCategory, { params: { id }, query: {} })).articleCount
  expect([await counted(asCustomer), await counted(as(acme.agent))]).toEqual([1, 2])
})

test('a change that somebody else made meanwhile is not written over, language by language', async () => {
  const { id, name, description } = await newCategory()
  const change = (body: object) => asAdmin(changeCategory, { params: { id }, body })
  await change({ name: 'Paying', base: { name } })
  const refused = { status: 409, code: 'conflict', theirs: { name: 'Paying' }, yours: { name: 'Wages' } }
  expect(await change({ name: 'Wages', base: { name } })).toMatchObject(refused)
  expect(await change({ description: 'Of wages', base: { description } })).toMatchObject({ name: 'Paying' })
  expect(await change({ parent: null, icon: 'bell', base: { parent: id, icon: 'star' } })).toMatchObject({
    ...{ code: 'conflict', theirs: { icon: 'book' } },
  })
  expect(await change({ name: 'Wages', base: { name: 'Paying' } })).toMatchObject({ name: 'Wages' })
})

test('words in a language that has none yet have no words before', async () => {
  const world = await makeWorkspace('wordless', 'Wordless', ['Wanda', 'Wes', 'Wera', 'Wim'])
  const ask = as(world.admin)
  await ask(changeLanguages, { body: { items: ['en', 'de', 'fr'] } })
  const { id, name } = await ask(createCategory, { body: { name: 'Wages' } })
  const change = (body: object) => ask(changeCategory, { params: { id }, body })
  expect(await change({ language: 'de', name: 'Lohn', base: { name: '' } })).toMatchObject({ id })
  expect(await change({ language: 'fr', name: 'Paie', base: { name } })).toMatchObject({ id })
  const late = { language: 'de', name: 'Gehalt', base: { name: '' } }
  expect(await change(late)).toMatchObject({ code: 'conflict', theirs: { name: 'Lohn' } })
})
