import { text as readText } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import type { BlockNode, Document, Table } from '#contract/writing/document.ts'
import { fromHtml } from '#server/writing/document-reading/from-html.ts'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { plainResolver } from '#server/writing/documents/render/addresses.ts'
import { toMarkdown } from '#server/writing/documents/render/to-markdown.ts'
import { expect, type Stage, test } from './component.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text' })

/** Converts pasted HTML as the server does. */
const readPasted = (stage: Stage) =>
  stage.answer('/api/v1/documents', async (request, response) => {
    const { html } = JSON.parse(await readText(request))
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ...fromHtml(html), articles: [] }))
  })

/** Simulates the paste event of a browser. */
const paste = (page: Page, clipboard: Record<string, string>) =>
  text(page).evaluate((element, clipboard) => {
    const clipboardData = new DataTransfer()
    for (const [type, data] of Object.entries(clipboard)) clipboardData.setData(type, data)
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
    return element.tagName
  }, clipboard)

/** Returns the clipboard data that a copy in the editor creates. */
const copy = (page: Page) =>
  text(page).evaluate((element) => {
    const clipboardData = new DataTransfer()
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return Object.fromEntries(clipboardData.types.map((type) => [type, clipboardData.getData(type)]))
  })

const documentOf = async (page: Page): Promise<Document> => {
  const { document, fault } = checkDocument(JSON.parse((await page.getByLabel('Document').textContent()) ?? ''))
  expect(fault).toBeUndefined()
  return document!
}

const shapeOf = ({ attrs }: { attrs?: { colspan?: number; rowspan?: number } }) =>
  `${attrs?.colspan ? ` ↔${attrs.colspan}` : ''}${attrs?.rowspan ? ` ↕${attrs.rowspan}` : ''}`

/** Returns the cells of the only table as Markdown, row by row. Header cells begin with `# `. */
async function cellsOf(page: Page) {
  const { content } = await documentOf(page)
  expect(content.filter(({ type }) => type === 'table')).toHaveLength(1)
  const table = content.find(({ type }) => type === 'table') as Table
  const wordsOf = (blocks: BlockNode[]) =>
    toMarkdown({ type: 'doc', content: blocks }, plainResolver).replace('<!-- -->', '').trim()
  return table.content.map(({ content = [] }) =>
    content.map((cell) => `${cell.type === 'tableHeader' ? '# ' : ''}${wordsOf(cell.content)}${shapeOf(cell)}`),
  )
}

const begun =
  '<table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td>1</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td><td>6</td></tr></table>'
const asRows = [
  ['# A', '# B', '# C'],
  ['1', '2', '3'],
  ['4', '5', '6'],
]
const cell = (page: Page, words: string) => text(page).locator('td, th').getByText(words, { exact: true })

async function beginTable(page: Page, stage: Stage, show: (scene: string) => Promise<void>, html = begun) {
  readPasted(stage)
  await show('editor')
  await text(page).getByText('Three').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await paste(page, { 'text/html': html })
  await expect(text(page).locator('table')).toHaveCount(1)
}

async function expectUndone(page: Page, rows = asRows) {
  await page.keyboard.press('Control+z')
  await expect.poll(() => cellsOf(page)).toEqual(rows)
}

/** Presses a key after the click, so that the editor reads the caret position at once. */
async function goInto(page: Page, words: string) {
  await cell(page, words).click()
  await page.keyboard.press('End')
}

async function choose(page: Page, from: string, to: string) {
  await cell(page, from).click()
  const [one, other] = await Promise.all([cell(page, from).boundingBox(), cell(page, to).boundingBox()])
  await page.mouse.move(one!.x + 3, one!.y + 3)
  await page.mouse.down()
  await page.mouse.move(other!.x + 2, other!.y + 4, { steps: 4 })
  await page.mouse.move(other!.x + 3, other!.y + 5)
  await page.mouse.up()
}

test('cells fill cells from the one with the caret on, and the table grows', async ({ page, stage, show }) => {
  await beginTable(page, stage, show)
  await goInto(page, '6')
  await paste(page, {
    'text/html':
      '<html><body><!--StartFragment--><table><colgroup><col width="64"><col width="64"></colgroup><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table><!--EndFragment--></body></html>',
    'text/plain': 'a\tb\nc\td',
  })
  await expect
    .poll(() => cellsOf(page))
    .toEqual([
      ['# A', '# B', '# C', '# '],
      ['1', '2', '3', ''],
      ['4', '5', 'a', 'b'],
      ['', '', 'c', 'd'],
    ])
  await expectUndone(page)

  await test.step('tab-separated text does the same, and a head stays a head', async () => {
    await goInto(page, 'B')
    await paste(page, { 'text/plain': 'x\t"1\n2"\ny\t* z\n' })
    await expect
      .poll(() => cellsOf(page))
      .toEqual([
        ['# A', '# x', '# 1\n\n2'],
        ['1', 'y', '\\* z'],
        ['4', '5', '6'],
      ])
    await expectUndone(page)
  })

  await test.step('LibreOffice Calc', async () => {
    await goInto(page, '1')
    await paste(page, {
      'text/html':
        '<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 24.2"/><style type="text/css">td{font-size:x-small}</style></head><body><table cellspacing="0" border="0"><colgroup span="2" width="85"></colgroup><tr><td height="17" align="left"><font face="Liberation Sans">p</font></td><td align="right" sdval="7" sdnum="1031;"><font>7</font></td></tr></table></body></html>',
      'text/plain': 'p\t7\n',
    })
    await expect.poll(async () => (await cellsOf(page))[1]).toEqual(['p', '7', '3'])
    await expectUndone(page)
  })

  await test.step('a row of the table itself', async () => {
    await choose(page, '1', '3')
    const copied = await copy(page)
    expect(copied['text/html']).toContain('data-pm-slice')
    await goInto(page, '4')
    await paste(page, copied)
    await expect.poll(async () => (await cellsOf(page))[2]).toEqual(['1', '2', '3'])
    await page.keyboard.type('0')
    await expect.poll(async () => (await cellsOf(page))[2]).toEqual(['1', '2', '30'])
  })
})

