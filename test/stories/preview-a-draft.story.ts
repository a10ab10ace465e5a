import { newArticle, newLiveArticle } from './articles.ts'
import { expectAccessible } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('a draft is seen as each audience will read it, and by its link without an account', async ({
  page,
  site,
  browser,
}) => {
  const company = await found(site, 'preview')
  const ours = await newArticle(site, company, { title: 'Of ours alone', visibility: 'team' }, true)
  await newLiveArticle(site, company, 'Of everybody')
  const html = '<h2>Steps</h2><p>First words</p>'
  await newArticle(site, company, { title: 'Not out yet', related: [ours], html })
  await signIn(page, site, company.email)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // Starts at the list, whose policy does not allow frames. The preview must load a document whose policy does.
  await openPage(page, site.at(company.domain, '/service/knowledgebase/admin/articles'))
  await page.getByRole('link', { name: 'Not out yet' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Not out yet')
  await page
    .getByRole('button', { name: 'Back to the articles' })
    .or(page.getByRole('link', { name: 'Back to the articles' }))
    .focus()
  await page.keyboard.press('p')

  const preview = page.getByRole('region', { name: 'Preview' })
  const frame = preview.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Not out yet' })).toBeVisible()
  await expect(frame.getByText('Of ours alone')).toHaveCount(0)
  await preview.getByRole('radio', { name: 'Team' }).check({ force: true })
  await expect(frame.getByRole('link', { name: 'Of ours alone' })).toBeVisible()
  await preview.getByRole('radio', { name: 'Phone' }).check({ force: true })
  await expect(preview.locator('iframe')).toHaveCSS('width', '390px')
  await expectAccessible(page, (axe) => axe.exclude('iframe'))

  await preview.getByRole('radio', { name: 'Anonymous' }).check({ force: true })
  await expect(frame.getByText('Of ours alone')).toHaveCount(0)
  await preview.getByRole('button', { name: 'Copy link' }).click()
  const url = await page.evaluate(() => navigator.clipboard.readText())
  const stranger = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await stranger.goto(url)
  await expect(stranger.getByText('First words')).toBeVisible()
  await expect(stranger.getByText('This is a draft that was shared with you')).toBeVisible()
  expect(await stranger.context().cookies()).toEqual([])
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await preview.getByRole('button', { name: 'Replace link' }).click()
  await expect(page.getByText('The old link no longer works')).toBeVisible()
  expect((await stranger.reload())?.status()).toBe(404)
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  await expect(page.getByLabel('Title', { exact: true })).toBeVisible()
})
