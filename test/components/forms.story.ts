import { expect, test } from './component.ts'

test('the sixth digit posts the code, and only once', async ({ page, show }) => {
  await show('code')
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await page.keyboard.type('12 34-5x6')
  await expect(page.getByLabel('Posted')).toHaveText('code=123456')
  await page.keyboard.type('7')
  await expect(page.getByLabel('Six-digit code')).toHaveValue('123456')
  await expect(page.getByLabel('Posted')).toHaveText('code=123456')
})

test('a pasted code may have anything around its digits', async ({ page, show, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await show('code')
  await page.evaluate(() => navigator.clipboard.writeText('Your code: 987 654.'))
  await page.getByLabel('Six-digit code').press('ControlOrMeta+v')
  await expect(page.getByLabel('Posted')).toHaveText('code=987654')
})

test('a wrong code is said and marked, so that typing replaces it', async ({ page, show }) => {
  await show('code')
  await page.keyboard.type('111111')
  await page.getByRole('button', { name: 'Refuse' }).click()
  const input = page.getByLabel('Six-digit code')
  await expect(input).toHaveAttribute('aria-invalid', 'true')
  await expect(input).toHaveAccessibleDescription('That code is not right')
  await input.focus()
  await page.keyboard.type('222222')
  await expect(page.getByLabel('Posted')).toHaveText('code=111111, then code=222222')
})

test('addresses become tokens by comma, space, Enter and paste, each once', async ({ page, show, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await show('tokens')
  const input = page.getByRole('textbox', { name: 'To' })
  await input.pressSequentially('bob@acme.test,ada@acme.test ')
  await page.evaluate(() => navigator.clipboard.writeText('cy@acme.test; bob@acme.test\ndi@acme.test'))
  await input.press('ControlOrMeta+v')
  await input.pressSequentially('eve')
  await input.press('Enter')
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(5)
  await expect(page.getByLabel('Posted')).toHaveText('')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByLabel('Posted')).toHaveText(
    'to=ada@acme.test to=bob@acme.test to=cy@acme.test to=di@acme.test to=eve',
  )
})

test('a token goes by its button, or by Backspace in the empty field', async ({ page, show }) => {
  await show('tokens')
  const input = page.getByRole('textbox', { name: 'To' })
  await input.pressSequentially('bob@acme.test cy@acme.test ')
  await page.getByRole('button', { name: 'Remove ada@acme.test' }).click()
  await input.press('Backspace')
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1)
  await input.pressSequentially('x')
  await input.press('Backspace')
  await expect(page.getByRole('button', { name: 'Remove bob@acme.test' })).toBeVisible()
})

test('the save bar comes with the first change, saves by its key and discards', async ({ page, show }) => {
  await show('save-bar')
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await page.getByLabel('Name').pressSequentially('Ada')
  await expect(page.getByText('3 unsaved changes')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByLabel('Posted')).toHaveText('name=Ada')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
})

test('a box for some of them is neither checked nor unchecked', async ({ page, show }) => {
  await show('checkbox')
  const box = page.getByRole('checkbox', { name: 'Some of them' })
  await expect(box).toBeChecked({ indeterminate: true })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByLabel('Posted')).toHaveText('')
})

test('a field, and a title on a line, go in the direction of what is written', async ({ page, show }) => {
  await show('list-search')
  const field = page.getByRole('searchbox', { name: 'Search things' })
  await field.fill('שלום')
  await expect(field).toHaveCSS('direction', 'rtl')
  await field.fill('Words')
  await expect(field).toHaveCSS('direction', 'ltr')
  const gaps = await page.evaluate(() =>
    ['שלום 12', 'Words 12', `שלום ${'עולם '.repeat(80)}`].map((words) => {
      const line = document.body.appendChild(document.createElement('p'))
      line.className = 'truncate'
      line.textContent = words
      const range = document.createRange()
      range.selectNodeContents(line)
      const [around, inside] = [line.getBoundingClientRect(), range.getBoundingClientRect()]
      return { left: Math.round(inside.left - around.left), right: Math.round(around.right - inside.right) }
    }),
  )
  expect(gaps[0]).toMatchObject({ right: 0 })
  expect(gaps[1]).toMatchObject({ left: 0 })
  // A text that is too long overflows at its end, not at its beginning.
  expect(gaps[2]).toMatchObject({ right: 0 })
})
