import { expect, test } from './component.ts'

test('a toast can be undone by its button or by Z, and then is gone', async ({ page, show }) => {
  await show('toast')
  const doIt = page.getByRole('button', { name: 'Do' })
  await doIt.click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 done')).toHaveCount(0)
  await expect(page.getByLabel('Count')).toHaveText('0')

  await doIt.click()
  await expect(page.getByText('1 done')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText('1 done')).toHaveCount(0)
  await expect(page.getByLabel('Count')).toHaveText('0')
  await page.keyboard.press('z')
  await expect(page.getByLabel('Count')).toHaveText('0')
})

test('a toast leaves by itself, but not while somebody is at it', async ({ page, show }) => {
  await page.clock.install()
  await show('toast')
  await page.getByRole('button', { name: 'Do' }).click()
  await page.getByText('1 done').hover()
  await page.clock.runFor(20_000)
  await expect(page.getByText('1 done')).toBeVisible()
  await page.getByRole('heading', { name: 'toast' }).hover()
  await page.clock.runFor(5_000)
  await expect(page.getByText('1 done')).toHaveCount(0)
})

test('a toast waits while the focus is on its button', async ({ page, show }) => {
  await page.clock.install()
  await show('toast')
  await page.getByRole('button', { name: 'Do' }).click()
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.clock.runFor(20_000)
  await expect(page.getByText('1 done')).toBeVisible()
})

test('the next toast takes the place of the one before, with its own time', async ({ page, show }) => {
  await page.clock.install()
  await show('toast')
  await page.getByRole('button', { name: 'Do' }).click()
  await page.clock.runFor(4_000)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('1 done')).toHaveCount(0)
  await page.clock.runFor(4_000)
  await expect(page.getByRole('status').getByText('Copied')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByLabel('Count')).toHaveText('1')
})
