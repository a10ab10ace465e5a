import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { readEntry } from './content.ts'
import { expectAccessible, isSweep } from './look.ts'
import { type Founded, found, openPage, signIn } from './people.ts'
import { expect, holdRequests, type Site, test } from './story.ts'

// The test creates many fields in the browser.
test.describe.configure({ timeout: 300_000 })

type Make = {
  kind: string
  /**
   * API name of the kind. `npm test` creates fields with this name through the API, because their dialog is the same as
   * for other kinds.
   */
  made?: string
  label: string
  settings?: (dialog: Locator, page: Page) => Promise<unknown>
}
type Fill = (field: Locator, page: Page) => Promise<unknown>

const addChoices = async (dialog: Locator) => {
  for (const [at, name] of ['News', 'Tips'].entries()) {
    await dialog.getByRole('button', { name: 'Add option' }).click()
    await expect(dialog.getByLabel(`Label of option ${at + 1}`)).toBeFocused()
    await dialog.page().keyboard.type(name)
  }
}
const write =
  (text: string): Fill =>
  (field) =>
    field.locator('input:not([type=radio]), textarea').first().fill(text)

/** All offered kinds: how a field is created and filled in, and the value that the API returns. */
const kinds: (Make & { fill: Fill; read: unknown })[] = [
  { kind: 'Text', label: 'Subtitle', fill: write('Seconds count'), read: 'Seconds count' },
  { kind: 'Long text', made: 'long_text', label: 'Summary', fill: write('One tap.'), read: 'One tap.' },
  {
    ...{ kind: 'Rich text', made: 'rich_text', label: 'Body' },
    async fill(field, page) {
      await field.getByRole('textbox').click()
      await page.keyboard.type('Nobody looks at it.')
    },
    read: {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Nobody looks at it.' }] }],
    },
  },
  {
    kind: 'Markdown',
    made: 'markdown',
    label: 'Notes',
    fill: write('# Check'),
    read: expect.stringContaining('# Check'),
  },
  { kind: 'Slug', made: 'slug', label: 'Short name', fill: write('clock'), read: 'clock' },
  {
    ...{ kind: 'Code', made: 'code', label: 'Snippet' },
    async fill(field, page) {
      await field.getByRole('textbox').click()
      await page.keyboard.type('run()')
    },
    read: 'run()',
  },
  { kind: 'Whole number', made: 'integer', label: 'Minutes', fill: write('6'), read: 6 },
  { kind: 'Decimal', made: 'decimal', label: 'Price', fill: write('12.50'), read: '12.50' },
  { kind: 'Date', made: 'date', label: 'Day', fill: write('2026-11-24'), read: '2026-11-24' },
  {
    kind: 'Date and time',
    made: 'datetime',
    label: 'Begins',
    fill: write('2026-11-24T09:00'),
    read: '2026-11-24T08:00:00.000Z',
  },
  { kind: 'Time of day', made: 'time', label: 'Opens', fill: write('08:30'), read: '08:30:00' },
  { kind: 'Yes or no', made: 'boolean', label: 'Paid', fill: (field) => field.getByRole('switch').check(), read: true },
  {
    ...{ kind: 'Choice', label: 'Topic', settings: addChoices, read: 'tips' },
    async fill(field, page) {
      await field.getByRole('button', { name: /^(?!Comment)/ }).click()
      await page.getByRole('option', { name: 'Tips' }).click()
    },
  },
  {
    ...{ kind: 'Color', made: 'color', label: 'Tint', read: '#1f6feb' },
    fill: (field) => field.getByLabel('Tint', { exact: true }).fill('#1f6feb'),
  },
  { kind: 'E-mail address', made: 'email', label: 'Mail', fill: write('sofia@example.com'), read: 'sofia@example.com' },
  { kind: 'Phone number', made: 'phone', label: 'Phone', fill: write('+49 30 123456'), read: '+4930123456' },
  { kind: 'Web address', made: 'url', label: 'Site', fill: write('example.com/a'), read: 'https://example.com/a' },
  {
    ...{ kind: 'Location', made: 'location', label: 'Place', read: { latitude: 52.5, longitude: 13.4 } },
    async fill(field) {
      await field.getByLabel('Latitude').fill('52.5')
      await field.getByLabel('Longitude').fill('13.4')
    },
  },
  {
    ...{ kind: 'Reference', made: 'reference', label: 'Related', read: null },
    async fill(field, page) {
      await field.getByRole('button', { name: 'Choose' }).click()
      await page.keyboard.type('A draft')
      await page.getByRole('option', { name: /New Blog post/ }).click()
      await expect(field.getByText('A draft')).toBeVisible()
    },
  },
  {
    ...{ kind: 'Media', made: 'media', label: 'Picture', read: expect.objectContaining({ width: 600, height: 400 }) },
    async fill(field, page) {
      await field.getByRole('button', { name: 'Choose' }).click()
      const library = page.getByRole('dialog', { name: 'Media library' })
      await library.getByLabel('Files to upload').setInputFiles(await picture())
      await library.getByRole('button', { name: 'Use file' }).click()
      await expect(field.getByText('clock.png')).toBeVisible()
    },
  },
  {
    ...{ kind: 'Category', made: 'category', label: 'Shelf', read: expect.objectContaining({ slug: 'guides' }) },
    async fill(field, page) {
      await field.getByRole('button', { name: /^(?!Comment)/ }).click()
      await page.getByRole('option', { name: 'Guides' }).click()
    },
  },
  {
    ...{ kind: 'Group', label: 'Fact', read: expect.objectContaining({ words: 'Seconds matter' }) },
    async settings(dialog, page) {
      await dialog.getByRole('button', { name: 'Component' }).click()
      await page.getByRole('option', { name: 'Quote' }).click()
    },
    fill: (field) => field.getByLabel('Words').fill('Seconds matter'),
  },
  {
    ...{ kind: 'Blocks', label: 'Sections', read: [expect.objectContaining({ words: 'In a block' })] },
    settings: (dialog) => dialog.getByRole('checkbox', { name: 'Quote' }).check(),
    async fill(field, page) {
      await field.getByRole('button', { name: 'Add Quote' }).click()
      await page.keyboard.type('In a block')
    },
  },
  { kind: 'JSON', made: 'json', label: 'Raw', fill: write('{"a": 1}'), read: { a: 1 } },
]

