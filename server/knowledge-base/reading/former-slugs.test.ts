import { expect, test } from 'vitest'
import { changeCategory, changeLanguages, createCategory, deleteCategory } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { acme, app, globex, type Person, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const newCategory = (slug: string, more: object = {}) =>
  asAdmin(createCategory, { body: { name: slug, slug, ...more } })
const change = ({ id }: { id: string }, body: object) => asAdmin(changeCategory, { params: { id }, body })
const drop = ({ id }: { id: string }, to: string) => asAdmin(deleteCategory, { params: { id }, query: { to } })
const at = (slug: string) => `/knowledgebase/category/${slug}`

async function visit(path: string, person: Person | null = null, domain = acme.domain) {
  const { statusCode, headers } = await app.inject({
    url: encodeURI(path),
    headers: { host: `${domain}.${settings.rootDomain}`, ...(person && { cookie: `access_token=${person.token}` }) },
  })
  return headers.location ? [statusCode, decodeURI(String(headers.location))] : [statusCode]
}

test('a category is found under each address that it ever had, in every language, and so is its feed', async () => {
  await asAdmin(changeLanguages, { body: { items: ['en', 'hr'] } })
  const category = await newCategory('first')
  expect(await visit(at('first'))).toEqual([200])
  for (const slug of ['zweite-größe', '三つ目', 'fourth']) await change(category, { slug })
  for (const old of ['first', 'zweite-größe', '三つ目']) {
    expect(await visit(at(old))).toEqual([301, at('fourth')])
    expect(await visit(`${at(old)}/feed.xml`)).toEqual([301, `${at('fourth')}/feed.xml`])
    expect(await visit(`/hr${at(old)}`)).toEqual([301, `/hr${at('fourth')}`])
  }
  expect(await visit(`${at(category.id)}/feed.xml`)).toEqual([200])
  await change(category, { slug: 'first' })
  expect([await visit(at('first')), await visit(at('fourth'))]).toEqual([[200], [301, at('first')]])
})

test('an address leads to who took it later, also once that has another one', async () => {
  const before = await newCategory('wanted')
  await change(before, { slug: 'given-up' })
  const after = await newCategory('wanted')
  expect(await visit(at('wanted'))).toEqual([200])
  await change(after, { slug: 'given-up-too' })
  expect(await visit(at('wanted'))).toEqual([301, at('given-up-too')])
  await change(before, { slug: 'wanted' })
  expect(await visit(at('wanted'))).toEqual([200])
  await drop(before, 'root')
  expect(await visit(at('wanted'))).toEqual([404])
})

test('the former address of what is hidden is that of what never was', async () => {
  const category = await newCategory('canary-was', { visibility: 'team' })
  await change(category, { slug: 'canary-is' })
  const theirs = await as(globex.admin)(createCategory, { body: { name: 'Theirs', slug: 'theirs-was' } })
  await as(globex.admin)(changeCategory, { params: { id: theirs.id }, body: { slug: 'theirs-is' } })
  for (const path of [at('canary-was'), `${at('canary-was')}/feed.xml`, at('theirs-was')])
    expect([await visit(path), await visit(path, acme.customer)]).toEqual([[404], [404]])
  expect(await visit(at('canary-was'), acme.agent)).toEqual([301, at('canary-is')])
  expect(await visit(at('theirs-was'), null, globex.domain)).toEqual([301, at('theirs-is')])
})

test('the addresses of a category that was deleted lead to where its articles went', async () => {
  const [gone, kept] = [await newCategory('gone-was'), await newCategory('kept')]
  await change(gone, { slug: 'gone' })
  await newLiveArticle({ title: 'Goes along', category: gone.id })
  await drop(gone, kept.id)
  await change(kept, { slug: 'kept-on' })
  expect([await visit(at('gone-was')), await visit(at('gone'))]).toEqual([
    [301, at('kept-on')],
    [301, at('kept-on')],
  ])
})

test('the addresses of a hidden category that was deleted tell nobody that it was there', async () => {
  const kept = await newCategory('open')
  const [hidden, listed] = [await newCategory('canary-gone', { visibility: 'team' }), await newCategory('listed')]
  const unlisted = await newCategory('canary-by-link', { visibility: 'unlisted' })
  await drop(hidden, kept.id)
  await drop(listed, unlisted.id)
  expect([await visit(at('canary-gone')), await visit(at('canary-gone'), acme.agent)]).toEqual([[404], [404]])
  expect(await visit(at('listed'))).toEqual([404])
})
