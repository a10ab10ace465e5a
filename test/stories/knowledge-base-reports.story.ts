import { newArticle } from './articles.ts'
import { lookAtAll, lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

const path = '/service/knowledgebase/admin/reports'

test('the reports tell by numbers what the charts draw, and lead to the article that is missing', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  const id = await newArticle(site, acme, { title: 'Swap a shift' }, true)
  const feedback = `/api/v1/knowledge-base/articles/${id}/feedback`
  await site.api('POST', feedback, { host: acme.domain, body: { helpful: false } })
  await site.api('POST', feedback, { token: acme.token, body: { helpful: true } })
  for (const from of [{ host: acme.domain }, { token: acme.token }])
    await site.api('GET', '/api/v1/knowledge-base/search?q=refund', from)
  // Reading the log through the API also stores pending log entries. The page shows only stored entries.
  await site.api('GET', '/api/v1/knowledge-base/search-log', { token: acme.token })
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/service/knowledgebase/admin'))
  await page.keyboard.press('r')
  await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible()
  await expect(page.getByRole('img', { name: '1 helpful, 1 not helpful in the last 30 days' })).toBeVisible()
  await expect(page.getByRole('img', { name: '2 searches, 2 without result in the last 30 days' })).toBeVisible()
  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page.getByRole('img', { name: '1 helpful, 1 not helpful in the last 7 days' })).toBeVisible()

  const votes = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Ratings/ }) })
  await votes.getByText('Show the numbers').click()
  const table = votes.getByRole('table', { name: 'Ratings per day' })
  await expect(table.getByRole('row')).toHaveCount(8)
  await expect(table.getByRole('row').last()).toHaveAccessibleName(/ 1 1$/)

  const missed = page.getByRole('listitem').filter({ hasText: 'refund' })
  await expect(missed).toContainText('2 times')
  await missed.getByRole('link', { name: 'Add a synonym for “refund”' }).click()
  await page.waitForURL(/\/synonyms\?word=refund/)
  await page.goBack()
  await missed.getByRole('link', { name: 'Write an article on “refund”' }).click()
  const title = page.getByLabel('Title', { exact: true })
  await expect(title).toHaveValue('refund')
  const { body: before } = await site.api('GET', '/api/v1/knowledge-base/articles', { token: acme.token })
  expect(before.items).toHaveLength(1)
  await page.locator('.ProseMirror').click()
  await page.keyboard.type('You get it back within a week.')
  await page.waitForURL(/\/articles\/edit\/[\da-f-]{36}$/)
  const made = page.url().split('/').at(-1)
  const { body: article } = await site.api('GET', `/api/v1/knowledge-base/articles/${made}`, { token: acme.token })
  expect(article.title).toBe('refund')
})

test('the reports can be read, empty or not', { tag: '@sweep' }, async ({ page, site }) => {
  test.setTimeout(180_000)
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await lookAtAll(page, [site.at(acme.domain, path)])
  await newArticle(site, acme, { title: 'Live' }, true)
  const words = 'a question that is so long that no row has room for all of it, nor for half of it'
  await site.api('GET', `/api/v1/knowledge-base/search?q=${encodeURIComponent(words)}`, { host: acme.domain })
  await site.api('GET', '/api/v1/knowledge-base/search-log', { token: acme.token })
  await openPage(page, site.at(acme.domain, `${path}?days=90`))
  await page.getByText('Show the numbers').first().click()
  await lookAtThis(page)
})