const keyOf = (label: string) => label.toLowerCase().replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())
const fieldOf = (page: Page, label: string) => page.locator(`[data-field="${keyOf(label)}"]`)
const isSaved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Details' })
const picture = async () => ({
  ...{ name: 'clock.png', mimeType: 'image/png' },
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toBuffer(),
})

async function makeModel(page: Page, name: string, choose?: (dialog: Locator) => Promise<unknown>) {
  await page.getByRole('button', { name: /^New model/ }).click()
  const dialog = page.getByRole('dialog', { name: 'New model' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await choose?.(dialog)
  await dialog.getByRole('button', { name: 'Create model' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(dialog).toBeHidden()
}

async function makeField(page: Page, { kind, label, settings }: Make) {
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New field' })
  await dialog.getByRole('combobox', { name: 'Kind' }).fill(`${kind}:`)
  await page.getByRole('option', { name: new RegExp(`^${kind}:`) }).click()
  await dialog.getByLabel('Label', { exact: true }).fill(label)
  await settings?.(dialog, page)
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect(page.getByRole('list', { name: 'Fields' }).getByText(keyOf(label), { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
}

/**
 * Returns the names of all offered kinds. Moves through the list by key, because the list renders only a few options at
 * a time.
 */
async function offeredKinds(page: Page) {
  await page.keyboard.press('n')
  const kind = page.getByRole('combobox', { name: 'Kind' })
  await kind.click()
  const names = new Set<string>()
  for (let step = 0; step < 40; step += 1) {
    names.add(((await page.locator('[role=option][data-focus]').textContent()) ?? '').split(':')[0]!)
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel' }).click()
  return [...names].sort()
}

/** Returns a function that reads an entry with a delivery key, which sees only published content. */
async function newReader(site: Site, { token }: Founded, model: string, id: string) {
  const { body: key } = await site.api('POST', '/api/v1/api-keys', { token, body: { name: 'Site', kind: 'delivery' } })
  return (query = '') => site.api('GET', `/api/v1/content/${model}/${id}${query}`, { token: key.secret })
}

test('a field of every kind goes from its model over its editor to who reads it by a key', async ({ page, site }) => {
  const company = await found(site, 'reader')
  const { token } = company
  await site.api('PUT', '/api/v1/languages', { token, body: { items: ['en', 'de'] } })
  await site.api('POST', '/api/v1/content-categories', { token, body: { name: 'Guides' } })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, '/cms/settings'))
  await makeModel(page, 'Quote', async (dialog) => {
    await dialog.getByRole('button', { name: 'Kind' }).click()
    await page.getByRole('option', { name: /^Component/ }).click()
  })
  await makeField(page, { kind: 'Text', label: 'Words' })
  await openPage(page, site.at(company.domain, '/cms/settings'))
  await makeModel(page, 'Blog post', (dialog) => dialog.getByRole('checkbox').check())
  expect(await offeredKinds(page)).toEqual(kinds.map(({ kind }) => kind).sort())
  const byApi = isSweep() ? [] : kinds.filter(({ made }) => made)
  const fields = byApi.map(({ made, label }) => ({ key: keyOf(label), label, kind: made }))
  await site.api('PATCH', '/api/v1/content-models/blogPost', { token, body: { fields } })
  for (const kind of kinds) if (!byApi.includes(kind)) await makeField(page, kind)
  await expectAccessible(page)

  await openPage(page, site.at(company.domain, '/cms/content/create?model=blogPost'))
  await fieldOf(page, 'Title').getByRole('textbox').fill('How we rebuilt the clock')
  await page.waitForURL(/\/edit\/[0-9a-f-]{36}$/)
  for (const { label, fill } of kinds) await fill(fieldOf(page, label), page)
  await isSaved(page)
  const id = page.url().split('/').at(-1)!
  const read = await newReader(site, company, 'blogPosts', id)
  expect((await read()).status).toBe(404)

  await publishAlone(page)
  await expect(panelOf(page).getByText('Published', { exact: true }).first()).toBeVisible()
  const published = await read()
  expect(published.body).toMatchObject({
    ...Object.fromEntries(kinds.map(({ label, read: wanted }) => [keyOf(label), wanted])),
    title: 'How we rebuilt the clock',
  })
  await expect.poll(async () => (await read('?locale=de')).body._meta).toMatchObject({ locale: 'en', locales: ['en'] })

  await fieldOf(page, 'Title').getByRole('textbox').fill('Renamed')
  await fieldOf(page, 'Minutes').getByRole('textbox').fill('9')
  await isSaved(page)
  await expect(panelOf(page).getByText('Changed', { exact: true })).toBeVisible()
  await expect.poll(async () => (await read()).body).toMatchObject({ title: 'How we rebuilt the clock', minutes: 6 })
  await publishAlone(page)
  await expect(panelOf(page).getByText('Published', { exact: true }).first()).toBeVisible()
  await expect.poll(async () => (await read()).body).toMatchObject({ title: 'Renamed', minutes: 9 })

  await panelOf(page)
    .getByRole('button', { name: /published/ })
    .last()
    .click()
  const version = page.getByRole('dialog', { name: /^Version/ })
  await expect(version.getByRole('deletion').first()).toHaveText('How we rebuilt the clock')
  await version.getByRole('button', { name: 'Restore all…' }).click()
  // Publishing also works while the page still reads the restored values.
  const held = await holdRequests(page, '**/*.data*')
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect
    .poll(async () => (await readEntry(site, company, id)).fields)
    .toMatchObject({ title: 'How we rebuilt the clock', minutes: 6, tint: '#1f6feb', raw: { a: 1 }, paid: true })
  await expect.poll(async () => (await read()).body.title).toBe('Renamed')
  await publishAlone(page)
  await expect.poll(async () => (await read()).body).toMatchObject({ title: 'How we rebuilt the clock', minutes: 6 })
  held.release()
  await expect(fieldOf(page, 'Title').getByRole('textbox')).toHaveValue('How we rebuilt the clock')
  await expect(fieldOf(page, 'Minutes').getByRole('textbox')).toHaveValue('6')
  await expectAccessible(page)
})

/** Publishes an entry that refers to an unpublished entry. The page asks in this case. */
async function publishAlone(page: Page) {
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('button', { name: 'Publish only this entry' }).click()
}
