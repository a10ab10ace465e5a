import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('an admin exports the data of a customer, and erases it', async ({ page, site }) => {
  const acme = await found(site)
  const ticket = await newTicket(site, acme, 'Refund')
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
  await page.getByRole('complementary').getByRole('link', { name: 'Carl Sagan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Carl Sagan' })).toBeVisible()

  await test.step('the export is downloaded as a zip', async () => {
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
    await page.getByRole('link', { name: 'Back to the customer' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Carl Sagan' })).toBeVisible()
  })

  await test.step('the page lists what is erased and what stays', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Erase…' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Erase Carl Sagan' })).toBeVisible()
    await expect(page.getByText('1 address, with all sessions and sign-in codes')).toBeVisible()
    await expect(page.getByText('the history of 1 ticket')).toBeVisible()
    await lookAtThis(page)
  })

  await test.step('another address is refused with a sentence', async () => {
    const address = page.getByLabel('E-mail address of the customer')
    await address.fill('somebody@else.test')
    await address.press('Enter')
    await expect(page.getByText('Type carl@customer.test to confirm').last()).toBeVisible()
    await expect(address).toBeFocused()
  })

  await test.step('the address erases the customer, and the page shows the end', async () => {
    const address = page.getByLabel('E-mail address of the customer')
    await address.fill('carl@customer.test')
    await address.press('Enter')
    await expect(page.getByText('The personal data of this customer was erased.')).toBeVisible()
    await lookAtThis(page)
    await page.getByRole('link', { name: 'Back to the customer' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Erased customer' })).toBeVisible()
    await expect(
      page.getByRole('list', { name: 'Tickets' }).getByRole('link', { name: 'Erased request' }),
    ).toBeVisible()
    await expect(page.getByText('erased the personal data of the customer')).toBeVisible()
    await expect(page.getByText('carl@customer.test')).toHaveCount(0)
  })
})
