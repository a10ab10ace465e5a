import { newEntry, newModel, readEntry } from './content.ts'
import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('a translation is written beside the text it is of, which is taken over field by field', async ({
  page,
  site,
}) => {
  const company = await found(site, 'beside')
  const { token } = company
  await site.api('PUT', '/api/v1/languages', { token, body: { items: ['en', 'de', 'fr'] } })
  const { pluralKey } = await newModel(site, company, {
    ...{ key: 'post', name: 'Post', localized: true },
    fields: [
      { key: 'title', kind: 'text', localized: true },
      { key: 'summary', kind: 'long_text', localized: true, width: 'half' },
      { key: 'notes', kind: 'markdown', localized: true },
      { key: 'body', kind: 'rich_text', localized: true },
      { key: 'price', kind: 'integer' },
      { key: 'cover', kind: 'media' },
    ],
  })
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Nobody looks.' }] }] }
  const fields = { title: 'The clock', summary: 'One tap.', notes: '# Check', body, price: 6 }
  const id = await newEntry(site, company, pluralKey, fields)
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `/cms/content/edit/${id}?language=de`))
  const shared = page.locator('[data-field]').filter({ hasText: 'All languages' })
  const isForAll = 'Shared by all languages'
  await test.step('a field that has one value in all languages says so', async () => {
    const keys = () => shared.evaluateAll((fields) => fields.map((field) => field.getAttribute('data-field')))
    await expect.poll(keys).toEqual(['price', 'cover'])
    await expect(page.getByRole('textbox', { name: 'Price' })).toHaveAccessibleDescription(isForAll)
    await expect(page.getByRole('group', { name: 'Cover' })).toHaveAccessibleDescription(isForAll)
    await expect(page.locator('[data-field="summary"]').getByRole('textbox')).toHaveAccessibleDescription('')
  })
  await page.getByRole('button', { name: 'Side by side' }).click()
  await page.getByRole('menuitem', { name: /^English/ }).click()
  const summary = page.getByRole('region', { name: 'Summary in English' })
  await expect(summary.getByRole('textbox')).toHaveValue('One tap.')
  await expect(page.getByRole('region', { name: 'Body in English' })).toContainText('Nobody looks.')
  await expect(page.getByRole('region', { name: /Price in/ })).toHaveCount(0)
  await expect(shared).toHaveCount(2)

  await page.locator('[data-field="title"]').getByRole('textbox').fill('Die Uhr')
  await summary.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.locator('[data-field="summary"]').getByRole('textbox')).toHaveValue('One tap.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect
    .poll(() => readEntry(site, company, id, 'de'))
    .toMatchObject({
      fields: { title: 'Die Uhr', summary: 'One tap.', price: 6 },
    })
  await lookAtThis(page)

  await page
    .getByRole('navigation', { name: 'Languages' })
    .getByRole('link', { name: /English/ })
    .click()
  await expect(page.getByRole('region', { name: 'Title in German' }).getByRole('textbox')).toHaveValue('Die Uhr')
  await site.api('PATCH', `/api/v1/content/${pluralKey}/${id}`, {
    token,
    body: { locale: 'de', fields: { title: 'Die neue Uhr' } },
  })
  await expect(page.getByRole('region', { name: 'Title in German' }).getByRole('textbox')).toHaveValue('Die neue Uhr')

  await page.getByRole('button', { name: 'Side by side' }).click()
  await page.getByRole('menuitem', { name: /^French.*missing/ }).click()
  await expect(page.getByText('There is no text in French yet')).toBeVisible()
  await page.getByRole('button', { name: 'Side by side' }).click()
  await page.getByRole('menuitem', { name: 'This language only' }).click()
  await expect(page.getByText('There is no text in French yet')).toHaveCount(0)

  await test.step('of a model that has one language, nothing is said of others', async () => {
    const { pluralKey } = await newModel(site, company, {
      key: 'shop',
      name: 'Shop',
      fields: [{ key: 'price', kind: 'integer' }],
    })
    const shop = await newEntry(site, company, pluralKey, { price: 6 })
    await openPage(page, site.at(company.domain, `/cms/content/edit/${shop}`))
    await expect(page.getByRole('textbox', { name: 'Price' })).toHaveAccessibleDescription('')
    await expect(shared).toHaveCount(0)
  })
})
