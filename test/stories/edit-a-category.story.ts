import type { Page } from '@playwright/test'
import { newArticle, newCategory } from './articles.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, holdRequests, test } from './story.ts'

const path = '/service/knowledgebase/admin/categories'
const rows = (page: Page) => page.getByRole('list', { name: 'Categories' }).getByRole('link')

test('a category is written by keys: empty, refused, corrected, and sent once; neither too deep nor of others', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  await newCategory(site, acme, 'Rota')
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  await page.keyboard.press('c')
  const name = page.getByLabel('Name', { exact: true })
  const address = page.getByLabel('Address')
  await page.getByRole('button', { name: 'Add category' }).press('Enter')
  await expect(page.getByText('Enter a name')).toBeVisible()
  await expect(name).toBeFocused()
  await page.keyboard.type('Payroll')
  await expect(page.getByText('Enter a name')).toHaveCount(0)
  await address.fill('rota')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Another category has this slug')).toBeVisible()
  await expect(address).toBeFocused()
  await address.fill('pay')
  await expect(page.getByText('Another category has this slug')).toHaveCount(0)

  const held = await holdRequests(page, '**/api/v1/knowledge-base/categories')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Add category' })).toHaveAttribute('aria-busy', 'true')
  held.release()
  await expect(page.getByText('Category added')).toBeVisible()
  await expect(rows(page)).toHaveText(['Rota', 'Payroll'])
  await expect(page.getByRole('region', { name: 'Articles in Payroll' })).toBeVisible()

  await test.step('a category that would stand too deep is refused beside its field', async () => {
    let parent: string | null = null
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
      parent = (await newCategory(site, acme, { name, parent })).id
    await openPage(page, site.at(acme.domain, `${path}/edit?parent=${parent}`))
    await page.getByLabel('Name', { exact: true }).fill('Six')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Categories can be nested at most five levels deep')).toBeVisible()
  })

  await test.step('a category that is not there is not found', async () => {
    const globex = await found(site, 'globex')
    const { id } = await newCategory(site, globex, 'Theirs')
    await page.goto(site.at(acme.domain, `${path}/edit/${id}`))
    await expect(page.getByText('Theirs')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  })
})

test('a category has its words in each language, asks before they are lost, and gives what stands in it away', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  await site.api('PUT', '/api/v1/languages', { token: acme.token, body: { items: ['en', 'de'] } })
  const { id: rota } = await newCategory(site, acme, 'Rota')
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await page.getByText('German').click()
  await page.getByLabel('Description').fill('Wer wann arbeitet')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Enter a name')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Dienstplan')
  await page.getByRole('link', { name: 'Back to the categories' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Category saved')).toBeVisible()
  await expect(page.getByText('unsaved change')).toHaveCount(0)
  const read = (language: string) =>
    site.api('GET', `/api/v1/knowledge-base/categories/${rota}?language=${language}`, { token: acme.token })
  await expect
    .poll(async () => (await read('de')).body)
    .toMatchObject({ name: 'Dienstplan', description: 'Wer wann arbeitet' })
  await expect.poll(async () => (await read('en')).body).toMatchObject({ name: 'Rota', description: '' })

  await test.step('what two admins change at a time is asked about, and saving again keeps what was typed', async () => {
    const name = page.getByLabel('Name', { exact: true })
    await expect(name).toHaveValue('Dienstplan')
    await name.fill('Schichten')
    const theirs = { token: acme.token, body: { language: 'de', name: 'Plan', slug: 'plan' } }
    await site.api('PATCH', `/api/v1/knowledge-base/categories/${rota}`, theirs)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Somebody else changed this to “Plan”. Save again to keep yours.')).toBeVisible()
    await expect(name).toHaveValue('Schichten')
    await expect(page.getByLabel('Address')).toHaveValue('plan')
    await page.keyboard.press('Control+s')
    await expect.poll(async () => (await read('de')).body).toMatchObject({ name: 'Schichten', slug: 'plan' })
  })

  await test.step('what stands in a deleted category goes where one says', async () => {
    await newCategory(site, acme, { name: 'Swaps', parent: rota })
    await newCategory(site, acme, 'Payroll')
    await newArticle(site, acme, { title: 'Trade a shift', category: rota })
    await openPage(page, site.at(acme.domain, path))
    await page.keyboard.press('j')
    await page.keyboard.press('#')
    await expect(page.getByText('It contains 1 article and 1 category.')).toBeVisible()
    await page.getByLabel('Move its contents to').click()
    await expect(page.getByRole('option', { name: 'Swaps' })).toHaveCount(0)
    await page.getByRole('option', { name: 'Payroll' }).click()
    await page.getByRole('button', { name: 'Delete category' }).press('Enter')
    await expect(page.getByText('Rota deleted')).toBeVisible()
    await expect(rows(page)).toHaveText(['Payroll', 'Swaps, in Payroll'])
    const { body: listed } = await site.api('GET', '/api/v1/knowledge-base/articles', { token: acme.token })
    expect(listed.items[0].category.name).toBe('Payroll')

    await rows(page).nth(1).focus()
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page.getByText('The category is empty.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete category' }).press('Enter')
    await expect(rows(page)).toHaveText(['Payroll'])
  })
})
