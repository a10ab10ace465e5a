import type { Page } from '@playwright/test'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { checkAccess, expect, test } from './component.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text' })

/** Returns the document in the editor after the check that the server makes. */
async function documentOf(page: Page) {
  const { document, fault } = checkDocument(JSON.parse((await page.getByLabel('Document').textContent()) ?? ''))
  expect(fault).toBeUndefined()
  return document!
}

const blocks = async (page: Page) => (await documentOf(page)).content.map(({ type }) => type)

test('a block is chosen as a whole by Escape, and goes', async ({ page, show }) => {
  await show('editor')
  await text(page).getByText('Two').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Backspace')
  await expect(text(page).locator('p')).toHaveText(['One', 'Three'])
})

test('a key acts where the caret is, though the browser has not told of it yet', async ({ page, show }) => {
  await show('editor')
  await text(page).getByText('One').click()
  await text(page)
    .getByText('Two')
    .evaluate((line) => {
      getSelection()?.setPosition(line.firstChild, 2)
      line.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
  await expect(text(page).locator('p')).toHaveText(['One', 'Tw', 'o', 'Three'])
})

test('a slash offers blocks, filters them, and puts the one in that is chosen', async ({ page, show }) => {
  await show('editor')
  await text(page).getByText('Three').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await expect(page.getByRole('option', { name: 'Heading', exact: false }).first()).toBeVisible()
  await checkAccess(page)
  await page.keyboard.type('colu')
  await expect(page.getByRole('option')).toHaveText(['Two columns'])
  await page.keyboard.press('Enter')
  await page.keyboard.type('Left')
  await expect.poll(() => blocks(page)).toEqual(['paragraph', 'paragraph', 'paragraph', 'columns', 'paragraph'])
  await page.keyboard.type('/')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
})

test('a table gets rows and columns, and loses them', async ({ page, show }) => {
  await show('editor')
  await text(page).getByText('One').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/table')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const rows = text(page).locator('tr')
  await expect(rows).toHaveCount(3)
  const gapAbove = async () => {
    const [menu, table] = await Promise.all(
      [page.getByRole('toolbar', { name: 'This block' }), page.getByRole('table')].map((one) => one.boundingBox()),
    )
    return table!.y - menu!.y - menu!.height
  }
  await expect.poll(gapAbove).toBeGreaterThanOrEqual(0)
  await page.getByRole('button', { name: 'Insert row below' }).click()
  await expect(rows).toHaveCount(4)
  await page.getByRole('button', { name: 'Insert column after' }).click()
  await expect(rows.first().locator('th')).toHaveCount(4)
  await page.getByRole('button', { name: 'Header row' }).click()
  await expect(text(page).locator('th')).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete table' }).click()
  await expect(rows).toHaveCount(0)
})

test('two brackets find an article, and link it by its id', async ({ page, show }) => {
  await show('editor')
  await text(page).getByText('Three').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' see [[night sh')
  await expect(page.getByRole('option', { name: 'Night shifts' })).toBeVisible()
  await page.keyboard.press('Enter')
  const reference = { kind: 'article', id: '01890000-0000-7000-8000-000000000001' }
  await expect
    .poll(async () => JSON.stringify((await documentOf(page)).content[2]))
    .toContain(JSON.stringify({ type: 'text', text: 'Night shifts', marks: [{ type: 'link', attrs: { reference } }] }))
})

test('Enter links to no article that was found by words typed before', async ({ page, show }) => {
  await show('editor')
  await text(page).getByText('Three').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Home')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Enter a URL or search for an article' })
  await field.fill('night')
  await expect(page.getByRole('button', { name: 'Night shifts' })).toBeVisible()
  await field.fill('night wait')
  await field.press('Enter')
  await expect(field).toHaveValue('night wait')
  await expect(text(page).locator('a')).toHaveCount(0)
  await field.fill('night shifts')
  await expect(page.getByRole('list', { name: 'Articles' })).not.toHaveClass(/opacity/)
  await field.press('Enter')
  await expect(text(page).locator('a')).toHaveText('Three')
})

test('a block begins where its words do, whatever the direction of the page', async ({ page, show }) => {
  await show('editor')
  const directionOf = (tag: string) =>
    text(page)
      .locator(tag)
      .first()
      .evaluate((element) => getComputedStyle(element).direction)
  await text(page).getByText('One').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- مرحبا ERR')
  await expect.poll(() => directionOf('ul')).toBe('rtl')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Words')
  expect(
    await text(page)
      .locator('li')
      .evaluateAll((items) => items.map((item) => getComputedStyle(item).direction)),
  ).toEqual(['rtl', 'ltr'])
  await text(page).getByText('Three').click()
  await page.keyboard.press('Home')
  await page.keyboard.type('שלום ')
  const three = text(page).getByText('שלום Three')
  await expect(three).toHaveCSS('direction', 'rtl')
  await expect(text(page).getByText('Two')).toHaveCSS('direction', 'ltr')
  // Checks that the words are at the right edge.
  const gap = await three.evaluate((line) => {
    const range = document.createRange()
    range.selectNodeContents(line)
    return line.getBoundingClientRect().right - range.getBoundingClientRect().right
  })
  expect(gap).toBeLessThan(2)
  expect(JSON.stringify(await documentOf(page))).not.toContain('"dir"')
})

test('lists, quotes and code of a text in Arabic stand as its readers see them', async ({ page, show }) => {
  await show('editor')
  await text(page).getByText('One').click()
  await page.keyboard.press('End')
  const write = async (begin: string, words: string) => {
    await page.keyboard.press('Enter')
    await page.keyboard.type(`${begin} ${words}`)
  }
  await write('-', 'مرحبا')
  await page.keyboard.press('Enter')
  await write('[ ]', 'مهمة')
  await page.keyboard.press('Enter')
  await write('>', 'قال')
  await page.keyboard.type(' `f(x)` ')
  await page.keyboard.press('Enter')
  await page.keyboard.type('``` ')
  await page.keyboard.type('run()')
  await expect(text(page).locator('blockquote pre')).toHaveText('run()')

  /** Returns the left and right distance between an element and the block around it. */
  const insideOf = (inner: string, outer: string) =>
    text(page)
      .locator(inner)
      .first()
      .evaluate((element, around) => {
        const [box, frame] = [element.getBoundingClientRect(), element.closest(around)!.getBoundingClientRect()]
        return { left: Math.round(box.left - frame.left), right: Math.round(frame.right - box.right) }
      }, outer)
  expect(await insideOf('ul:not([data-type]) > li', 'ul')).toEqual({ left: 0, right: 24 })
  expect((await insideOf('[data-type="taskList"] input', 'ul')).right).toBeLessThan(10)
  expect(await insideOf('blockquote > p', 'blockquote')).toEqual({ left: 0, right: 16 })
  await expect(text(page).locator('blockquote')).toHaveCSS('border-right-width', '2px')
  await expect(text(page).locator('blockquote')).toHaveCSS('border-left-width', '0px')
  for (const code of ['blockquote p code', 'blockquote pre'])
    await expect(text(page).locator(code)).toHaveCSS('direction', 'ltr')
})
