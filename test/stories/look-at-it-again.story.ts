import { newArticle } from './articles.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('an article has a span after which somebody should look at it again, set by keys alone', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  const id = await newArticle(site, acme, { title: 'Pay by invoice' }, true)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, `/service/knowledgebase/admin/articles/edit/${id}`))
  const span = page.getByRole('button', { name: 'Regular review' })
  await expect(span).toContainText('Never')
  await span.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Every 90 days' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(span).toContainText('Every 90 days')
  await expect(span).toBeFocused()
  await page.reload()
  await expect(span).toContainText('Every 90 days')
  const { body } = await site.api('GET', `/api/v1/knowledge-base/articles/${id}`, { token: acme.token })
  expect(Math.round((Date.parse(body.reviewDueAt) - Date.parse(body.reviewedAt)) / 86_400_000)).toBe(90)
  await openPage(page, site.at(acme.domain, '/service/knowledgebase/admin/articles?status=stale'))
  await expect(page.getByRole('heading', { name: 'Due for review' })).toBeVisible()
  await expect(page.getByText('No reviews due')).toBeVisible()
})
