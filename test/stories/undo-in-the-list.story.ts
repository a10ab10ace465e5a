import type { Page } from '@playwright/test'
import { newArticle } from './articles.ts'
import { type Founded, found, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'

const list = '/service/knowledgebase/admin/articles'
const articles = '/api/v1/knowledge-base/articles'

async function read(site: Site, { token }: Founded, id: string) {
  const { body } = await site.api('GET', `${articles}/${id}`, { token })
  const { status, isLive, hasChanges, publishedAt, reviewedAt, languages, leadsTo } = body
  return { status, isLive, hasChanges, publishedAt, reviewedAt, languages, leadsTo }
}

async function select(page: Page, ...titles: string[]) {
  for (const title of titles) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
}

async function undo(page: Page, told: string) {
  await expect(page.getByText(told, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
}

test('what is taken from readers and undone is as it was, dates, languages, newer work and plans too, and where it led', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000)
  const acme = await found(site)
  const { token } = acme
  await site.api('PUT', '/api/v1/languages', { token, body: { items: ['en', 'de'] } })
  const live = await newArticle(site, acme, { title: 'Lamps', reviewEveryDays: 30 }, true)
  await site.api('PUT', `${articles}/${live}/translations/de`, { token, body: { title: 'Lampen' } })
  await site.api('PUT', `${articles}/${live}/publication`, { token, body: { language: 'de' } })
  const changed = await newArticle(site, acme, { title: 'Bulbs' }, true)
  await site.api('PATCH', `${articles}/${changed}`, { token, body: { title: 'Bulbs and tubes' } })
  const planned = await newArticle(site, acme, { title: 'Next week' })
  const [end, at] = [1, 7].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  await site.api('DELETE', `${articles}/${changed}/publication?at=${end}`, { token })
  await site.api('PUT', `${articles}/${changed}/publication`, { token, body: { at } })
  await site.api('PUT', `${articles}/${planned}/publication`, { token, body: { at } })
  const all = () => Promise.all([live, changed, planned].map((id) => read(site, acme, id)))
  const before = await all()

  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, list))
  await select(page, 'Lamps', 'Bulbs and tubes', 'Next week')
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await test.step('without a connection the toast and the notice of it are read one beside the other', async () => {
    const [toast, notice] = [page.locator('[data-toast]'), page.getByText('You are offline')]
    await toast.hover()
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true }))
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await toast.hover()
      await expect(notice).toBeVisible()
      const boxes = await Promise.all([toast, notice].map(async (one) => (await one.boundingBox())!))
      const [above, below] = boxes.toSorted((one, other) => one.y - other.y)
      expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y)
    }
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'))
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
  })
  await undo(page, '3 articles unpublished')
  await expect.poll(all).toEqual(before)

  await openPage(page, site.at(acme.domain, list))
  await select(page, 'Lamps', 'Bulbs and tubes', 'Next week')
  await page.getByRole('button', { name: 'Trash' }).click()
  await undo(page, '3 articles moved to the trash')
  await expect.poll(all).toEqual(before)

  await openPage(page, site.at(acme.domain, list))
  await select(page, 'Lamps', 'Bulbs and tubes', 'Next week')
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await undo(page, '3 articles archived')
  await expect.poll(all).toEqual(before)

  await test.step('what is taken out of the archive and undone leads where it led', async () => {
    const [old, next, gone] = [
      await newArticle(site, acme, { title: 'Old' }, true),
      await newArticle(site, acme, { title: 'Next' }, true),
      await newArticle(site, acme, { title: 'Gone' }, true),
    ]
    await site.api('PUT', `${articles}/${old}/archive`, { token, body: { to: next } })
    await site.api('PUT', `${articles}/${gone}/archive`, { token, body: { path: '/knowledgebase' } })
    const both = () => Promise.all([old, gone].map((id) => read(site, acme, id)))
    const archived = await both()
    await openPage(page, site.at(acme.domain, list))
    await select(page, 'Old', 'Gone')
    await page.getByRole('button', { name: 'Unarchive' }).click()
    await undo(page, '2 articles unarchived')
    await expect.poll(both).toEqual(archived)
  })
})
