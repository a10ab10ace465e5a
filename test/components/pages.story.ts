import { expect, test } from './component.ts'

test('leaving with unsaved changes asks, and staying keeps them', async ({ page, show }) => {
  await show('unsaved')
  await page.getByRole('button', { name: 'Change' }).dblclick()
  await page.getByRole('link', { name: 'Same page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.getByRole('link', { name: 'Elsewhere' }).click()
  await expect(page.getByRole('dialog')).toContainText('Your 2 changes are not saved yet')
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'unsaved', exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Elsewhere' }).click()
  await page.getByRole('button', { name: 'Discard 2 changes' }).click()
  await expect(page.getByRole('heading', { name: 'unsaved elsewhere' })).toBeVisible()
})

test('leaving without changes asks nothing', async ({ page, show }) => {
  await show('unsaved')
  await page.getByRole('link', { name: 'Elsewhere' }).click()
  await expect(page.getByRole('heading', { name: 'unsaved elsewhere' })).toBeVisible()
})

test('closing the page with unsaved changes asks, too', async ({ page, show }) => {
  await show('unsaved')
  await page.getByRole('button', { name: 'Change' }).click()
  const asked = page.waitForEvent('dialog')
  const leaving = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await leaving
})

test('a chosen theme is on the page at once, everywhere, and in a cookie', async ({ page, show, context }) => {
  await show('theme')
  await expect(page.getByLabel('Theme')).toHaveText('system, system')
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByLabel('Theme')).toHaveText('dark, dark')
  expect(await context.cookies()).toMatchObject([{ name: 'theme', value: 'dark', path: '/', sameSite: 'Lax' }])
  await page.getByRole('button', { name: 'As the system' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
})

test('a time is in the zone of its reader, and grows older while it is looked at', async ({ page, show }) => {
  await page.clock.install({ time: '2026-11-20T09:02:00Z' })
  await show('time')
  const [ago, clock] = [page.getByRole('time').first(), page.getByRole('time').last()]
  await expect(ago).toHaveText('2m')
  await expect(ago).toHaveAttribute('title', /^Friday,? 20 November 2026, 10:00/)
  await expect(clock).toHaveText('10:00')
  await page.clock.runFor(3 * 60_000)
  await expect(ago).toHaveText('5m')
})

test('a list leads to where there are pages, and only there', async ({ page, show }) => {
  await show('pager')
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByRole('heading', { name: 'pager next' })).toBeVisible()
})

test('what is copied is in the clipboard, and said for a moment', async ({ page, show, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await show('copy')
  await page.getByRole('button', { name: 'Copy the key' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('abc')
  await page.clock.runFor(2000)
  await expect(page.getByRole('button', { name: 'Copy the key' })).toBeVisible()
})

test('whoever has no picture shows initials, and a name that stands beside is not read twice', async ({
  page,
  show,
}) => {
  await show('avatar')
  await expect(page.getByRole('img', { name: 'Mina Park' })).toHaveText('MP')
  await expect(page.locator('img')).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'Ada Lovelace' })).toHaveCount(0)
})

test('what takes its own control away leads the focus on, from row to row and at last to the heading', async ({
  page,
  show,
}) => {
  await show('focus-kept')
  await page.getByRole('button', { name: 'Change the name' }).press('Enter')
  await page.getByLabel('Name').press('Enter')
  await expect(page.getByRole('button', { name: 'Change the name' })).toBeFocused()
  await page.getByRole('button', { name: 'Recover Two' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Recover Three' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Recover One' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'focus-kept' })).toBeFocused()
})

test('who has left a control is not led back when it goes away', async ({ page, show }) => {
  await show('focus-kept')
  const recover = page.getByRole('button', { name: 'Recover One' })
  await recover.focus()
  await page.getByRole('heading', { name: 'focus-kept' }).click()
  await expect(recover).not.toBeFocused()
  await recover.evaluate((button: HTMLButtonElement) =>
    new Promise((done) => setTimeout(done)).then(() => button.click()),
  )
  await expect(recover).toHaveCount(0)
  await expect(page.locator('main :focus')).toHaveCount(0)
})
