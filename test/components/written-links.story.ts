import type { Page } from '@playwright/test'
import { expect, test } from './component.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text' })
const links = (page: Page) => text(page).locator('a')
const address = 'https://example.com/doc'

const paste = (page: Page, clipboard: Record<string, string>) =>
  text(page).evaluate((element, clipboard) => {
    const clipboardData = new DataTransfer()
    for (const [type, data] of Object.entries(clipboard)) clipboardData.setData(type, data)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, clipboard)

/** Waits for the toolbar of the selection, because the editor notices a selection with a delay. */
const isChosen = (page: Page) => expect(page.getByRole('toolbar', { name: 'Selected text' })).toBeVisible()

async function goOnAfter(page: Page, line: string) {
  await text(page).getByText(line).click()
  await page.keyboard.press('End')
}

test('an address that is typed becomes a link behind a space, and words again when that is undone', async ({
  page,
  show,
}) => {
  await show('editor')
  await goOnAfter(page, 'One')
  await page.keyboard.type(` (see ${address}).`)
  await expect(links(page)).toHaveCount(0)
  await page.keyboard.type(' ')
  await expect(links(page)).toHaveText(address)
  await expect(links(page)).toHaveAttribute('href', address)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(links(page)).toHaveCount(0)
  await page.keyboard.type('It stays.')
  await expect(text(page).locator('p').first()).toHaveText(`One (see ${address}). It stays.`)
  await expect(links(page)).toHaveCount(0)
})

test('a new line ends an address as well, and what is typed next is no part of the link', async ({ page, show }) => {
  await show('editor')
  await goOnAfter(page, 'One')
  await page.keyboard.type(` ${address}`)
  await page.keyboard.press('Enter')
  await page.keyboard.type(`mailto:help@example.com`)
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Next')
  await expect(links(page)).toHaveText([address, 'mailto:help@example.com'])
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(links(page)).toHaveText([address])
})

test('in code an address is code', async ({ page, show }) => {
  await show('editor')
  await goOnAfter(page, 'One')
  await page.keyboard.type(` \`${address} and more\` `)
  await expect(text(page).locator('code')).toHaveText(`${address} and more`)
  await page.keyboard.press('Enter')
  await page.keyboard.type('``` ')
  await page.keyboard.type(`curl ${address} `)
  await paste(page, { 'text/plain': address })
  await page.keyboard.press('Enter')
  await expect(text(page).locator('pre')).toContainText(`curl ${address} ${address}`)
  await expect(links(page)).toHaveCount(0)
})

test('an address that is pasted is a link at once, in the midst of words and among others', async ({ page, show }) => {
  await show('editor')
  await goOnAfter(page, 'One')
  await page.keyboard.type(' before after')
  for (let back = 0; back < ' after'.length; back++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type(' ')
  await paste(page, { 'text/plain': address })
  await expect(text(page).locator('p').first()).toHaveText(`One before ${address} after`)
  await expect(links(page)).toHaveText(address)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text(page).locator('p').first()).toHaveText(`One before ${address} after`)
  await expect(links(page)).toHaveCount(0)
  await goOnAfter(page, 'Two')
  await paste(page, { 'text/plain': ` at https://a.example/1,\nand at https://b.example/2.` })
  await expect(links(page)).toHaveText(['https://a.example/1', 'https://b.example/2'])
  await goOnAfter(page, 'Three')
  await page.keyboard.type(' ')
  await paste(page, { 'text/plain': address, 'text/html': `<a href="${address}">Its title</a>` })
  await expect(text(page)).toContainText('Three Its title')
  await expect(links(page).last()).toHaveText('Its title')
})

test('an address that is pasted on words leads from them, and on another address takes its place', async ({
  page,
  show,
}) => {
  await show('editor')
  await goOnAfter(page, 'Two')
  await page.keyboard.press('Shift+Home')
  await isChosen(page)
  await paste(page, { 'text/plain': `${address}\n`, 'text/html': `<a href="${address}">${address}</a>` })
  await expect(links(page)).toHaveText('Two')
  await expect(links(page)).toHaveAttribute('href', address)
  await page.keyboard.type(' and on')
  await expect(links(page)).toHaveText('Two')
  await expect(text(page).locator('p')).toHaveText(['One', 'Two and on', 'Three'])
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(links(page)).toHaveCount(0)
  await expect(text(page).locator('p')).toHaveText(['One', 'Two', 'Three'])

  await goOnAfter(page, 'Three')
  await page.keyboard.press('Enter')
  await paste(page, { 'text/plain': address })
  await page.keyboard.press('Shift+Home')
  await isChosen(page)
  await paste(page, { 'text/plain': 'https://example.com/other' })
  await expect(text(page).locator('p').last()).toHaveText('https://example.com/other')
  await expect(links(page)).toHaveAttribute('href', 'https://example.com/other')
})
