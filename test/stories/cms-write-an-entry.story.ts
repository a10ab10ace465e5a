import type { Page } from '@playwright/test'
import { newEntry, newModel, readEntry } from './content.ts'
import { lookAtThis } from './look.ts'
import { type Founded, found, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'

// Each test has many steps.
test.describe.configure({ timeout: 180_000 })

const field = (page: Page, key: string) => page.locator(`[data-field="${key}"]`)
const isSaved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()
const panel = (page: Page) => page.getByRole('complementary', { name: 'Details' })

/** Creates a model with fields of all kinds except media, because media fields need a library. */
async function newModels(site: Site, company: Founded) {
  await newModel(site, company, {
    ...{ key: 'hero', name: 'Hero', kind: 'component' },
    fields: [
      { key: 'heading', kind: 'text', required: 'always' },
      {
        key: 'tone',
        kind: 'select',
        options: [
          { key: 'calm', label: 'Calm' },
          { key: 'loud', label: 'Loud', color: '#ff0000' },
        ],
      },
    ],
  })
  await newModel(site, company, {
    key: 'quote',
    name: 'Quote',
    kind: 'component',
    fields: [{ key: 'words', kind: 'text' }],
  })
  await newModel(site, company, { key: 'author', name: 'Author', fields: [{ key: 'name', kind: 'text' }] })
  return newModel(site, company, {
    ...{ key: 'post', name: 'Post', localized: true, previewUrl: 'https://site.example/blog/{slug}' },
    fields: [
      { key: 'title', kind: 'text', required: 'on_publish', localized: true },
      { key: 'slug', kind: 'slug', localized: true, width: 'half' },
      { key: 'minutes', kind: 'integer', label: 'Reading time', width: 'half' },
      { key: 'summary', kind: 'long_text', localized: true },
      { key: 'body', kind: 'rich_text', localized: true, blocks: ['bulletList'] },
      { key: 'notes', kind: 'markdown' },
      { key: 'isPaid', kind: 'boolean', label: 'Paid' },
      { key: 'author', kind: 'reference', models: ['author'] },
      { key: 'sections', kind: 'blocks', components: ['hero', 'quote'] },
      ...[
        { key: 'price', kind: 'decimal', width: 'third' },
        { key: 'day', kind: 'date', width: 'third' },
        { key: 'at', kind: 'datetime', width: 'third' },
        { key: 'opens', kind: 'time' },
        {
          key: 'tags',
          kind: 'select',
          many: true,
          options: [
            { key: 'news', label: 'News' },
            { key: 'tips', label: 'Tips' },
          ],
        },
        { key: 'tint', kind: 'color' },
        { key: 'site', kind: 'url' },
        { key: 'mail', kind: 'email' },
        { key: 'phone', kind: 'phone' },
        { key: 'place', kind: 'location' },
        { key: 'raw', kind: 'json' },
        { key: 'snippet', kind: 'code', language: 'javascript' },
        { key: 'facts', kind: 'group', component: 'quote', many: true },
        { key: 'topic', kind: 'category' },
      ].map((one) => ({ ...one, tab: 'More' })),
    ],
  })
}

test('an entry with fields of many kinds goes from blank to published, is changed and taken back', async ({
  page,
  site,
}) => {
  const company = await found(site, 'cms')
  await newModels(site, company)
  await site.api('PUT', '/api/v1/languages', { token: company.token, body: { items: ['en', 'de'] } })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, '/cms/content/create?model=post'))

  await expect(field(page, 'title').getByRole('textbox')).toBeFocused()
  await field(page, 'title').getByRole('textbox').fill('How we rebuilt the clock')
  await page.waitForURL(/\/edit\/[0-9a-f-]{36}$/)
  await isSaved(page)
  const id = page.url().split('/').at(-1)!
  await expect(field(page, 'slug').getByRole('textbox')).toHaveValue('how-we-rebuilt-the-clock')
  await field(page, 'minutes').getByRole('textbox').fill('6')
  await field(page, 'summary').getByRole('textbox').fill('One tap, one second.')
  await field(page, 'body').getByRole('textbox').click()
  await page.keyboard.type('Nobody looks at it.')
  await field(page, 'notes').getByRole('textbox').fill('# Check\n\n- the **facts**')
  await field(page, 'notes').getByText('Preview', { exact: true }).click()
  await expect(field(page, 'notes').getByRole('heading', { name: 'Check' })).toBeVisible()
  await field(page, 'isPaid').getByRole('switch').check()
  await field(page, 'author').getByRole('button', { name: 'Choose' }).click()
  await page.keyboard.type('Sofia Bianchi')
  await page.getByRole('option', { name: /New Author/ }).click()
  await expect(field(page, 'author').getByText('Sofia Bianchi')).toBeVisible()
  await isSaved(page)

  await page.getByRole('tab', { name: 'More' }).click()
  await field(page, 'price').getByRole('textbox').fill('12.50')
  await field(page, 'day').locator('input').fill('2026-11-24')
  await field(page, 'at').locator('input').fill('2026-11-24T09:00')
  await field(page, 'opens').locator('input').fill('08:30')
  await field(page, 'tags')
    .getByRole('button', { name: /^(?!Comment)/ })
    .click()
  await page.getByRole('option', { name: 'Tips' }).click()
  await field(page, 'tint').getByLabel('Tint', { exact: true }).fill('#1f6feb')
  await field(page, 'site').getByRole('textbox').fill('example.com/a')
  await field(page, 'mail').getByRole('textbox').fill('sofia@example.com')
  await field(page, 'phone').getByRole('textbox').fill('+49 30 123456')
  await field(page, 'place').getByLabel('Latitude').fill('52.5')
  await field(page, 'place').getByLabel('Longitude').fill('13.4')
  await field(page, 'raw').getByRole('textbox').fill('{"a": 1}')
  await field(page, 'snippet').getByRole('textbox').click()
  await page.keyboard.type('if (a) {')
  await page.keyboard.press('Tab')
  await field(page, 'facts').getByRole('button', { name: 'Add Quote' }).click()
  await page.keyboard.type('Seconds matter')
  await isSaved(page)

  const { fields } = await readEntry(site, company, id)
  expect(fields).toMatchObject({
    ...{ title: 'How we rebuilt the clock', slug: 'how-we-rebuilt-the-clock', minutes: 6, isPaid: true },
    ...{ price: '12.50', day: '2026-11-24', at: '2026-11-24T08:00:00.000Z', opens: '08:30:00', tags: ['tips'] },
    ...{ tint: '#1f6feb', site: 'https://example.com/a', mail: 'sofia@example.com', phone: '+4930123456' },
    ...{ place: { latitude: 52.5, longitude: 13.4 }, raw: { a: 1 }, snippet: 'if (a) {  ' },
    facts: [{ words: 'Seconds matter' }],
  })

  // The shortcut also works inside a rich text, and adds no line break there.
  await page.getByRole('tab', { name: 'Content' }).click()
  const body = field(page, 'body').getByRole('textbox')
  const lines = await body.locator('br:not(.ProseMirror-trailingBreak)').count()
  await body.click()
  await page.keyboard.press('ControlOrMeta+Enter')
  // The page asks, because the entry refers to an unpublished entry.
  await page.getByRole('button', { name: 'Publish only this entry' }).click()
  await expect(panel(page).getByText('Published', { exact: true }).first()).toBeVisible()
  await expect(body.locator('br:not(.ProseMirror-trailingBreak)')).toHaveCount(lines)
  await field(page, 'title').getByRole('textbox').fill('Renamed')
  await isSaved(page)
  await expect(panel(page).getByText('Changed', { exact: true })).toBeVisible()
  await panel(page)
    .getByRole('button', { name: /, live/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /Version/ })
  await expect(dialog.getByRole('deletion')).toHaveText('How we rebuilt the clock')
  const beside = dialog.getByLabel('Compared with')
  await beside.click()
  await page.getByRole('option').nth(2).click()
  await expect(dialog.getByText(/^Version \d+ has the same content\.$/)).toBeVisible()
  await lookAtThis(page)
  await beside.click()
  await page.getByRole('option', { name: 'The draft' }).click()
  await expect(dialog.getByRole('insertion')).toHaveText('Renamed')
  await dialog.getByRole('button', { name: 'Restore field' }).click()
  await expect(field(page, 'title').getByRole('textbox')).toHaveValue('How we rebuilt the clock')
  await isSaved(page)

  const german = page.getByRole('navigation', { name: 'Languages' }).getByRole('link', { name: /German/ })
  await expect(german).toContainText('missing')
  await german.click()
  await page.getByRole('button', { name: 'Copy the English text' }).click()
  await expect(field(page, 'title').getByRole('textbox')).toHaveValue('How we rebuilt the clock')
  await field(page, 'title').getByRole('textbox').fill('Wie wir die Uhr neu bauten')
  await isSaved(page)
  await expect(field(page, 'body').getByRole('textbox')).toContainText('Nobody looks at it.')
  await expect
    .poll(() => readEntry(site, company, id, 'de'))
    .toMatchObject({
      fields: { title: 'Wie wir die Uhr neu bauten', summary: 'One tap, one second.', minutes: 6 },
    })
})

