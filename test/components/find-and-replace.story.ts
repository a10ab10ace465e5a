import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { checkAccess, expect, test } from './component.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text' })
const lines = (page: Page) => text(page).locator('p')
const bar = (page: Page) => page.getByRole('search', { name: 'Find and replace' })

test('words are found, counted and replaced, all of them as one step, and Escape leads back into the text', async ({
  page,
  show,
}) => {
  await show('editor')
  await text(page).getByText('Two').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' and two, (two)')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+f')
  await expect(bar(page).getByLabel('Find', { exact: true })).toBeFocused()
  await page.keyboard.type('two')
  await expect(bar(page).getByRole('status')).toHaveText('1 of 3')
  await checkAccess(page)
  await page.keyboard.press('Enter')
  await expect(bar(page).getByRole('status')).toHaveText('2 of 3')
  await expect(text(page).locator('.found-now')).toHaveText('two')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expect(bar(page).getByRole('status')).toHaveText('3 of 3')
  await bar(page).getByRole('button', { name: 'Match case' }).click()
  await expect(bar(page).getByRole('status')).toHaveText('1 of 2')

  await bar(page).getByLabel('Replace with').fill('2')
  await page.keyboard.press('Enter')
  await expect(lines(page)).toHaveText(['One', 'Two and 2, (two)', 'Three'])
  await bar(page).getByRole('button', { name: 'Match case' }).click()
  await bar(page).getByRole('button', { name: 'Replace all' }).click()
  await expect(lines(page)).toHaveText(['One', '2 and 2, (2)', 'Three'])
  await expect(bar(page).getByRole('status')).toHaveText('Not found')
  await bar(page).getByLabel('Find', { exact: true }).fill('Three')
  await expect(bar(page).getByRole('status')).toHaveText('1 of 1')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await expect(text(page)).toBeFocused()
  await expect(text(page).locator('.found')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(lines(page)).toHaveText(['One', 'Two and 2, (two)', 'Three'])
})

test('signs are meant as they are, and what is written meanwhile is found, too', async ({ page, show }) => {
  await show('editor')
  await page.getByRole('button', { name: 'Find and replace' }).click()
  await expect(bar(page).getByLabel('Find', { exact: true })).toBeFocused()
  await page.keyboard.type('a.(b')
  await expect(bar(page).getByRole('status')).toHaveText('Not found')
  await text(page).getByText('One').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' axb a.(b')
  await expect(bar(page).getByRole('status')).toHaveText('1 of 1')
})

test('the text has the whole screen for itself, and Escape gives the page back', async ({ page, show }) => {
  await show('editor')
  await page.route(/cover-page/, async (route) => {
    await setTimeout(300)
    await route.continue()
  })
  await text(page).getByText('One').click()
  await page.keyboard.press('Control+Shift+F')
  const leave = page.getByRole('button', { name: 'Leave full screen' })
  await expect(leave).toBeVisible()
  const size = () =>
    leave.evaluate((button) => {
      const { width, height } = button.closest('.full-screen')!.getBoundingClientRect()
      return [width === document.documentElement.clientWidth, height === innerHeight]
    })
  await expect.poll(size).toEqual([true, true])
  await expect(page.getByLabel('Document')).toHaveJSProperty('inert', true)
  await checkAccess(page)
  await page.keyboard.press('End')
  await page.keyboard.type(' /')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(leave).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(leave).toBeHidden()
  await expect(text(page)).toBeFocused()
  await expect(page.getByLabel('Document')).toHaveJSProperty('inert', false)
})
