import { newArticle } from './articles.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('a draft is shown to somebody without an account, as it is when they read it', async ({ page, site, browser }) => {
  const company = await found(site, 'preview')
  const html = '<h2>Steps</h2><p>First words</p>'
  const id = await newArticle(site, company, { title: 'Not out yet', html })
  await signIn(page, site, company.email)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page, site.at(company.domain, `/service/knowledgebase/admin/articles/edit/${id}`))
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Other ways to go on' }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  const opened = page.context().waitForEvent('page')
  await choose('Preview the draft')
  const preview = await opened
  await expect(preview.getByRole('heading', { name: 'Not out yet' })).toBeVisible()

  await choose('Copy a link to the draft')
  await expect(page.getByText('Link copied')).toBeVisible()
  const url = await page.evaluate(() => navigator.clipboard.readText())
  expect(url).toBe(preview.url())

  const stranger = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await stranger.goto(url)
  await expect(stranger.getByText('First words')).toBeVisible()
  await expect(stranger.getByText('This is a draft that was shared with you')).toBeVisible()
  expect(await stranger.context().cookies()).toEqual([])
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await choose('Replace the link to the draft')
  await expect(page.getByText('the one before opens nothing')).toBeVisible()
  expect((await stranger.reload())?.status()).toBe(404)
})
