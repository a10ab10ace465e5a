import type { Page } from '@playwright/test'
import { checkAccess, expect, test } from './component.ts'

const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true })
const marked = (page: Page) => page.locator('[role=option][aria-selected=true]')

test('a filtered list is walked from its input, around both ends', async ({ page, show }) => {
  await show('filter')
  const input = page.getByRole('combobox', { name: 'Month' })
  await input.focus()
  await expect(marked(page)).toHaveText('January')
  await page.keyboard.press('ArrowUp')
  await expect(marked(page)).toHaveText('December')
  await page.keyboard.press('ArrowDown')
  await expect(marked(page)).toHaveText('January')
  await page.keyboard.press('PageDown')
  await expect(marked(page)).toHaveText('September')
  await expect(input).toHaveAttribute('aria-activedescendant', (await marked(page).getAttribute('id')) ?? '')
  await page.keyboard.press('PageDown')
  await expect(marked(page)).toHaveText('December')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Chosen')).toHaveText('april')
})

test('typing filters, and the best match is marked again', async ({ page, show }) => {
  await show('filter')
  const input = page.getByRole('combobox', { name: 'Month' })
  await input.press('ArrowDown')
  await input.pressSequentially('ju')
  await expect(page.getByRole('option')).toHaveText(['June', 'July'])
  await expect(marked(page)).toHaveText('June')
  await input.fill('nothing')
  await expect(page.getByText('No results')).toBeVisible()
  await input.press('Enter')
  await expect(page.getByLabel('Chosen')).toHaveText('may')
})

test('Enter at once after the last letter means the best match, and not what was marked before', async ({
  page,
  show,
}) => {
  await show('filter')
  const input = page.getByRole('combobox', { name: 'Month' })
  await input.press('ArrowDown')
  await expect(marked(page)).toHaveText('February')
  await input.evaluate((element: HTMLInputElement) => {
    element.setRangeText('ju')
    element.dispatchEvent(new InputEvent('input', { bubbles: true }))
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
  await expect(page.getByLabel('Chosen')).toHaveText('june')
})

test('Home and Tab stay with the text and its neighbours', async ({ page, show }) => {
  await show('filter')
  const input = page.getByRole('combobox', { name: 'Month' })
  await input.pressSequentially('une')
  await page.keyboard.press('Home')
  await page.keyboard.type('j')
  await expect(input).toHaveValue('june')
  await page.keyboard.press('Tab')
  await expect(input).not.toBeFocused()
  await expect(page.getByLabel('Chosen')).toHaveText('may')
})

test('a press chooses without taking the focus, and what is disabled stays unchosen', async ({ page, show }) => {
  await show('filter')
  const input = page.getByRole('combobox', { name: 'Month' })
  await input.focus()
  await option(page, 'March').click({ force: true })
  await expect(page.getByLabel('Chosen')).toHaveText('may')
  await option(page, 'February').click()
  await expect(page.getByLabel('Chosen')).toHaveText('february')
  await expect(input).toBeFocused()
})

test('everybody can use a filtered list', async ({ page, show }) => {
  await show('filter')
  await page.getByRole('combobox', { name: 'Month' }).fill('j')
  await checkAccess(page)
})

test('a value opens by its key as a list, and is changed by letters', async ({ page, show }) => {
  await show('inline-value')
  await page.keyboard.press('p')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.type('hi')
  await page.keyboard.press('Enter')
  const button = page.getByRole('button', { name: 'Priority: High' })
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Priority: Normal' })).toBeFocused()
})

test('a value of many opens with a filter, and returns the focus', async ({ page, show }) => {
  await show('inline-value')
  await page.keyboard.press('m')
  await expect(page.getByRole('combobox', { name: 'Month' })).toBeFocused()
  await page.keyboard.type('oct')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Month: October' })).toBeFocused()

  await page.keyboard.press('m')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Month: October' })).toBeFocused()
})

test('a value that cannot be changed opens by no key', async ({ page, show }) => {
  await show('inline-value')
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Fixed: High' })).toBeDisabled()
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

const posted = (page: Page) =>
  page.evaluate(() => Object.fromEntries(new FormData(document.querySelector<HTMLFormElement>('form') ?? undefined)))

test('a choice of few and one of many post what was chosen', async ({ page, show }) => {
  await show('select')
  expect(await posted(page)).toEqual({ priority: 'normal', month: 'may' })
  await page.getByRole('button', { name: 'Priority Normal' }).click()
  await option(page, 'High').click()
  await page.getByRole('combobox', { name: 'Month' }).fill('nov')
  await page.keyboard.press('Enter')
  expect(await posted(page)).toEqual({ priority: 'high', month: 'november' })
})

test('a choice of many opens by a press, and Escape leaves what was there', async ({ page, show }) => {
  await show('select')
  const input = page.getByRole('combobox', { name: 'Month' })
  await input.click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await input.fill('no such month')
  await expect(page.getByText('No results')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No results')).toHaveCount(0)
  await expect(input).toHaveValue('May')
  expect(await posted(page)).toEqual({ priority: 'normal', month: 'may' })
})

test('everybody can use a choice of many', async ({ page, show }) => {
  await show('select')
  await page.getByRole('combobox', { name: 'Month' }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await checkAccess(page)
})

test('tabs are one stop of the keyboard, and arrows walk around them', async ({ page, show }) => {
  await show('tabs')
  await page.getByRole('tab', { name: 'reply' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'mail' })).toBeFocused()
  await expect(page.getByRole('tabpanel')).toHaveText('mail is shown')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'reply' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: 'note' })).toHaveAttribute('tabindex', '-1')
})
