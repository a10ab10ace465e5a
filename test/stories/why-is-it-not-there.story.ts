import { newEntry, newModel } from './content.ts'
import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('who wonders why an entry is not on the site is told, mends it from there, and sees it appear', async ({
  page,
  site,
}) => {
  const company = await found(site, 'wonder')
  await newModel(site, company, {
    ...{ key: 'post', name: 'Post' },
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'minutes', kind: 'integer' },
    ],
  })
  const id = await newEntry(site, company, 'posts', { title: 'Where is it', minutes: 4 })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `/cms/content/edit/${id}`))
  await page.getByRole('button', { name: 'Why is this not live?' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Why is this not live?' })
  const reasons = dialog.getByRole('list', { name: 'Reasons' }).getByRole('listitem')
  await expect(reasons).toHaveText([/^It is not published in en\./])
  await lookAtThis(page)
  await reasons.getByRole('button', { name: 'Publish' }).focus()
  await page.keyboard.press('Enter')
  await expect(reasons).toHaveText(['It is number 1 of this list.'])

  await dialog.getByLabel('Query').fill('/api/v1/content/posts?filter[minutes][gt]=4')
  await page.keyboard.press('Enter')
  await expect(reasons).toHaveText(['minutes gt 4 does not match. Its value is 4.'])
  await dialog.getByText('Query plan').click()
  await expect(dialog.getByRole('region', { name: 'Steps' })).toContainText('content_published')
  await dialog.getByLabel('Query').fill('colour=red')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/There is no parameter colour/)).toBeVisible()
  await dialog.getByLabel('Query').fill('')
  await dialog.getByRole('button', { name: 'Caller' }).click()
  await page.getByRole('option', { name: 'Anyone, without a key' }).click()
  await expect(reasons).toHaveText([/is not public/])
})
