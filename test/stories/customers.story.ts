import { lookAtThis } from './look.ts'
import { found, fresh, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('a member finds a customer, corrects what is known, and opens a ticket for them', async ({ page, site }) => {
  const acme = await found(site)
  const ticket = await newTicket(site, acme, 'Refund')
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/service/tickets'))
  const panel = page.getByRole('complementary', { name: 'Customer' })
  const tickets = page.getByRole('list', { name: 'Tickets' })

  await test.step('a customer is created with an address and a phone number', async () => {
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByRole('button', { name: 'New customer' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New customer' })
    await dialog.getByLabel('Name', { exact: true }).fill('Lena Vogt')
    await dialog.getByRole('button', { name: 'Create customer' }).press('Enter')
    await expect(dialog.getByLabel('E-mail addresses')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('E-mail addresses').fill(`${fresh('lena')}@vogt.test`)
    await dialog.getByLabel('Phone numbers').fill('+49 30 9018 2077')
    await lookAtThis(page)
    await dialog.getByRole('button', { name: 'Create customer' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Lena Vogt' })).toBeVisible()
    await expect(panel.getByText('+49 30 9018 2077')).toBeVisible()
    await expect(page.getByText('created the customer')).toBeVisible()
  })

  await test.step('a search by some digits of the phone number finds the customer', async () => {
    await page.getByRole('link', { name: 'Back to the customers' }).click()
    const search = page.getByRole('searchbox', { name: 'Name, address, phone or external id' })
    await search.fill('90182077')
    await search.press('Enter')
    const rows = page.getByRole('table', { name: 'Customers' }).getByRole('row')
    await expect(rows.filter({ hasText: 'Lena Vogt' })).toHaveCount(1)
    await expect(rows.filter({ hasText: 'Carl Sagan' })).toHaveCount(0)
    await lookAtThis(page)
    await search.fill('nobody-at-all')
    await search.press('Enter')
    await expect(page.getByText('No customers match “nobody-at-all”')).toBeVisible()
    await page.getByRole('link', { name: 'Show all customers' }).click()
  })

  await test.step('the ticket leads to its customer, whose data is edited', async () => {
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    await page.getByRole('complementary').getByRole('link', { name: 'Carl Sagan' }).click()
    await expect(tickets.getByRole('link', { name: 'Refund' })).toBeVisible()
    await page.getByRole('button', { name: 'Edit' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit customer' })
    await dialog.getByLabel('Tags').fill('vip, Astronomy')
    await dialog.getByLabel('Notes of the team').fill('Prefers the phone.')
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(panel.getByText('Prefers the phone.')).toBeVisible()
    await expect(panel.getByText('Astronomy')).toBeVisible()
    await expect(page.getByText('added the tags “vip”, “Astronomy”')).toBeVisible()
    await lookAtThis(page)
  })

  await test.step('what somebody else changes appears at once, and is not overwritten', async () => {
    await page.getByRole('button', { name: 'Edit' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit customer' })
    await dialog.getByLabel('Notes of the team').fill('Mine')
    const { body } = await site.api('GET', `/api/v1/customers?q=carl@customer.test`, { token: acme.token })
    await site.api('PATCH', `/api/v1/customers/${body.items[0].id}`, { token: acme.token, body: { notes: 'Theirs' } })
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(dialog.getByText('Somebody else changed this to “Theirs”')).toBeVisible()
    await expect(dialog.getByLabel('Notes of the team')).toHaveValue('Mine')
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(panel.getByText('Theirs')).toBeVisible()
  })

  await test.step('the tickets are filtered, and a new ticket has the address', async () => {
    await page.getByRole('navigation', { name: 'Tickets shown' }).getByRole('link', { name: 'Solved' }).click()
    await expect(page.getByText('No tickets here.')).toBeVisible()
    await page.getByRole('link', { name: 'New ticket' }).click()
    await expect(page.getByLabel('Requester')).toHaveValue('carl@customer.test')
  })
})
