import type { Browser, Page } from '@playwright/test'
import { newEntry, newModel, readEntry } from './content.ts'
import { type Founded, found, openPage, signIn } from './people.ts'
import { expect, holdAnswer, type Site, test } from './story.ts'

// Each test uses two browsers.
test.describe.configure({ timeout: 120_000 })

const box = (page: Page, key: string) => page.locator(`[data-field="${key}"]`).getByRole('textbox')
const isSaved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()

const isSavedAs = (site: Site, company: Founded, id: string, summary: string) =>
  expect.poll(async () => (await readEntry(site, company, id)).fields.summary).toBe(summary)

/** Creates an entry with two fields. Returns the id of the entry and the URL of its editor. */
async function newNote(site: Site, company: Founded) {
  await newModel(site, company, {
    ...{ key: 'note', name: 'Note' },
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'summary', kind: 'long_text' },
    ],
  })
  const id = await newEntry(site, company, 'notes', { title: 'First', summary: 'As it was' })
  return { id, address: site.at(company.domain, `/cms/content/edit/${id}`) }
}

async function openTwice(browser: Browser, page: Page, site: Site, { email }: Founded, address: string) {
  await signIn(page, site, email)
  const other = await (await browser.newContext()).newPage()
  await signIn(other, site, email)
  await openPage(page, address)
  await openPage(other, address)
  return other
}

/** Holds the first save of a page until `meanwhile` has ended. */
async function holdFirstSave(page: Page, meanwhile: () => Promise<void>) {
  let isFirst = true
  await page.route(/\/api\/v1\/content\/notes\//, async (route) => {
    const waits = isFirst && route.request().method() === 'PATCH'
    if (waits) isFirst = false
    if (waits) await meanwhile()
    await route.continue()
  })
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Somebody else changed the same text' })

test('two who write in one entry both have what both wrote, are asked about one field, and lose nothing', async ({
  browser,
  page,
  site,
}) => {
  const company = await found(site, 'cms')
  const { id, address } = await newNote(site, company)
  const other = await openTwice(browser, page, site, company, address)
  await box(page, 'title').fill('Title of the one')
  await box(other, 'summary').fill('Summary of the other')
  await Promise.all([isSaved(page), isSaved(other)])
  await expect(box(page, 'summary')).toHaveValue('Summary of the other')
  await expect(box(other, 'title')).toHaveValue('Title of the one')
  const { fields } = await readEntry(site, company, id)
  expect(fields).toEqual({ title: 'Title of the one', summary: 'Summary of the other' })

  await test.step('two who write in the same field are asked, and nothing is lost', async () => {
    await holdFirstSave(page, async () => {
      await box(other, 'summary').fill('Written by the other')
      await isSavedAs(site, company, id, 'Written by the other')
    })
    await box(page, 'summary').fill('Written by the one')
    const dialog = question(page)
    await expect(dialog).toContainText('Written by the other')
    await expect(dialog).toContainText('Written by the one')
    await expect(dialog).toContainText('Summary of the other')
    await expect.poll(() => readEntry(site, company, id)).toMatchObject({ fields: { summary: 'Written by the other' } })
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await isSaved(page)
    await expect(box(other, 'summary')).toHaveValue('Written by the one')
    await expect.poll(() => readEntry(site, company, id)).toMatchObject({ fields: { summary: 'Written by the one' } })
  })

  await test.step('who types on or closes the question what stays decides nothing, and is asked again', async () => {
    await holdFirstSave(page, async () => {
      await box(other, 'summary').fill('Written again by the other')
      await isSavedAs(site, company, id, 'Written again by the other')
    })
    await box(page, 'summary').fill('Written again by the one')
    await expect(question(page)).toBeVisible()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(question(page)).toBeVisible()
    await expect(question(page).getByRole('radio', { checked: true })).toHaveCount(0)
    await expect(question(page).getByRole('button', { name: 'Use my choices' })).toBeDisabled()

    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(page.getByText('Not saved: conflict')).toBeVisible()
    await box(page, 'summary').fill('Written on by the one')
    // The unsaved values cannot be published, so the page asks again.
    await page.keyboard.press('Control+Enter')
    await expect(question(page)).toContainText('Written on by the one')
    await question(page).getByRole('button', { name: 'Close' }).click()
    const { status, fields } = await readEntry(site, company, id)
    expect([status, fields.summary]).toEqual(['draft', 'Written again by the other'])

    await page.getByRole('button', { name: 'Choose what to keep' }).click()
    await question(page).getByRole('radio', { name: 'Yours' }).check()
    await question(page).getByRole('button', { name: 'Use my choices' }).click()
    await isSaved(page)
    await isSavedAs(site, company, id, 'Written on by the one')
  })
  await other.context().close()

  await test.step('what was written without a connection is told, kept, and saved when it is back', async () => {
    await page.context().setOffline(true)
    await box(page, 'title').fill('Written in a tunnel')
    await expect(page.getByText('Offline, saved on this computer')).toBeVisible()
    await page.context().setOffline(false)
    await isSaved(page)
    await expect.poll(() => readEntry(site, company, id)).toMatchObject({ fields: { title: 'Written in a tunnel' } })
  })
})