test('what is pasted and too long stays, and its field says how long it may be', async ({ page, site }) => {
  const company = await found(site, 'cms')
  const model = await newModel(site, company, {
    ...{ key: 'post', name: 'Post' },
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'slug', kind: 'slug' },
    ],
  })
  const id = await newEntry(site, company, model.pluralKey, { title: 'Short' })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `/cms/content/edit/${id}`))
  const [title, slug] = [field(page, 'title'), field(page, 'slug')]

  await title.getByRole('textbox').fill('')
  await title.getByRole('textbox').focus()
  await page.keyboard.insertText('a'.repeat(700))
  await expect(title.getByText('700 of 500 characters')).toBeVisible()
  await expect(title.getByText('Use at most 500 characters')).toBeVisible()
  await expect(title.getByRole('textbox')).toHaveValue('a'.repeat(700))
  await title.getByRole('textbox').fill('Short again')
  await isSaved(page)
  await expect(title.getByText('Use at most')).toBeHidden()

  await slug.getByRole('textbox').fill('')
  await slug.getByRole('textbox').focus()
  await page.keyboard.insertText('c'.repeat(130))
  await expect(slug.getByText('130 of 120 characters')).toBeVisible()
  await expect(slug.getByText('Use at most 120 characters')).toBeVisible()
})
