import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('the team opens a ticket for a customer it knows, with a file', async ({ page, site }) => {
  const acme = await found(site)
  await newTicket(site, acme, 'An older one')
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/service/tickets'))
  await expect(page.getByRole('row', { name: 'An older one' })).toBeVisible()
  await page.keyboard.press('c')

  await page.getByRole('combobox', { name: 'Requester' }).fill('sag')
  await page.getByRole('option', { name: /carl@customer\.test/ }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Carl Sagan')
  await page.getByRole('button', { name: 'Create ticket' }).click()
  await expect(page.getByText('Enter a subject')).toBeVisible()

  await page.getByLabel('Subject').fill('Called by telephone')
  await page.getByRole('textbox', { name: 'Description' }).fill('The tablet is dark.')
  const file = { name: 'rota.txt', mimeType: 'text/plain', buffer: Buffer.from('early, late, night') }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('button', { name: 'Remove rota.txt' })).toBeVisible()
  await page.keyboard.press('Control+Enter')

  await expect(page.getByRole('heading', { name: /Called by telephone/ })).toBeVisible()
  await expect(page.getByText('The tablet is dark.')).toBeVisible()
  await expect(page.getByRole('link', { name: /rota\.txt/ })).toBeVisible()
})
