import { checkAccess, expect, test } from './component.ts'

test('a popover takes the focus and Escape gives it back to its button', async ({ page, show }) => {
  await show('popover')
  const button = page.getByRole('button', { name: 'Link', exact: true })
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Link', exact: true })).toBeVisible()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(button).toHaveAttribute('aria-haspopup', 'dialog')
  await expect(page.getByLabel('Address')).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('what is done inside closes it, and the focus returns', async ({ page, show }) => {
  await show('popover')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByRole('button', { name: 'Set link' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Link', exact: true })).toBeFocused()
})

test('a second press of its button closes it', async ({ page, show }) => {
  await show('popover')
  const button = page.getByRole('button', { name: 'Link', exact: true })
  await button.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await button.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a press elsewhere closes it', async ({ page, show }) => {
  await show('popover')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByText('Elsewhere').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Tab leaves it at its end and closes it', async ({ page, show }) => {
  await show('popover')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(page.getByLabel('Address')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Set link' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'After' })).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('one without a control takes the focus itself, and Escape closes it', async ({ page, show }) => {
  await show('popover')
  await page.getByRole('button', { name: 'News' }).click()
  await expect(page.getByRole('dialog', { name: 'News' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'News' })).toBeFocused()
})

test('one in the corner opens above its button and stays on the screen', async ({ page, show }) => {
  await show('popover')
  await page.getByRole('button', { name: 'Corner' }).click()
  const panel = await page.getByRole('dialog', { name: 'Corner' }).boundingBox()
  const button = await page.getByRole('button', { name: 'Corner' }).boundingBox()
  const { width } = page.viewportSize() ?? { width: 0 }
  // The gap is a few pixels, and smaller while the popover still moves up.
  const gap = panel && button ? button.y - panel.y - panel.height : Number.NaN
  expect(Math.abs(gap)).toBeLessThan(10)
  expect(panel && panel.x + panel.width <= width).toBe(true)
})

test('one in a dialog stands above it, and Escape closes only the popover', async ({ page, show }) => {
  await show('dialog')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByLabel('Address').fill('example.test')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Link', exact: true })).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'A new name' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Link', exact: true })).toBeFocused()
})

test('everybody can use it', async ({ page, show }) => {
  await show('popover')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Link', exact: true })).toBeVisible()
  await checkAccess(page)
})
