import { expect, test } from './component.ts'

test('what is typed on stays when the list shows what was searched for before', async ({ page, show }) => {
  await show('list-search')
  const box = page.getByRole('searchbox', { name: 'Search things' })
  await box.fill('refund')
  await expect(page.getByLabel('Searched')).toHaveText('refund')
  await box.fill('refund please')
  await expect(page.getByLabel('Searched')).toHaveText('refund please')
  await page.getByRole('button', { name: 'Show refund', exact: true }).click()
  await expect(box).toHaveValue('refund please')
  await page.getByRole('button', { name: 'Show refund please' }).click()
  await expect(box).toHaveValue('refund please')
  await page.getByRole('button', { name: 'Show other' }).click()
  await expect(box).toHaveValue('other')
  await page.getByRole('button', { name: 'Show refund', exact: true }).click()
  await expect(box).toHaveValue('refund')
})