test('who was offline is told that what others wrote meanwhile is there too', { tag: '@sweep' }, async ({
  browser,
  page,
  site,
}) => {
  const company = await found(site, 'away')
  const { id, address } = await newNote(site, company)
  const other = await openTwice(browser, page, site, company, address)
  await other.context().setOffline(true)
  await box(other, 'summary').fill('Summary of who was away')
  await expect(other.getByText('Offline, saved on this computer')).toBeVisible()
  await box(page, 'title').fill('Title of who stayed')
  await isSaved(page)
  await other.context().setOffline(false)
  await expect(
    other.getByText('Other changes were saved while you were offline. Yours are added to them.'),
  ).toBeVisible()
  await expect(box(other, 'title')).toHaveValue('Title of who stayed')
  await isSavedAs(site, company, id, 'Summary of who was away')
  await other.context().close()
})

test('who leaves without choosing what stays is asked when they come back', { tag: '@sweep' }, async ({
  browser,
  page,
  site,
}) => {
  const company = await found(site, 'cms')
  const { id, address } = await newNote(site, company)
  const other = await openTwice(browser, page, site, company, address)
  await holdFirstSave(page, async () => {
    await box(other, 'summary').fill('Written by the other')
    await isSavedAs(site, company, id, 'Written by the other')
    await box(page, 'summary').fill('Written while that was saved')
  })
  await box(page, 'title').fill('Title of the one')
  await expect(question(page)).toContainText('Written while that was saved')
  await page.keyboard.press('Escape')
  await page.close()

  const back = await page.context().newPage()
  await openPage(back, address)
  const left = back.getByRole('dialog', { name: 'Your changes from an earlier visit were not saved' })
  await expect(left).toContainText('Written while that was saved')
  await back.keyboard.press('Escape')
  await isSavedAs(site, company, id, 'Written by the other')
  await back.getByRole('button', { name: 'Choose what to keep' }).click()
  await left.getByRole('button', { name: 'Keep mine' }).click()
  await isSavedAs(site, company, id, 'Written while that was saved')
  await other.context().close()
})

test('what is wrong is said beside its field and held back, and the rest is saved', async ({ page, site }) => {
  const company = await found(site, 'cms')
  await newModel(site, company, {
    ...{ key: 'person', name: 'Person' },
    fields: [
      { key: 'name', kind: 'text', required: 'on_publish' },
      { key: 'mail', kind: 'email', tab: 'More' },
    ],
  })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, '/cms/content/create?model=person'))
  await page.getByRole('tab', { name: 'More' }).click()
  await box(page, 'mail').fill('nobody at all')
  await expect(page.getByText('Not everything is saved')).toBeVisible()
  await expect(page.locator('[data-field="mail"] [aria-invalid=true]')).toBeVisible()
  await page.getByRole('tab', { name: 'Content' }).click()
  await box(page, 'name').fill('Ada')
  await page.waitForURL(/\/edit\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1)!
  await expect.poll(() => readEntry(site, company, id)).toMatchObject({ fields: { name: 'Ada', mail: null } })
  await page
    .getByRole('button', { name: /^Mail:/ })
    .first()
    .click()
  await expect(box(page, 'mail')).toBeFocused()
  await expect(box(page, 'mail')).toHaveValue('nobody at all')
  await box(page, 'mail').fill('ada@example.com')
  await isSaved(page)
  await expect.poll(() => readEntry(site, company, id)).toMatchObject({ fields: { mail: 'ada@example.com' } })
})

test('whose save arrived and was not answered goes on without being asked about their own words', {
  tag: '@sweep',
}, async ({ page, site }) => {
  const company = await found(site, 'lost')
  const { id, address } = await newNote(site, company)
  await signIn(page, site, company.email)
  await openPage(page, address)
  const answer = await holdAnswer(page, '*/api/v1/content/notes/*')
  await box(page, 'summary').fill('First words')
  await answer.lose()
  await expect(page.getByText('Offline, saved on this computer')).toBeVisible()
  await box(page, 'summary').fill('First words, and more')
  await isSaved(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await isSavedAs(site, company, id, 'First words, and more')
})
