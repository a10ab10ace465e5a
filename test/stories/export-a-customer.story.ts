import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('an admin exports the data of a customer', async ({ page, site }) => {
  const acme = await found(site)
  const ticket = await newTicket(site, acme, 'Refund')
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
  await page.getByRole('complementary').getByRole('link', { name: 'Carl Sagan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Carl Sagan' })).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Export data' }).press('Enter')
  await expect(page.getByText('No exports yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Export', exact: true }).press('Enter')
  const line = page.getByRole('list', { name: 'Exports' }).getByRole('listitem')
  await expect(line.getByText('Done, 2 parts')).toBeVisible()
  await lookAtThis(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    line.getByRole('button', { name: /^Download/ }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toBe('customer.zip')
})
