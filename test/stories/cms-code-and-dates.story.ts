import type { Page } from '@playwright/test'
import { newEntry, newModel, readEntry } from './content.ts'
import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

// The test has many steps.
test.describe.configure({ timeout: 180_000 })

const field = (page: Page, key: string) => page.locator(`[data-field="${key}"]`)
const area = (page: Page, key: string) => field(page, key).getByRole('textbox')
const ink = (page: Page, key: string) => field(page, key).locator('.code-ink')
const isSaved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()

test('an entry takes code, decimals and times as people write them, and its model says in which language and zone', async ({
  page,
  site,
}) => {
  const company = await found(site, 'code')
  await newModel(site, company, {
    ...{ key: 'snippet', name: 'Snippet' },
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'program', kind: 'code', language: 'ts' },
      { key: 'raw', kind: 'json' },
      { key: 'note', kind: 'text' },
      { key: 'price', kind: 'decimal' },
      { key: 'begins', kind: 'datetime', timeZone: 'Asia/Tokyo', width: 'half' },
      { key: 'ends', kind: 'datetime', width: 'half' },
    ],
  })
  const id = await newEntry(site, company, 'snippets', { title: 'Wait' })
  await signIn(page, site, company.email)
  const address = site.at(company.domain, `/cms/content/edit/${id}`)
  await openPage(page, address)

  await test.step('code is written with its indents and in its colours, is left by keyboard, and JSON is told its wrong line', async () => {
    await area(page, 'program').click()
    await page.keyboard.type('function wait() {')
    await page.keyboard.press('Enter')
    await page.keyboard.type('return "<b>" // soon\n}')
    await page.keyboard.press('Shift+Tab')
    await expect(area(page, 'program')).toHaveValue('function wait() {\n  return "<b>" // soon\n}')
    await expect(ink(page, 'program').locator('.hljs-keyword')).toHaveText(['function', 'return'])
    await expect(ink(page, 'program').locator('.hljs-string')).toHaveText('"<b>"')
    await expect(ink(page, 'program').locator('> div')).toHaveCount(3)
    await expect(field(page, 'program')).toContainText('TypeScript')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Tab')
    await expect(area(page, 'program')).toHaveValue('  function wait() {\n    return "<b>" // soon\n  }')
    await page.keyboard.press('Shift+Tab')
    await expect(area(page, 'program')).toHaveValue('function wait() {\n  return "<b>" // soon\n}')
    await expect(area(page, 'program')).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+Tab')
    await expect(area(page, 'program')).not.toBeFocused()
    await page.keyboard.press('Tab')
    await expect(area(page, 'program')).toBeFocused()
    await expect(field(page, 'program').getByText('Tab indents. Press Esc, then Tab to leave.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(area(page, 'program')).not.toBeFocused()
    await isSaved(page)

    await area(page, 'raw').fill('{\n  "a": 1\n  "b": 2\n}')
    await expect(field(page, 'raw').getByText('This is not valid JSON: line 3: write a comma before "b"')).toBeVisible()
    await expect(ink(page, 'raw').locator('[data-wrong]')).toHaveText('  "b": 2')
    await expect(area(page, 'raw')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('Not everything is saved')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(
      page.getByText('This entry was not published. This is not valid JSON: line 3: write a comma'),
    ).toBeVisible()
    await expect(area(page, 'raw')).toBeFocused()
    await lookAtThis(page)
    await area(page, 'raw').fill('{\n  "id": 9007199254740993\n}')
    await expect(
      field(page, 'raw').getByText(
        'Line 2: 9007199254740993 has too many digits for a number. Write it as text: "9007199254740993".',
      ),
    ).toBeVisible()
    await area(page, 'raw').fill('{\n  "a": 1,\n  "b": 2\n}')
    await expect(ink(page, 'raw').locator('[data-wrong]')).toHaveCount(0)
    await expect(ink(page, 'raw').locator('.hljs-attr')).toHaveText(['"a"', '"b"'])
    await expect
      .poll(() => readEntry(site, company, id))
      .toMatchObject({
        fields: { program: 'function wait() {\n  return "<b>" // soon\n}', raw: { a: 1, b: 2 } },
      })
  })

  await test.step('a decimal takes a comma where it can mean one thing, and is refused where it can mean two', async () => {
    await area(page, 'price').click()
    await page.keyboard.type('1,250', { delay: 20 })
    await expect(field(page, 'price').getByText('1,250 can mean 1250 or 1.250. Enter one of them.')).toBeVisible()
    await expect(area(page, 'price')).toHaveValue('1,250')
    await page.keyboard.press('ControlOrMeta+Enter')
    await area(page, 'price').fill('1250,75')
    await isSaved(page)
    const { status, fields } = await readEntry(site, company, id)
    expect([status, fields.price]).toEqual(['draft', '1250.75'])
  })

  await test.step('a time is written by the clocks of a zone, also where they are changed, and is there again afterwards', async () => {
    const time = (key: string) => field(page, key).locator('input[type=datetime-local]')
    const zone = (key: string) => field(page, key).getByRole('button', { name: /^Time zone/ })
    const isKept = async (fields: object) => {
      await expect.poll(() => readEntry(site, company, id)).toMatchObject({ fields })
      await isSaved(page)
    }

    await time('begins').fill('2026-11-24T09:00')
    await expect(zone('begins')).toHaveText('Time zone Asia/Tokyo, UTC +09:00')
    await time('ends').fill('2026-10-25T02:30')
    await expect(zone('ends')).toHaveText('Time zone Europe/Berlin, UTC +02:00')
    await isKept({ begins: '2026-11-24T00:00:00.000Z', ends: '2026-10-25T00:30:00.000Z' })
    await expect(field(page, 'ends').getByText('so it occurs twice')).toBeVisible()
    await field(page, 'ends').getByText('Later', { exact: true }).click()
    await expect(zone('ends')).toHaveText('Time zone Europe/Berlin, UTC +01:00')
    await isKept({ ends: '2026-10-25T01:30:00.000Z' })
    await lookAtThis(page)

    await openPage(page, address)
    await expect(time('begins')).toHaveValue('2026-11-24T09:00')
    await expect(zone('begins')).toHaveText('Time zone Asia/Tokyo, UTC +09:00')
    await expect(field(page, 'ends').getByLabel('Later', { exact: true })).toBeChecked()

    await time('ends').fill('2026-03-29T02:30')
    await expect(field(page, 'ends').getByText('03:30 is saved instead')).toBeVisible()
    await isKept({ ends: '2026-03-29T01:30:00.000Z' })
    await expect(time('ends')).toHaveValue('2026-03-29T02:30')

    await zone('ends').press('Enter')
    await page.keyboard.type('new york')
    await expect(page.getByRole('option', { name: /America\/New_York/ })).toBeVisible()
    await lookAtThis(page)
    await page.keyboard.press('Enter')
    await expect(zone('ends')).toBeFocused()
    await expect(zone('ends')).toHaveText('Time zone America/New_York, UTC -04:00')
    await expect(time('ends')).toHaveValue('2026-03-28T21:30')
    await time('ends').fill('2026-07-01T09:00')
    await expect(field(page, 'ends').getByText('Wednesday, 1 July 2026, 15:00 CEST')).toBeVisible()
    await isKept({ ends: '2026-07-01T13:00:00.000Z' })
  })

  await test.step('the zone of a field is chosen in the settings, and a language that is not known stays as it is', async () => {
    await newModel(site, company, {
      ...{ key: 'meeting', name: 'Meeting' },
      fields: [
        { key: 'begins', kind: 'datetime' },
        { key: 'program', kind: 'code', language: 'cobol' },
      ],
    })
    await openPage(page, site.at(company.domain, '/cms/settings/models/meeting'))
    const fields = page.getByRole('list', { name: 'Fields' })
    const dialog = page.getByRole('dialog')
    await fields.getByRole('button', { name: 'Begins', exact: true }).click()
    await dialog.getByText('More', { exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Time zone' }).fill('zagreb')
    await page.getByRole('option', { name: /^Europe\/Zagreb/ }).click()
    await lookAtThis(page)
    await dialog.getByRole('button', { name: 'Save field' }).click()
    await expect(dialog).toHaveCount(0)
    await fields.getByRole('button', { name: 'Program', exact: true }).click()
    await expect(dialog.getByRole('combobox', { name: 'Language' })).toHaveValue('cobol')
    await dialog.getByLabel('Help').fill('What the machine runs')
    await dialog.getByRole('button', { name: 'Save field' }).click()
    await expect(dialog).toHaveCount(0)
    const { body } = await site.api('GET', '/api/v1/content-models/meeting', { token: company.token })
    expect(body.fields).toMatchObject([
      { key: 'begins', timeZone: 'Europe/Zagreb' },
      { key: 'program', language: 'cobol', help: 'What the machine runs' },
    ])
  })
})
