import type { Page } from '@playwright/test'
import { newEntry, newModel, readEntry } from './content.ts'
import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

// Each goes a long way.
test.describe.configure({ timeout: 180_000 })

const field = (page: Page, key: string) => page.locator(`[data-field="${key}"]`)
const area = (page: Page, key: string) => field(page, key).getByRole('textbox')
const ink = (page: Page, key: string) => field(page, key).locator('.code-ink')
const isSaved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()

test('code is written with its indents and in its colours, is left by keyboard, and JSON is told its wrong line', async ({
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
    ],
  })
  const id = await newEntry(site, company, 'snippets', { title: 'Wait' })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `/cms/content/edit/${id}`))

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
  await expect(field(page, 'program').getByText('Esc, then Tab, leaves.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(area(page, 'program')).not.toBeFocused()
  await isSaved(page)

  await area(page, 'raw').fill('{\n  "a": 1\n  "b": 2\n}')
  await expect(field(page, 'raw').getByText('This is no JSON yet, line 3: write a comma before "b"')).toBeVisible()
  await expect(ink(page, 'raw').locator('[data-wrong]')).toHaveText('  "b": 2')
  await expect(area(page, 'raw')).toHaveAttribute('aria-invalid', 'true')
  await lookAtThis(page)
  await area(page, 'raw').fill('{\n  "a": 1,\n  "b": 2\n}')
  await expect(ink(page, 'raw').locator('[data-wrong]')).toHaveCount(0)
  await expect(ink(page, 'raw').locator('.hljs-attr')).toHaveText(['"a"', '"b"'])
  await expect
    .poll(() => readEntry(site, company, id))
    .toMatchObject({
      fields: { program: 'function wait() {\n  return "<b>" // soon\n}', raw: { a: 1, b: 2 } },
    })
})
