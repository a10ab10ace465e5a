import type { Page } from '@playwright/test'
import { newArticle } from './articles.ts'
import { lookAtAll, lookAtThis } from './look.ts'
import { type Founded, found, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'

const path = '/service/knowledgebase/admin/gaps'
const rowOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

const search = (site: Site, company: Founded, q: string, times = 1) =>
  Promise.all(
    Array.from({ length: times }, () =>
      site.api('GET', `/api/v1/knowledge-base/search?q=${encodeURIComponent(q)}`, { host: company.domain }),
    ),
  )
/** Reading the log through the API also stores pending log entries. The page shows only stored entries. */
const written = (site: Site, company: Founded) =>
  site.api('GET', '/api/v1/knowledge-base/search-log', { token: company.token })

test('what readers searched in vain becomes an article by keys alone, and the drop is told', async ({ page, site }) => {
  const acme = await found(site)
  await search(site, acme, 'parental leave')
  await written(site, acme)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/service/knowledgebase/admin/reports'))
  await page.getByRole('link', { name: 'Back to the knowledge base' }).click()
  await expect(page.getByRole('heading', { name: 'Knowledge base' })).toBeVisible()
  await page.keyboard.press('m')
  await expect(page.getByRole('heading', { name: 'Gaps' })).toBeVisible()
  await expect(rowOf(page, 'parental leave')).toContainText('found nothing 1 time')
  await page.keyboard.press('j')
  await expect(rowOf(page, 'parental leave')).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('w')
  await page.waitForURL(/\/articles\/edit\/[\da-f-]{36}/)
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Parental leave')
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await openPage(page, site.at(acme.domain, `${path}?show=decided`))
  await expect(rowOf(page, 'parental leave')).toContainText(
    'seen 1 time in the 30 days before, article not published yet',
  )
  await site.api('PUT', `/api/v1/knowledge-base/articles/${id}/publication`, { token: acme.token, body: {} })
  await expect(rowOf(page, 'parental leave')).toContainText(
    'seen 1 time in the 30 days before, 0 times in the 1 day since then',
  )
  const { body } = await site.api('GET', '/api/v1/knowledge-base/search?q=parental%20leave', { host: acme.domain })
  expect(body.items).toMatchObject([{ title: 'Parental leave' }])
})

test('words lead to an article from then on, others are put aside and taken back', async ({ page, site }) => {
  const acme = await found(site)
  await newArticle(site, acme, { title: 'Pay by bank transfer' }, true)
  await search(site, acme, 'how could i send you sepa money')
  await search(site, acme, 'wallaby')
  await written(site, acme)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  await expect(page.getByRole('link', { name: 'Open 2' })).toBeVisible()
  await rowOf(page, 'sepa money').getByRole('link').focus()
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: 'Add a synonym' })
  await dialog.getByRole('button', { name: 'Add synonym' }).click()
  await expect(dialog.getByText('Choose an article')).toBeVisible()
  await page.getByRole('combobox', { name: 'Article' }).fill('bank')
  await page.getByRole('option', { name: 'Pay by bank transfer' }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Add synonym' }).click()
  await expect(dialog.getByText('Choose at most three of the words')).toBeVisible()
  await dialog.getByLabel('Search words').fill('sepa')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'sepa money')).toHaveCount(0)
  const { body } = await site.api('GET', '/api/v1/knowledge-base/search?q=sepa', { host: acme.domain })
  expect(body.items).toMatchObject([{ title: 'Pay by bank transfer' }])

  await rowOf(page, 'wallaby').getByRole('link').focus()
  await page.keyboard.press('e')
  await expect(page.getByText('No gaps')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the reports' })).toBeFocused()
  await page.keyboard.press('z')
  await expect(rowOf(page, 'wallaby')).toBeVisible()
  await rowOf(page, 'wallaby').getByRole('button', { name: 'No article needed' }).press('Enter')
  await page.getByRole('link', { name: 'No article needed' }).click()
  await rowOf(page, 'wallaby').getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByText('Nothing dismissed')).toBeVisible()
  await page.getByRole('link', { name: 'Closed' }).click()
  await expect(rowOf(page, 'sepa money')).toContainText('Leads to Pay by bank transfer')
})

test('the gaps can be read, empty or not', { tag: '@sweep' }, async ({ page, site }) => {
  test.setTimeout(120_000)
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await lookAtAll(page, [site.at(acme.domain, path)])
  const id = await newArticle(site, acme, { title: 'An article whose title is longer than its row '.repeat(4) }, true)
  const said = { helpful: false, comment: 'Words without an end '.repeat(40) }
  await site.api('POST', `/api/v1/knowledge-base/articles/${id}/feedback`, { host: acme.domain, body: said })
  await search(site, acme, 'a question that is so long that no row has room for all of it, nor for half of it')
  await search(site, acme, 'short')
  await written(site, acme)
  await lookAtAll(page, [site.at(acme.domain, path)])
  await openPage(page, site.at(acme.domain, path))
  await rowOf(page, 'short').getByRole('button', { name: 'Add synonym…' }).click()
  await page.getByRole('dialog').waitFor()
  await lookAtThis(page)
})
