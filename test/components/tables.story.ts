import { text as readText } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { fromHtml } from '#server/writing/document-reading/from-html.ts'
import { expect, type Stage, test } from './component.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text' })
const cell = (page: Page, words: string) => text(page).locator('td, th').filter({ hasText: words }).first()

async function paste(page: Page, stage: Stage, html: string) {
  stage.answer('/api/v1/documents', async (request, response) => {
    const { html } = JSON.parse(await readText(request))
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ...fromHtml(html), articles: [] }))
  })
  await text(page).click()
  await text(page).evaluate((element, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, row) => `<tr><td>${row} a</td><td>${row} many more words</td></tr>`).join('')

test('cells are merged and split, and become heads, by keys alone', async ({ page, show, stage }) => {
  await show('editor')
  await paste(page, stage, `<p>x</p><table>${rowsOf(3)}</table>`)
  await cell(page, '0 a').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(text(page).locator('.selectedCell')).toHaveCount(2)
  await page.keyboard.press('Control+Alt+j')
  await expect(cell(page, '0 a')).toHaveAttribute('colspan', '2')
  await page.keyboard.press('Control+Alt+j')
  await expect(text(page).locator('tr').first().locator('td')).toHaveCount(2)

  await cell(page, '1 a').click()
  const menu = page.getByRole('toolbar', { name: 'This block' })
  await expect(menu).toBeVisible()
  await page.keyboard.press('Alt+F10')
  await expect(menu.getByRole('button', { name: 'Insert row above' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Alt+F10')
  await menu.getByRole('button', { name: 'Header column' }).focus()
  await page.keyboard.press('Enter')
  await expect(text(page).locator('tr > th:first-child')).toHaveCount(3)
  await cell(page, '2 many').click()
  await menu.getByRole('button', { name: 'Header cell' }).click()
  await expect(text(page).locator('th')).toHaveCount(4)
})

test('the columns of a long table keep their widths while somebody writes in it, and those of a short one follow', async ({
  page,
  show,
  stage,
}) => {
  await show('editor')
  await paste(page, stage, `<p>x</p><table>${rowsOf(60)}</table>`)
  const table = text(page).locator('table')
  await expect(table).toHaveCSS('table-layout', 'fixed')
  const widthOf = () => cell(page, '0 a').evaluate((element) => (element as HTMLElement).offsetWidth)
  const before = await widthOf()
  // The column has the width of its words, not half of the table.
  expect(before).toBeLessThan(300)
  await cell(page, '9 a').click()
  await page.keyboard.type('much longer words than those that stood there')
  await expect.poll(widthOf).toBe(before)
  await page.getByRole('toolbar', { name: 'This block' }).getByRole('button', { name: 'Insert column after' }).click()
  await expect(text(page).locator('tr').first().locator('td')).toHaveCount(3)
  await expect(table).toHaveCSS('table-layout', 'fixed')
})

test('pictures that Notion keeps to itself are named in their places and told of, and its tasks are tasks', async ({
  page,
  show,
  stage,
}) => {
  await show('editor')
  const html =
    '<!-- notionvc: 1 --><ul><li>[x]  Signed</li><li>[ ]  Sent</li></ul><p><img src="attachment:1:flow.png" alt="flow.png"></p>'
  await paste(page, stage, html)
  await expect(text(page).locator('li[data-checked]')).toHaveCount(2)
  await expect(text(page)).toContainText('flow.png')
  await expect(text(page)).toContainText('A picture could not be pasted')
})
