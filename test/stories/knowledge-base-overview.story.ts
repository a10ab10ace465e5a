import { newArticle, newCategory } from './articles.ts'
import { lookAtAll } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

const path = '/service/knowledgebase/admin'

test('the overview counts what there is, leads to it by keys, and follows what happens', async ({ page, site }) => {
  const acme = await found(site)
  const { id: category } = await newCategory(site, acme, 'Payroll')
  await newArticle(site, acme, { title: 'Live one', category }, true)
  const draft = await newArticle(site, acme, { title: 'Still a draft' })
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  await expect(page.getByRole('link', { name: 'Articles 2 1 without a category' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Published 1' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Categories 1' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'English 2 1 0' })).toBeVisible()
  await expect(page.getByText('No ratings in the last 30 days')).toBeVisible()
  await expect(page.getByText('Nothing in review.')).toBeVisible()
  await expect(page.getByText('No gaps in the last 30 days.')).toBeVisible()

  const review = `/api/v1/knowledge-base/articles/${draft}/review`
  await site.api('PUT', review, { token: acme.token, body: {} })
  await expect(page.getByRole('link', { name: 'In review 1' })).toBeVisible()
  await expect(page.getByText('Nothing in review.')).toHaveCount(0)
  await page.getByRole('link', { name: 'In review 1' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'In review' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Still a draft' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Categories 1' }).waitFor()
  await page.keyboard.press('l')
  await expect(page.getByRole('row', { name: 'Live one' })).toBeVisible()
})

test('what readers searched and did not find is there, the same words together', async ({ page, site }) => {
  const acme = await found(site)
  await newArticle(site, acme, { title: 'Night shifts' }, true)
  const search = (q: string, from: object) =>
    site.api('GET', `/api/v1/knowledge-base/search?q=${encodeURIComponent(q)}`, from)
  for (const from of [{ host: acme.domain }, { token: acme.token }]) {
    await search('refund', from)
    await search('night', from)
  }
  // Reading the log through the API also stores pending log entries. The page shows only stored entries.
  const { body } = await site.api('GET', '/api/v1/knowledge-base/search-log?withoutResult=true', { token: acme.token })
  expect(body.items).toHaveLength(2)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  const heading = page.getByRole('heading', { name: 'What readers miss' })
  const missed = page.locator('section').filter({ has: heading }).getByRole('listitem')
  await expect(missed).toHaveText([/^refundfound nothing 2 times/])
})

test('the palette leads to each page of the knowledge base', async ({ page, site }) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/service/dashboard'))
  const pages = [
    ['knowledge base', /^Knowledge Base/, 'No articles yet'],
    ['article categories', /^Article categories/, 'No categories yet'],
    ['knowledge base settings', /^Knowledge base settings/, 'Who can read the knowledge base'],
  ] as const
  for (const [typed, option, shown] of pages) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(typed)
    await page.getByRole('option', { name: option }).first().click()
    await expect(page.getByText(shown).first()).toBeVisible()
  }
})

test('the overview can be read, empty or not', { tag: '@sweep' }, async ({ page, site }) => {
  test.setTimeout(120_000)
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await lookAtAll(page, [site.at(acme.domain, path)])
  await newArticle(site, acme, { title: 'An article whose title is longer than its row '.repeat(4) }, true)
  await newArticle(site, acme, { title: '' })
  const words = 'a question that is so long that no row has room for all of it, nor for half of it'
  await site.api('GET', `/api/v1/knowledge-base/search?q=${encodeURIComponent(words)}`, { host: acme.domain })
  await lookAtAll(page, [site.at(acme.domain, path)])
})
