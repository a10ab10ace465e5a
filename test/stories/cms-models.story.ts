import sharp from 'sharp'
import { deleteModels, newEntry, newModel } from './content.ts'
import { expectAccessible, lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, holdRequests, test } from './story.ts'

// Each test has many steps.
test.describe.configure({ timeout: 180_000 })

test('an admin makes a model, changes it under what is written, and takes back what went', async ({ page, site }) => {
  const company = await found(site, 'models')
  await deleteModels(site, company)
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, '/cms/settings'))
  await page.getByRole('button', { name: 'Create a model' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Blog post')
  await expect(dialog.getByLabel('API name')).toHaveValue('blogPost')
  await dialog.getByRole('button', { name: 'Create model' }).click()
  await page.waitForURL(site.at(company.domain, '/cms/settings/models/blogPost'))
  const fields = page.getByRole('list', { name: 'Fields' })
  await expect(fields.getByRole('listitem')).toHaveCount(2)

  await page.keyboard.press('n')
  await dialog.getByLabel('Label').fill('Reading time')
  // The button is visible, and the section with further settings is closed.
  await expect(dialog.getByRole('button', { name: 'Add field' })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByLabel('Default value')).toBeHidden()
  await dialog.getByText('More', { exact: true }).click()
  // The form refuses an invalid number and opens the section that contains the number.
  await dialog.getByLabel('Maximum length').fill('12 or so')
  await dialog.getByText('More', { exact: true }).click()
  await expect(dialog.getByLabel('Maximum length')).toBeHidden()
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect(dialog.getByLabel('Maximum length')).toBeFocused()
  await expect(dialog.getByLabel('Maximum length')).toHaveAccessibleDescription('Enter a whole number')
  await dialog.getByLabel('Maximum length').fill('')
  await expect(dialog.getByLabel('API name')).toHaveValue('readingTime')
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect(fields.getByText('readingTime')).toBeVisible()

  const made = await site.api('GET', '/api/v1/content-models/blogPost', { token: company.token })
  await newEntry(site, company, made.body.pluralKey, { title: 'Good', readingTime: '12' })
  await newEntry(site, company, made.body.pluralKey, { title: 'Bad', readingTime: 'a while' })
  await fields.getByRole('button', { name: 'Reading time', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Kind' }).fill('whole')
  await page.getByRole('option', { name: /^Whole number/ }).click()
  // The trial changes nothing, so the real save must not wait until the page has reloaded its data. `held` delays these
  // reads.
  const held = await holdRequests(page, '**/*.data*')
  await dialog.getByRole('button', { name: 'Save field' }).click()
  await expect(dialog.getByText('1 value can be converted fully, 0 partly, 1 not at all.')).toBeVisible()
  await expect(dialog.getByText('“a while”')).toBeVisible()
  const isChanged = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Change anyway' }).click()
  await isChanged
  held.release()
  await expect(fields.getByText('Whole number')).toBeVisible()

  await newEntry(site, company, made.body.pluralKey, { title: 'Good' })
  await fields.getByRole('button', { name: 'Title', exact: true }).click()
  await dialog.getByLabel('Unique: no two entries have the same value').check()
  await dialog.getByRole('button', { name: 'Save field' }).click()
  await expect(dialog.getByText('“Good”. Another entry has this value')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Change anyway' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const body = { name: 'The app', kind: 'delivery' }
  const key = await site.api('POST', '/api/v1/api-keys', { token: company.token, body })
  await fields.getByRole('button', { name: 'Reading time', exact: true }).click()
  await dialog.getByLabel('API name').fill('minutes')
  await dialog.getByRole('button', { name: 'Save field' }).click()
  await expect(page.getByText('No API key used the old name.')).toBeVisible()
  const old = `/api/v1/content/${made.body.pluralKey}?fields=readingTime`
  expect((await site.api('GET', old, { token: key.body.secret })).status).toBe(200)
  // The server records the use of an old API name with a delay.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('list', { name: 'Programs that use readingTime' })).toHaveText(/The app, last used/, {
      timeout: 2000,
    })
  }).toPass({ timeout: 120_000 })

  await page.getByRole('button', { name: 'End readingTime' }).click()
  await expect(dialog.getByText('readingTime was still used by The app.')).toBeVisible()
  await dialog.getByRole('button', { name: 'End old name' }).click()
  await expect(page.getByRole('heading', { name: 'Old API names' })).toHaveCount(0)
  await expect(page.locator('main :focus')).toHaveCount(1)
  expect((await site.api('GET', old, { token: key.body.secret })).status).toBe(400)

  await fields.getByRole('button', { name: 'Actions for Reading time' }).click()
  await page.getByRole('menuitem', { name: /^Delete/ }).click()
  // The dialog asks first, because the field has values.
  await dialog.getByRole('button', { name: 'Delete field' }).click()
  await expect(page.getByRole('heading', { name: 'Deleted fields' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(fields.getByText('minutes')).toBeVisible()
  await expectAccessible(page)
})

test('the content is listed, found, published and thrown away by keys', async ({ page, site }) => {
  const company = await found(site, 'list')
  const model = await newModel(site, company, {
    ...{ key: 'note', name: 'Note' },
    fields: [{ key: 'title', kind: 'text' }],
  })
  for (const title of ['First note', 'Second note', 'Third note'])
    await newEntry(site, company, model.pluralKey, { title })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, '/cms/content/list?model=note'))
  const table = page.getByRole('table', { name: 'Note' })
  await expect(table.getByRole('link')).toHaveText(['Title', 'Updated', 'Third note', 'Second note', 'First note'])
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('2 entries published')).toBeVisible()
  await expect(table.getByText('Published')).toHaveCount(2)
  await page.keyboard.press('#')
  await page.getByRole('dialog').getByRole('button', { name: 'Move to the trash' }).click()
  await expect(
    page.getByText('2 entries moved to the trash. Undo restores 2 published entries as drafts'),
  ).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(table.getByRole('row')).toHaveCount(4)
  await page.keyboard.press('/')
  await page.keyboard.type('first')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
})

