import type { Page } from '@playwright/test'
import { newArticle, newLiveArticle } from './articles.ts'
import { expectAccessible, lookAtThis } from './look.ts'
import { type Founded, found, openPage, registerCustomer } from './people.ts'
import { expect, type Site, test } from './story.ts'

const text = '<p>A refund of an order takes five days. Choose the order and press Refund.</p>'
const about = (html: string, title: string, more: object = {}) => ({ title, html, ...more })

/** Founds a company that has only an article for the team, and registers a customer. */
async function begin(page: Page, site: Site) {
  const company = await found(site, 'answers')
  await newArticle(site, company, about(text, 'Refund an order, for the team', { visibility: 'team' }), true)
  await registerCustomer(page, site, company.domain)
  return company
}

async function write(site: Site, company: Founded) {
  await newLiveArticle(site, company, about(text, 'Refund an order'))
  await newArticle(site, company, about(text, 'Refund an order, unfinished'))
  await newArticle(site, company, about(text, 'Refund for customers', { visibility: 'customers' }), true)
}

const openRequest = (page: Page, site: Site, { domain }: Founded) =>
  openPage(page, site.at(domain, '/customer/tickets/create'))

const reportOf = async (site: Site, { token }: Founded) =>
  (await site.api('GET', '/api/v1/knowledge-base/deflections', { token })).body
const ticketsOf = async (site: Site, { token }: Founded) =>
  (await site.api('GET', '/api/v1/tickets', { token })).body.items.map(({ subject }: { subject: string }) => subject)

test('customers are shown what answers them beside the request they write', async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const company = await begin(page, site)

  await test.step('where nothing is written that they may read, customers are promised nothing', async () => {
    await openRequest(page, site, company)
    await expect(page.getByLabel('Subject')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Articles that may help' })).toHaveCount(0)
  })

  await test.step('a customer reads the answer beside the request they write, and sends none', async () => {
    await write(site, company)
    await openRequest(page, site, company)
    const text = page.getByLabel('What happened?')
    const articles = page.getByRole('region', { name: 'Articles that may help' })
    await expect(articles).toContainText('are shown here while you write')
    const before = await text.boundingBox()
    await page.getByLabel('Subject').fill('Where is my money')
    await text.pressSequentially('I wait for the refund of my order.')
    await expect(articles.getByRole('link')).toHaveCount(2)
    await expect(articles).not.toContainText(/team|unfinished/)
    await expect(page.getByRole('status').filter({ hasText: '2 articles may help' })).toHaveCount(1)
    expect(await text.boundingBox()).toEqual(before)
    await lookAtThis(page)

    await text.focus()
    await page.keyboard.press('Tab')
    await expect(articles.getByRole('link').first()).toBeFocused()
    const [article] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')])
    await expect(article.getByRole('heading', { level: 1 })).toContainText('Refund')
    const title = await article.getByRole('heading', { level: 1 }).textContent()
    await article.close()
    await expect(text).toHaveValue('I wait for the refund of my order.')
    await page.keyboard.press('Tab')
    await expect(articles.getByRole('button', { name: 'This answered my question' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'No request needed' })).toBeFocused()
    await lookAtThis(page)
    await page.getByRole('button', { name: 'Write a request anyway' }).click()
    await expect(text).toBeFocused()
    await expect(text).toHaveValue('I wait for the refund of my order.')
    await articles.getByRole('button', { name: 'This answered my question' }).click()
    await page.getByRole('link', { name: 'Done' }).click()
    await page.waitForURL(/\/customer\/dashboard/)

    await expect.poll(async () => (await reportOf(site, company)).requests).toMatchObject({ shown: 1, answered: 1 })
    const { items } = await reportOf(site, company)
    expect(items.find(({ opened }: { opened: number }) => opened > 0)).toMatchObject({
      article: { title },
      answered: 1,
    })
    expect(await ticketsOf(site, company)).toEqual([])
  })
})

test('on a phone it is shown below the subject', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const company = await begin(page, site)
  await write(site, company)
  await openRequest(page, site, company)

  await test.step('on a phone they stand below the subject, and who sends all the same says that they failed', async () => {
    const [subject, text] = [page.getByLabel('Subject'), page.getByLabel('What happened?')]
    const before = await text.boundingBox()
    await subject.fill('Refund of an order')
    const opener = page.locator('summary', { hasText: '2 articles may help' })
    await expect(opener).toBeVisible()
    expect(await text.boundingBox()).toEqual(before)
    expect((await reportOf(site, company)).requests.shown).toBe(0)

    await opener.click()
    const panel = page.getByRole('region', { name: 'Articles that may help' })
    const [article] = await Promise.all([
      page.context().waitForEvent('page'),
      panel.getByRole('link', { name: 'Refund an order' }).click(),
    ])
    await article.close()
    await expect(panel.getByRole('button', { name: 'This answered my question' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    await expect(panel).toBeHidden()
    await text.fill('It says five days, and I wait for ten.')
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Refund of an order' })).toBeVisible()

    expect(await reportOf(site, company)).toMatchObject({
      requests: { shown: 1, opened: 1, answered: 0, sent: 1 },
      items: [
        { article: { title: 'Refund an order' }, failed: 1 },
        { article: { title: 'Refund for customers' }, failed: 0, sent: 1 },
      ],
    })
  })

  await test.step('on a phone the answer ends the request, too', async () => {
    await openRequest(page, site, company)
    await page.getByLabel('Subject').fill('Refund of an order')
    await page.locator('summary', { hasText: '2 articles may help' }).click()
    const panel = page.getByRole('region', { name: 'Articles that may help' })
    const [article] = await Promise.all([
      page.context().waitForEvent('page'),
      panel.getByRole('link', { name: 'Refund an order' }).click(),
    ])
    await article.close()
    await panel.getByRole('button', { name: 'This answered my question' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'No request needed' })).toBeFocused()
    await expect(panel).toBeHidden()
    await expect.poll(async () => (await reportOf(site, company)).requests).toMatchObject({ answered: 1, sent: 1 })
    await page.getByRole('link', { name: 'New request' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'How can we help?' })).toBeVisible()
    await expect(page.getByLabel('Subject')).toHaveValue('')
  })
})
