import type { Page } from '@playwright/test'
import { newArticle, newCategory } from './articles.ts'
import { lookAtAll, lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

const path = '/service/knowledgebase/admin/articles'
const rowOf = (page: Page, title: string) => page.getByRole('row', { name: title })

test('articles are published, moved and taken back by keys alone', async ({ page, site }) => {
  const acme = await found(site)
  const { id: payroll } = await newCategory(site, acme, { name: 'Payroll' })
  await newCategory(site, acme, { name: 'Exports', parent: payroll })
  for (const title of ['Alpha', 'Bravo', 'Charlie']) await newArticle(site, acme, { title, category: payroll })
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  await expect(rowOf(page, 'Charlie')).toContainText('Draft')

  await page.keyboard.press('j')
  await expect(rowOf(page, 'Charlie')).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('2 articles published')).toBeVisible()
  await expect(rowOf(page, 'Bravo')).toContainText('Published')
  await page.keyboard.press('z')
  await expect(rowOf(page, 'Bravo')).toContainText('Draft')
  await expect(rowOf(page, 'Charlie')).toContainText('Draft')

  await page.keyboard.press('m')
  await page.getByRole('combobox', { name: 'Move 2 articles to' }).fill('exports')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 articles moved to Exports')).toBeVisible()
  await expect(rowOf(page, 'Bravo')).toContainText('Exports')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(rowOf(page, 'Bravo')).toContainText('Payroll')

  await page.keyboard.press('Escape')
  await expect(page.getByText('2 selected')).toHaveCount(0)
  await page.keyboard.press('#')
  await expect(rowOf(page, 'Bravo')).toHaveCount(0)
})

test('an undone move puts articles back to the very place', async ({ page, site }) => {
  const acme = await found(site)
  const { id: payroll } = await newCategory(site, acme, { name: 'Payroll' })
  await newCategory(site, acme, { name: 'Archive' })
  for (const title of ['Alpha', 'Bravo', 'Charlie', 'Delta']) await newArticle(site, acme, { title, category: payroll })
  const query = `category=${payroll}&order=position`
  const order = async () => {
    const { body } = await site.api('GET', `/api/v1/knowledge-base/articles?${query}`, { token: acme.token })
    return body.items.map(({ title }: { title: string }) => title)
  }
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  await page.getByRole('checkbox', { name: 'Select Bravo' }).check()
  await page.getByRole('checkbox', { name: 'Select Charlie' }).check()
  await page.keyboard.press('m')
  await page.getByRole('combobox', { name: 'Move 2 articles to' }).fill('archive')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 articles moved to Archive')).toBeVisible()
  await expect.poll(() => order()).toEqual(['Alpha', 'Delta'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'Charlie')).toContainText('Payroll')
  await expect.poll(() => order()).toEqual(['Alpha', 'Bravo', 'Charlie', 'Delta'])
})

test('what is refused is named, what can be done is done, and the list is found and narrowed by keys', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  await newArticle(site, acme, { title: '' })
  await newArticle(site, acme, { title: 'With a title' })
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  await page.getByRole('checkbox', { name: 'Select all articles of this page' }).check()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText('1 of 2 articles was not changed.')
  await expect(page.getByRole('alert')).toContainText('Untitled: Give the article a title before it is published')
  await expect(rowOf(page, 'With a title')).toContainText('Published')

  const id = await newArticle(site, acme, { title: 'Night shifts', labels: ['pay'] })
  await newArticle(site, acme, { title: 'Rounding', visibility: 'team' })

  await test.step('the palette leads to the list, the list to an article, and that back', async () => {
    await openPage(page, site.at(acme.domain, '/service/knowledgebase/admin'))
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('articles')
    await page.getByRole('option', { name: /^Articles/ }).click()
    await page.waitForURL(/\/admin\/articles$/)
    await page.getByRole('link', { name: 'Night shifts' }).click()
    await page.waitForURL(new RegExp(id))
    await page
      .getByRole('link', { name: /articles/i })
      .first()
      .click()
    await page.waitForURL(/\/admin\/articles$/)
  })

  await test.step('the list is narrowed by words and filters, from the keyboard, and follows what others do', async () => {
    await expect(rowOf(page, 'Rounding')).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('night')
    await expect(rowOf(page, 'Rounding')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'Rounding')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('f')
    await page.getByRole('combobox', { name: 'Add a filter' }).fill('label pay')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'Rounding')).toHaveCount(0)
    await expect(rowOf(page, 'Night shifts')).toBeVisible()
    await site.api('PATCH', `/api/v1/knowledge-base/articles/${id}`, { token: acme.token, body: { labels: [] } })
    await expect(page.getByText('No article matches these filters')).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(rowOf(page, 'Rounding')).toBeVisible()
  })
})

test('the list can be read in each of its states', { tag: '@sweep' }, async ({ page, site }) => {
  test.setTimeout(120_000)
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await lookAtAll(page, [site.at(acme.domain, path)])
  const { id: category } = await newCategory(site, acme, {
    name: 'A category whose name goes on for longer than its column',
  })
  await newArticle(site, acme, {
    title: 'An article with a title that is longer than any row of a list '.repeat(3),
    category,
  })
  await newArticle(site, acme, { title: 'Live', visibility: 'customers' }, true)
  await lookAtAll(
    page,
    [path, `${path}?status=in_review`, `${path}?q=unheard`].map((at) => site.at(acme.domain, at)),
  )
  await openPage(page, site.at(acme.domain, path))
  await page.getByRole('checkbox', { name: 'Select all articles of this page' }).check()
  await lookAtThis(page)
})
