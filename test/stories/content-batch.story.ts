import { newEntry, newModel } from './content.ts'
import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('all entries that match are published by keys alone, told of after leaving, and put into the trash and back', async ({
  page,
  site,
}) => {
  const company = await found(site, 'batch')
  await newModel(site, company, {
    ...{ key: 'plant', name: 'Plant' },
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'price', kind: 'decimal', required: 'on_publish' },
    ],
  })
  for (let number = 10; number < 68; number += 1)
    await newEntry(site, company, 'plants', { title: `Fern ${number}`, price: '1' })
  await newEntry(site, company, 'plants', { title: 'Fern without a price' })
  await newEntry(site, company, 'plants', { title: 'Moss', price: '1' })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, '/cms/content/list?model=plant&q=fern'))

  await page.keyboard.press('Shift+A')
  await expect(page.getByText('All 25 entries of this page are selected.')).toBeVisible()
  await page.keyboard.press('Shift+A')
  await expect(page.getByText('All 59 entries that match are selected.')).toBeVisible()
  await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toContainText('59 selected')
  await lookAtThis(page)
  const begun = page.waitForResponse((response) => response.url().endsWith('/api/v1/content-entry-changes'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await begun
  await openPage(page, site.at(company.domain, '/cms/content/list?model=plant'))
  await expect(page.getByText('58 entries published, 1 not changed.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Not changed' })).toContainText('price')
  await lookAtThis(page)
  await page.getByRole('link', { name: 'Fern without a price' }).first().click()
  await expect(page).toHaveURL(/\/cms\/content\/edit\//)

  await openPage(page, site.at(company.domain, '/cms/content/list?model=plant&status=published'))
  await page.keyboard.press('Shift+A')
  await expect(page.getByText('All 25 entries of this page are selected.')).toBeVisible()
  await page.keyboard.press('Shift+A')
  await expect(page.getByText('All 58 entries that match are selected.')).toBeVisible()
  await page.keyboard.press('#')
  const question = page.getByRole('dialog', { name: 'Move 58 entries to the trash?' })
  await expect(question).toContainText('58 of them are live. Readers will no longer see them')
  await question.getByRole('button', { name: 'Move to the trash' }).click()
  await expect(page.getByText('58 entries moved to the trash.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('58 entries restored, published ones as drafts.')).toBeVisible()
  await openPage(page, site.at(company.domain, '/cms/content/list?model=plant&status=draft&q=fern'))
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(26)
})

test('what is live leaves the site by a key only after a question, and drafts without one; labels and categories are given', async ({
  page,
  site,
}) => {
  const company = await found(site, 'leave')
  const { token } = company
  await newModel(site, company, { key: 'plant', name: 'Plant', fields: [{ key: 'title', kind: 'text' }] })
  const ids = []
  for (const title of ['Fern', 'Moss', 'Palm', 'Rose']) ids.push(await newEntry(site, company, 'plants', { title }))
  for (const id of ids.slice(0, 2))
    await site.api('PUT', `/api/v1/content/plants/${id}/publication`, { token, body: {} })
  const live = async () =>
    (await site.api('GET', '/api/v1/content-entries?model=plant&status=published', { token })).body.items.length
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, '/cms/content/list?model=plant'))

  await page.keyboard.press('Shift+A')
  await page.keyboard.press('u')
  const unpublishing = page.getByRole('dialog', { name: 'Unpublish 2 entries?' })
  await expect(unpublishing).toContainText('Readers will no longer see them, in any language')
  await expect(unpublishing).toContainText('2 other entries are not live and will not change.')
  await lookAtThis(page)
  await page.keyboard.press('Enter')
  await expect(unpublishing).toBeHidden()
  expect(await live()).toBe(2)

  await page.keyboard.press('#')
  const trashing = page.getByRole('dialog', { name: 'Move 4 entries to the trash?' })
  await expect(trashing).toContainText('2 of them are live. Readers will no longer see them')
  await trashing.getByRole('button', { name: 'Move to the trash' }).click()
  await expect(
    page.getByText('4 entries moved to the trash. Undo restores 2 published entries as drafts'),
  ).toBeVisible()
  await expect(page.getByRole('table')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(5)
  expect(await live()).toBe(0)

  await site.api('PUT', `/api/v1/content/plants/${ids[0]}/publication`, { token, body: {} })
  await openPage(page, site.at(company.domain, '/cms/content/list?model=plant'))
  await page.keyboard.press('Shift+A')
  await page.keyboard.press('u')
  await page.getByRole('dialog', { name: 'Unpublish 1 entry?' }).getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByText('“Fern” unpublished, 3 had nothing published')).toBeVisible()
  await expect(page.getByRole('table').getByText('Draft')).toHaveCount(4)
  await page.keyboard.press('u')
  await expect(page.getByText('4 entries had nothing published')).toBeVisible()
  await page.keyboard.press('#')
  await expect(page.getByText('4 entries moved to the trash', { exact: true })).toBeVisible()

  await test.step('chosen entries get labels and a category by keys, and lose them again', async () => {
    await newModel(site, company, {
      ...{ key: 'tree', name: 'Tree' },
      fields: [
        { key: 'title', kind: 'text' },
        { key: 'place', kind: 'category' },
      ],
    })
    const { body: shade } = await site.api('POST', '/api/v1/content-categories', { token, body: { name: 'Shade' } })
    for (const title of ['Fern', 'Moss', 'Palm']) await newEntry(site, company, 'trees', { title })
    const matching = async (query: string) =>
      (await site.api('GET', `/api/v1/content-entries?model=tree&${query}`, { token })).body.items.length
    await openPage(page, site.at(company.domain, '/cms/content/list?model=tree'))

    await page.keyboard.press('Shift+A')
    await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toContainText('3 selected')
    await page.keyboard.press('l')
    const labels = page.getByRole('dialog', { name: 'Change the labels of 3 entries' })
    await labels.getByRole('button', { name: 'Change labels' }).click()
    await expect(labels.getByText('Enter a label to add or remove')).toBeVisible()
    await lookAtThis(page)
    await labels.getByLabel('Add').fill('indoors')
    await page.keyboard.press('Enter')
    await labels.getByRole('button', { name: 'Change labels' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('3 entries labelled')).toBeVisible()
    expect(await matching('label=indoors')).toBe(3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => matching('label=indoors')).toBe(0)

    await page.getByRole('link', { name: 'Moss' }).focus()
    await page.keyboard.press('x')
    await page.keyboard.press('m')
    const categories = page.getByRole('dialog', { name: 'Change the category of 1 entry' })
    await categories.getByRole('button', { name: /^Category/ }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { name: 'Shade' })).toBeVisible()
    await lookAtThis(page)
    await page.getByRole('option', { name: 'Shade' }).click()
    await categories.getByRole('button', { name: 'Change category' }).click()
    await expect(page.getByText('“Moss” moved to another category')).toBeVisible()
    expect(await matching(`category=${shade.id}`)).toBe(1)
  })
})
