import type { Page } from '@playwright/test'
import { expect, test } from './component.ts'

const pressed = (page: Page) => page.getByLabel('Pressed')

test('keys and sequences of keys do what they are bound to', async ({ page, show }) => {
  await show('shortcuts')
  await page.keyboard.press('j')
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.keyboard.press('d')
  await expect(pressed(page)).toHaveText('next dashboard')
})

test('the second key of a sequence has to come soon', async ({ page, show }) => {
  await page.clock.install()
  await show('shortcuts')
  await page.keyboard.press('g')
  await page.clock.runFor(1100)
  await page.keyboard.press('d')
  await page.keyboard.press('j')
  await expect(pressed(page)).toHaveText('next')
})

test('single keys are letters while somebody types, and chords still work', async ({ page, show }) => {
  await show('shortcuts')
  await page.getByLabel('Text').pressSequentially('jj')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByLabel('Text')).toHaveValue('jj')
  await expect(pressed(page)).toHaveText('save')
})

test('a dialog keeps all keys of its page away, and has its own', async ({ page, show }) => {
  await show('shortcuts')
  await page.getByRole('button', { name: 'Dialog' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('button', { name: 'Inside' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.keyboard.press('ControlOrMeta+s')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(pressed(page)).toHaveText('save inside save')
})

test('an open menu or picker keeps all keys of its page away', async ({ page, show }) => {
  await show('shortcuts')
  for (const name of ['Menu', 'Popover']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('menuitem').or(page.getByLabel('In the popover'))).toBeVisible()
    await page.keyboard.press('ControlOrMeta+s')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem').or(page.getByLabel('In the popover'))).toHaveCount(0)
  }
  await expect(pressed(page)).toHaveText('')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(pressed(page)).toHaveText('save')
})

test('what is bound last wins until it is gone, and all are listed', async ({ page, show }) => {
  await show('shortcuts')
  const bind = page.getByRole('button', { name: 'Bind over' })
  await bind.click()
  await expect(page.getByLabel('Bound')).toContainText(
    'j (This page), g d (This page), mod+s (This page), mod+enter (This page), j (Above)',
  )
  await page.keyboard.press('j')
  await bind.click()
  await expect(page.getByLabel('Bound')).not.toContainText('Above')
  await page.keyboard.press('j')
  await expect(pressed(page)).toHaveText('over next')
})

test('whoever turned single keys off keeps the chords', async ({ page, show }) => {
  await show('shortcuts')
  await page.getByRole('button', { name: 'Single keys' }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(pressed(page)).toHaveText('save')
})
