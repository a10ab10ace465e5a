import { expect, test } from './component.ts'

test('a dialog gives the focus to its first field, keeps it inside and returns it', async ({ page, show }) => {
  await show('dialog')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.getByRole('button', { name: 'Last' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Last' })).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open' })).toBeFocused()
})

test('a dialog that was opened from another one gives the focus back to what opened it', async ({ page, show }) => {
  await show('dialog')
  await page.getByRole('button', { name: 'Open' }).click()
  const last = page.getByRole('button', { name: 'Last' })
  await last.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Answer' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'A question' })).toHaveCount(0)
  await expect(last).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Open' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
})

test('a question about something dangerous begins at Cancel', async ({ page, show }) => {
  await show('confirm')
  await page.getByRole('button', { name: 'Delete ticket' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('Done')).toHaveText('nothing')

  await page.getByRole('button', { name: 'Delete ticket' }).click()
  await page.getByRole('button', { name: 'Delete 1 ticket' }).click()
  await expect(page.getByLabel('Done')).toHaveText('ticket deleted')
})

test('what cannot be undone wants its name typed', async ({ page, show }) => {
  await show('confirm')
  await page.getByRole('button', { name: 'Delete workspace' }).click()
  const confirm = page.getByRole('button', { name: 'Delete acme' })
  await expect(page.getByLabel('Type acme to confirm')).toBeFocused()
  await page.keyboard.type('acm')
  await expect(confirm).toBeDisabled()
  await page.keyboard.type('e')
  await confirm.click()
  await expect(page.getByLabel('Done')).toHaveText('workspace deleted')
})

test('a menu is walked by arrows and by the first letters, past what is disabled', async ({ page, show }) => {
  await show('menu')
  const button = page.getByRole('button', { name: 'Settings' })
  await button.press('Enter')
  await expect(page.getByRole('menu', { name: 'Settings' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Blueberry' })).toHaveAttribute('data-focus')
  await page.keyboard.type('ch')
  await expect(page.getByRole('menuitem', { name: 'Cherry' })).toHaveAttribute('data-focus')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Chosen')).toHaveText('Cherry')
  await expect(button).toBeFocused()
})

test('a split button does its main thing, or one of the menu', async ({ page, show }) => {
  await show('menu')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByLabel('Chosen')).toHaveText('Send')
  await page.getByRole('button', { name: 'Send and' }).click()
  await page.getByRole('menuitem', { name: 'Set Pending' }).click()
  await expect(page.getByLabel('Chosen')).toHaveText('Set Pending')
})

test('a busy split button does nothing a second time', async ({ page, show }) => {
  await show('menu')
  await page.getByRole('button', { name: 'Sending' }).click()
  await expect(page.getByRole('button', { name: 'Sending' })).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('button', { name: 'Not now' })).toBeDisabled()
  await expect(page.getByLabel('Chosen')).toHaveText('nothing')
})

test('a tooltip comes with the keyboard focus, and Escape takes it away', async ({ page, show }) => {
  await show('tooltip')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toContainText('Everything about it')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

test('a tooltip comes with the pointer and goes with it', async ({ page, show }) => {
  await show('tooltip')
  await page.getByRole('button', { name: 'Help' }).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.getByRole('heading', { name: 'tooltip' }).hover()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

test('a disabled button can be reached and says why', async ({ page, show }) => {
  await show('tooltip')
  const button = page.getByRole('button', { name: 'Delete' })
  await button.focus()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription('Only owners may do this')
})
