import { newEntry, newModel, readEntry } from './content.ts'
import { expectAccessible, lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('who would take from readers what is there is asked first: what leads to a draft, a model, a field', async ({
  page,
  site,
}) => {
  const company = await found(site, 'together')
  await signIn(page, site, company.email)
  await test.step('who publishes what leads to a draft is asked, publishes both, and is asked again before one is taken away', async () => {
    await newModel(site, company, {
      ...{ key: 'post', name: 'Post' },
      fields: [
        { key: 'title', label: 'Title', kind: 'text' },
        { key: 'next', label: 'Next', kind: 'reference', many: true },
      ],
    })
    const draft = await newEntry(site, company, 'posts', { title: 'How dimmers work' })
    const id = await newEntry(site, company, 'posts', { title: 'How lamps work', next: [draft] })
    await openPage(page, site.at(company.domain, `/cms/content/edit/${id}`))

    await page.getByRole('button', { name: /^Publish/ }).click()
    const asking = page.getByRole('dialog', { name: 'This entry references unpublished entries' })
    await expect(asking.getByRole('link', { name: 'How dimmers work' })).toBeVisible()
    await expectAccessible(page)
    await lookAtThis(page)
    await asking.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(asking).toHaveCount(0)
    expect((await readEntry(site, company, id)).status).toBe('draft')
    await page.keyboard.press('ControlOrMeta+Enter')
    await asking.getByRole('button', { name: 'Publish with 1 referenced entry' }).press('Enter')
    await expect.poll(async () => (await readEntry(site, company, draft)).status).toBe('published')
    expect((await readEntry(site, company, id)).status).toBe('published')

    await openPage(page, site.at(company.domain, '/cms/content/list?model=post'))
    const row = page.getByRole('row', { name: /How dimmers work/ })
    await row.getByRole('checkbox').click()
    await page.keyboard.press('u')
    const question = page.getByRole('dialog', { name: 'Unpublish 1 entry?' })
    await expect(question).toContainText('1 other entry references it')
    await expect(question.getByRole('link', { name: 'How lamps work' })).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Unpublish anyway' }).press('Enter')
    await expect.poll(async () => (await readEntry(site, company, draft)).status).toBe('draft')
  })

  await test.step('a model that would lose entries stays as it is, and a field with values says what it hides', async () => {
    const model = await newModel(site, company, {
      ...{ key: 'parcel', name: 'Parcel' },
      fields: [
        { key: 'title', label: 'Title', kind: 'text' },
        { key: 'size', label: 'Size', kind: 'select', options: [{ key: 'small' }, { key: 'big' }] },
      ],
    })
    await newEntry(site, company, 'parcels', { title: 'One', size: 'big' })
    await newEntry(site, company, 'parcels', { title: 'Two' })
    await openPage(page, site.at(company.domain, '/cms/settings/models/parcel'))

    await page.getByLabel('Kind').click()
    await page.getByRole('option', { name: /^Single entry/ }).click()
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByText('This model has 2 entries. A single-entry model can have only one.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Discard' }).click()

    await page.getByRole('button', { name: 'New field' }).click()
    const dialog = page.getByRole('dialog', { name: 'New field' })
    await dialog.getByLabel('Label').fill('Weight')
    await dialog.getByText('More', { exact: true }).click()
    await dialog.getByLabel('Default value').fill('heavy')
    await dialog.getByLabel('Show this field').click()
    await page.getByRole('option', { name: 'When Size is…' }).click()
    await dialog.getByLabel('Value of Size').click()
    await page.getByRole('option', { name: 'big' }).click()
    await expectAccessible(page)
    await lookAtThis(page)
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await expect(dialog).toHaveCount(0)
    const { body } = await site.api('GET', `/api/v1/content-models/${model.id}`, { token: company.token })
    expect(body.fields[2]).toMatchObject({ default: 'heavy', condition: { field: model.fields[1]!.id, equals: 'big' } })

    await page.getByRole('button', { name: 'Actions for Size' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const deleting = page.getByRole('dialog', { name: 'Delete Size?' })
    await expect(deleting).toContainText('1 value will be hidden from your team and from readers.')
    await deleting.getByRole('button', { name: 'Delete field' }).press('Enter')
    await expect(page.getByText('Deleted fields')).toBeVisible()
  })
})