test('what is no cell goes into the cell, in the form that a cell holds', async ({ page, stage, show }) => {
  await beginTable(page, stage, show)
  const others = (words: string) => [asRows[0], ['1', words, '3'], asRows[2]]
  /**
   * Clicks another cell first, because the editor selects the line at a third click in one place within half a second.
   */
  const goBehindTwo = async () => {
    await cell(page, '6').click()
    await goInto(page, '2')
  }
  const intoCell = async (clipboard: Record<string, string>, words: string) => {
    await goBehindTwo()
    await paste(page, clipboard)
    await expect.poll(() => cellsOf(page)).toEqual(others(words))
    await expectUndone(page)
  }
  await intoCell({ 'text/html': '<h2>Head</h2>' }, '2\n\n**Head**')
  await intoCell({ 'text/html': '<h2>Head</h2><p>One</p><ul><li>Item</li></ul>' }, '2\n\n**Head**\n\nOne\n\n- Item')
  await intoCell(
    { 'text/html': '<p>Before</p><table><tr><td>in</td><td>it</td></tr></table><p>After</p>' },
    '2Before\n\nin\n\nit\n\nAfter',
  )
  await intoCell(
    { 'text/html': '<details><summary>More</summary><p>Folded</p></details><hr><pre>code</pre>' },
    '2\n\nMore\n\nFolded\n\n___\n\n```\ncode\n```',
  )
  await intoCell({ 'text/html': '<table><tr><td>alone</td></tr></table>', 'text/plain': 'alone' }, '2alone')
  await intoCell({ 'text/plain': 'One\nTwo\n\n\tThree' }, '2One\n\nTwo\n\nThree')
  await intoCell(
    { 'text/html': '<ol class="steps"><li><p class="step-title">First</p><p>Do</p></li></ol>' },
    '2\n\n1. **First**\n\n   Do',
  )

  await test.step('a heading of this text, and what is copied while the server is not there', async () => {
    await text(page).getByText('One', { exact: true }).click()
    await page.keyboard.press('Home')
    await page.keyboard.type('## ')
    await expect(text(page).getByRole('heading', { name: 'One' })).toBeVisible()
    stage.answer('/api/v1/documents', (_, response) => response.writeHead(503).end())
    await goBehindTwo()
    await paste(page, { 'text/html': '<h3>Head</h3><p>Words</p><table><tr><td>x</td></tr></table>' })
    await expect.poll(() => cellsOf(page)).toEqual(others('2\n\n**Head**\n\nWords\n\nx'))
    await expectUndone(page)
  })
})

test('cells that are chosen are filled', async ({ page, stage, show }) => {
  await beginTable(page, stage, show)
  await choose(page, '1', '5')
  await paste(page, { 'text/html': '<h2>Same</h2>' })
  await expect
    .poll(() => cellsOf(page))
    .toEqual([asRows[0], ['**Same**', '**Same**', '3'], ['**Same**', '**Same**', '6']])
  await expectUndone(page)
  await choose(page, '1', '5')
  await paste(page, { 'text/plain': 'a\tb' })
  await expect.poll(() => cellsOf(page)).toEqual([asRows[0], ['a', 'b', '3'], ['a', 'b', '6']])
  await expectUndone(page)
  await choose(page, '1', '2')
  await paste(page, { 'text/html': '<table><tr><td>a<td>b<td>c<tr><td>d<td>e<td>f</table>' })
  await expect.poll(() => cellsOf(page)).toEqual([asRows[0], ['a', 'b', 'c'], ['d', 'e', 'f']])
  await expectUndone(page)
})

test('merged cells and too many columns lose no word', async ({ page, stage, show }) => {
  const merged =
    '<table><tr><td colspan="2" rowspan="2">M</td><td>r</td></tr><tr><td>s</td></tr><tr><td>t</td><td>u</td><td>v</td></tr></table>'
  await beginTable(page, stage, show, merged)
  const asMerged = [['M ↔2 ↕2', 'r'], ['s'], ['t', 'u', 'v']]
  await goInto(page, 'M')
  await paste(page, { 'text/html': '<table><tr><td>1</td></tr></table>' })
  await expect.poll(async () => (await cellsOf(page))[0]).toEqual(['M1 ↔2 ↕2', 'r'])
  await expectUndone(page, asMerged)
  await goInto(page, 's')
  await paste(page, { 'text/html': '<table><tr><td colspan="2">1</td></tr><tr><td>2</td><td>3</td></tr></table>' })
  await expect.poll(() => cellsOf(page)).toEqual([['M ↔2 ↕2', 'r', ''], ['1 ↔2'], ['t', 'u', '2', '3']])
  await expectUndone(page, asMerged)
  await goInto(page, 'u')
  const wide = Array.from({ length: 60 }, (_, column) => `w${column}`)
  await paste(page, { 'text/plain': wide.join('\t') })
  await expect
    .poll(async () => (await cellsOf(page))[2])
    .toEqual(['t', ...wide.slice(0, 48), wide.slice(48).join('\n\n')])
  await expectUndone(page, asMerged)
})
