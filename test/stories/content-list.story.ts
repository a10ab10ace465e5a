import { newEntry, newModel } from './content.ts'
import { expectFocusWithNextFault } from './forms.ts'
import { lookAtThis } from './look.ts'
import { type Founded, found, join, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'

async function plantFruit(site: Site, company: Founded) {
  await newModel(site, company, { key: 'grower', name: 'Grower', fields: [{ key: 'name', kind: 'text' }] })
  const { pluralKey } = await newModel(site, company, {
    ...{ key: 'fruit', name: 'Fruit' },
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'price', kind: 'decimal' },
      {
        key: 'size',
        kind: 'select',
        options: [
          { key: 's', label: 'Small' },
          { key: 'l', label: 'Large' },
        ],
      },
      { key: 'grower', kind: 'reference', models: ['grower'] },
    ],
  })
  const ada = await newEntry(site, company, 'growers', { name: 'Ada' })
  await newEntry(site, company, pluralKey, { title: 'Apple', price: '2.50', size: 's', grower: ada })
  await newEntry(site, company, pluralKey, { title: 'Banana', price: '10', size: 'l' })
  await newEntry(site, company, pluralKey, { title: 'Cherry', price: '9.99', size: 's' })
}

test('a list is filtered by keys, shown by its fields, and kept for the team under a name', async ({
  page,
  site,
  browser,
}) => {
  const company = await found(site, 'filter')
  await plantFruit(site, company)
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, '/cms/content/list'))
  await expect(page.getByText('All shortcuts')).toBeVisible()
  await expect(page.getByText('Filter', { exact: true })).toHaveCount(0)
  await openPage(page, site.at(company.domain, '/cms/content/list?model=fruit'))
  const titles = page.getByRole('table').getByRole('row').getByRole('link')

  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog', { name: 'Filter' })
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByText('Enter a value to compare with')).toBeVisible()
  await expect(dialog.getByLabel('Value of condition 1')).toBeFocused()
  await dialog.getByRole('button', { name: 'Field of condition 1' }).click()
  await page.getByRole('option', { name: 'Price' }).click()
  await dialog.getByRole('combobox', { name: 'Comparison of condition 1' }).click()
  await page.getByRole('option', { name: 'is more than' }).click()
  await dialog.getByLabel('Value of condition 1').fill('9')
  await dialog.getByRole('button', { name: 'Add a condition' }).click()
  await dialog.getByRole('button', { name: 'Field of condition 2' }).click()
  await page.getByRole('option', { name: 'Grower' }).click()
  await dialog.getByRole('group', { name: 'Value of condition 2' }).getByRole('button', { name: 'Choose' }).click()
  await page.getByRole('option', { name: /Ada/ }).click()
  await dialog.getByText('Any condition').click()
  await lookAtThis(page)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(titles.filter({ hasText: /Apple|Banana|Cherry/ })).toHaveCount(3)
  await expect(page.getByText('Grower is Ada')).toBeVisible()
  await page.getByRole('link', { name: /Remove filter .*Grower/ }).click()
  await expect(titles.filter({ hasText: /Apple|Banana|Cherry/ })).toHaveText(['Cherry', 'Banana'])

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Price' }).check()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Size' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('cell', { name: '9.99' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Large' })).toBeVisible()
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('link').click()
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('link').click()
  await expect(titles.filter({ hasText: /Apple|Banana|Cherry/ })).toHaveText(['Banana', 'Cherry'])

  await page.keyboard.press('s')
  const saving = page.getByRole('dialog', { name: 'Save view' })
  await expectFocusWithNextFault(page, () => saving.getByRole('button', { name: 'Save view' }).click())
  await expect(saving.getByText('Enter a name')).toBeVisible()
  await page.keyboard.type('Dear fruit')
  await saving.getByRole('checkbox', { name: 'Share with the team' }).check()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Dear fruit' })).toBeVisible()
  await lookAtThis(page)

  const other = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await join(other, site, company)
  await openPage(other, site.at(company.domain, '/cms/content/list'))
  await other.getByRole('navigation', { name: 'Content' }).getByRole('link', { name: 'Dear fruit' }).click()
  await expect(other.getByRole('cell', { name: '9.99' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Actions for this view' })).toHaveCount(0)
  await other.context().close()

  await page.getByRole('button', { name: 'Actions for this view' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await expect(page.getByText('Dear fruit deleted')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Fruit' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dear fruit' })).toBeVisible()
})

test('whatever narrows a list is on the screen, however wide that is, also a filter written into the address', async ({
  page,
  site,
}) => {
  const company = await found(site, 'width')
  const { token } = company
  await site.api('PUT', '/api/v1/languages', { token, body: { items: ['en', 'de'] } })
  await site.api('POST', '/api/v1/content-categories', { token, body: { name: 'Shade' } })
  await plantFruit(site, company)
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, '/cms/content/list?model=fruit&filter[price][gt]=1'))
  const bar = page.getByRole('main')
  const controls = [
    bar.getByRole('searchbox', { name: 'Search in Fruit' }),
    ...['Category', 'Owner', 'Reviewer', 'Language'].map((label) => bar.getByRole('button', { name: `${label}: ` })),
    bar.getByRole('button', { name: 'Filter', exact: true }),
    bar.getByRole('button', { name: 'Columns' }),
    bar.getByRole('link', { name: /Remove filter .*Price/ }),
    bar.getByRole('navigation', { name: 'Pages' }),
  ]
  for (const width of [1440, 1280, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const control of controls) await expect(control, `at ${width}`).toBeInViewport({ ratio: 1 })
  }
  await lookAtThis(page)

  await test.step('a filter that somebody wrote into the address is kept, and one that is wrong says why', async () => {
    await openPage(page, site.at(company.domain, '/cms/content/list?model=fruit&filter[not][size][eq]=s'))
    await expect(page.getByText('Nested filter')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Banana' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Apple' })).toHaveCount(0)
    await openPage(page, site.at(company.domain, '/cms/content/list?model=fruit&filter[weight][gt]=2'))
    await expect(page.getByText(/fruit has no field weight/)).toBeVisible()
    await page.getByRole('link', { name: 'Clear the filter' }).click()
    await expect(page.getByRole('link', { name: 'Apple' })).toBeVisible()
  })
})