const picture = async () => ({
  ...{ name: 'news.png', mimeType: 'image/png' },
  buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer(),
})

test('categories of the content are added, moved and deleted, and two become one', async ({ page, site }) => {
  const company = await found(site, 'tree')
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, '/cms/categories'))
  for (const name of ['Guides', 'News']) {
    await page.keyboard.press('c')
    await page.waitForURL(/create$/)
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Add category' }).click()
    await expect(page.getByRole('list', { name: 'Categories' }).getByText(name, { exact: true })).toBeVisible()
  }
  const rows = page.getByRole('list', { name: 'Categories' }).getByRole('listitem')
  await page.getByRole('link', { name: 'News' }).click()
  await page.getByRole('group', { name: 'Picture' }).getByRole('button', { name: 'Choose' }).click()
  const library = page.getByRole('dialog', { name: 'Media library' })
  await library.getByLabel('Files to upload').setInputFiles(await picture())
  await library.getByRole('button', { name: 'Use file' }).click()
  await expect(page.getByRole('img', { name: 'news.png' })).toBeVisible()
  await lookAtThis(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/categories$/)
  await page.getByRole('link', { name: 'News' }).click()
  await expect(page.getByRole('img', { name: 'news.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/categories$/)
  await page.getByRole('link', { name: 'News' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(rows.first()).toContainText('News')
  await page.getByRole('link', { name: 'Guides' }).focus()
  await page.keyboard.press('#')
  await page.getByRole('button', { name: 'Delete category' }).click()
  await expect(rows).toHaveCount(1)
  await expectAccessible(page)

  await test.step('two categories of the content become one by keys alone', async () => {
    const create = async (body: object) =>
      (await site.api('POST', '/api/v1/content-categories', { token: company.token, body })).body.id as string
    const tips = await create({ name: 'Tips' })
    const recipes = await create({ name: 'Recipes' })
    await create({ name: 'Baking', parent: tips })
    await create({ name: 'Baking', parent: recipes })
    await expect(rows).toHaveCount(5)
    await page.getByRole('link', { name: 'Tips' }).focus()
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog', { name: 'Merge Tips into another category' })
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(dialog.getByText('Choose a category').last()).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Merge into' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { name: 'Recipes', exact: true })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Merge', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Tips merged into Recipes')).toBeVisible()
    await expect(rows).toHaveCount(3)
  })

  await test.step('words that are typed in one language stay in it, and all languages are saved at once', async () => {
    const { token } = company
    await site.api('PUT', '/api/v1/languages', { token, body: { items: ['en', 'de'] } })
    await openPage(page, site.at(company.domain, '/cms/categories'))
    await page.getByRole('link', { name: 'News' }).click()
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Newsroom')
    await page.getByText('German', { exact: true }).click()
    await expect(name).toHaveValue('')
    await name.fill('Neues')
    await page.getByText('English', { exact: true }).click()
    await expect(name).toHaveValue('Newsroom')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/categories$/)
    const { body } = await site.api('GET', '/api/v1/content-categories', { token })
    const { texts } = body.items.find(({ slug }: { slug: string }) => slug === 'news')
    expect(texts).toMatchObject([
      { language: 'de', name: 'Neues' },
      { language: 'en', name: 'Newsroom' },
    ])
  })
})

test('an admin chooses which languages stand in for one', async ({ page, site }) => {
  const company = await found(site, 'standin')
  const { token } = company
  await site.api('PUT', '/api/v1/languages', { token, body: { items: ['en', 'de', 'fr'] } })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, '/cms/settings/languages'))
  const choice = (place: string, language: string) =>
    page.getByRole('button', { name: `${place} fallback for ${language}` })
  await expect(choice('First', 'German')).toContainText('English')
  await choice('First', 'French').press('Enter')
  await page.getByRole('option', { name: 'German' }).click()
  await choice('Second', 'French').press('Enter')
  await page.getByRole('option', { name: 'English' }).click()
  await choice('First', 'German').press('Enter')
  await page.getByRole('option', { name: 'None' }).click()
  await expectAccessible(page)
  await lookAtThis(page)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Languages saved')).toBeVisible()
  expect((await site.api('GET', '/api/v1/content-fallbacks', { token })).body.items).toEqual([
    { language: 'en', fallbacks: [] },
    { language: 'de', fallbacks: [] },
    { language: 'fr', fallbacks: ['de', 'en'] },
  ])
})
