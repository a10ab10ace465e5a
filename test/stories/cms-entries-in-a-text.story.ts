import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { newEntry, newModel } from './content.ts'
import { lookAtThis } from './look.ts'
import { type Founded, found, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'

test.describe.configure({ timeout: 180_000 })

const body = (page: Page) => page.locator('[data-field="body"]')
const text = (page: Page) => body(page).getByRole('textbox', { name: 'Body' })
const isSaved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()
const picture = async () => ({
  ...{ name: 'bakery.png', mimeType: 'image/png' },
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toBuffer(),
})

async function newPost(page: Page, site: Site, company: Founded) {
  await newModel(site, company, {
    ...{ key: 'author', name: 'Author' },
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'slug', kind: 'slug' },
    ],
  })
  await newModel(site, company, {
    ...{ key: 'story', name: 'Story', pluralKey: 'stories' },
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'body', kind: 'rich_text', models: ['author'] },
    ],
  })
  const mina = await newEntry(site, company, 'authors', { title: 'Mina Holm' })
  const { token } = company
  await site.api('PUT', `/api/v1/content/authors/${mina}/publication`, { token, body: {} })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, '/cms/content/create?model=story'))
  await page.locator('[data-field="title"]').getByRole('textbox').fill('Bread')
  await page.waitForURL(/\/edit\/[0-9a-f-]{36}$/)
  return { mina, id: page.url().split('/').at(-1)! }
}

/** Types words that find one block, and inserts the block with Enter. */
async function insert(page: Page, words: string, label: string) {
  await page.keyboard.type(`/${words}`)
  await expect(page.getByRole('option', { name: label, exact: true })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}

test('a text with entries and a picture is written by keys, published, and read with addresses', async ({
  page,
  site,
}) => {
  const company = await found(site, 'texts')
  const { mina, id } = await newPost(page, site, company)
  await text(page).click()
  await insert(page, 'entry', 'Entry')
  const dialog = page.getByRole('dialog', { name: 'Insert an entry' })
  await expect(dialog.getByRole('combobox', { name: 'Search entries' })).toBeFocused()
  await page.keyboard.type('Mina')
  await expect(dialog.getByRole('option', { name: /Mina Holm/ })).toBeVisible()
  await lookAtThis(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(text(page)).toBeFocused()
  const card = text(page).getByRole('link', { name: 'Mina Holm' })
  await expect(card).toHaveAttribute('href', new RegExp(`/cms/content/edit/${mina}`))
  await expect(text(page)).toContainText('Author')

  await page.keyboard.type('By @Mina')
  await page
    .getByRole('listbox', { name: 'Entries' })
    .getByRole('option', { name: /Mina Holm/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await expect(card).toHaveCount(2)
  await page.keyboard.type('of the bakery')
  await chooseWordAndLink(page)
  await page.getByRole('textbox', { name: 'Enter a URL or search for an entry' }).fill('Mina')
  await page
    .getByRole('list', { name: 'Entries' })
    .getByRole('button', { name: /Mina Holm/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('toolbar', { name: 'Selected text' })).toBeHidden()
  await page.keyboard.press('Enter')

  await insert(page, 'library', 'From the media library')
  const library = page.getByRole('dialog', { name: 'Media library' })
  await library.getByLabel('Files to upload').setInputFiles(await picture())
  await library.getByRole('button', { name: /^Use/ }).click()
  await expect(library).toBeHidden()
  await expect(text(page).getByRole('figure').locator('img')).toBeVisible()
  await expect(text(page)).toBeFocused()

  await insert(page, 'entry', 'Entry')
  await page.keyboard.type('Tom')
  await page.getByRole('option', { name: /New Author: “Tom”/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect(text(page).getByRole('link', { name: 'Tom' })).toBeVisible()
  await expect(text(page)).toContainText('Author, draft')
  await isSaved(page)
  await lookAtThis(page)

  const { body: key } = await site.api('POST', '/api/v1/api-keys', {
    token: company.token,
    body: { name: 'Site', kind: 'delivery' },
  })
  await page.locator('[data-field="title"]').getByRole('textbox').focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('button', { name: 'Publish only this entry' }).click()
  const read = () => site.api('GET', `/api/v1/content/stories/${id}`, { token: key.secret })
  await expect.poll(async () => (await read()).status).toBe(200)
  const delivered = (await read()).body.body
  const shown = { id: mina, type: 'author', slug: 'mina-holm' }
  expect(delivered.content).toMatchObject([
    { type: 'entry', attrs: { entry: shown } },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'By ' },
        { type: 'inlineEntry', attrs: { entry: shown } },
        { type: 'text', text: ' of the ' },
        { type: 'text', text: 'bakery', marks: [{ type: 'link', attrs: { entry: shown } }] },
      ],
    },
    { type: 'picture', attrs: { file: { name: 'bakery.png', width: 600, height: 400 } } },
    { type: 'entry', attrs: { entry: null } },
    { type: 'paragraph' },
  ])
  const opened = await page.evaluate(async (url) => {
    const { status, headers } = await fetch(url)
    return [status, headers.get('content-type')]
  }, delivered.content[2].attrs.file.url)
  expect(opened).toEqual([200, expect.stringMatching(/^image\//)])
})

/** Presses Ctrl+K directly after the selection, before the browser reports the selection. */
const chooseWordAndLink = (page: Page) =>
  page.evaluate(() => {
    document.getSelection()?.modify('extend', 'backward', 'word')
    const ctrlK = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', ctrlK))
  })
