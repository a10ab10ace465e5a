import { lookAtThis } from './look.ts'
import { found, fresh, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('an admin adds customer fields, fills one in, and finds the tickets of the customer by it', async ({
  page,
  site,
}) => {
  const acme = await found(site, 'profile-fields')
  const ticket = await newTicket(site, acme, 'Refund')
  await signIn(page, site, acme.email)

  await test.step('a field of customers is added by keys, without the settings that only ticket fields have', async () => {
    await openPage(page, site.at(acme.domain, '/service/settings/customer-fields'))
    await expect(page.getByText('No customer fields yet')).toBeVisible()
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'New field' })
    await dialog.getByLabel('Label', { exact: true }).first().fill('Seats')
    await dialog.getByRole('combobox', { name: /^Kind/ }).click()
    await page.getByRole('option', { name: 'Whole number', exact: true }).click()
    await expect(dialog.getByText('Name in the API and in queries: customer.seats')).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^(Required|Customers)/ })).toHaveCount(0)
    await lookAtThis(page)
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Customer fields' }).getByRole('listitem')).toContainText(['Seats'])
  })

  await test.step('a new customer can have a value of the field, which is checked at its input', async () => {
    await openPage(page, site.at(acme.domain, '/service/customers'))
    await page.getByRole('button', { name: 'New customer' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New customer' })
    await dialog.getByLabel('E-mail addresses').fill(`${fresh('lena')}@vogt.test`)
    await dialog.getByLabel('Seats').fill('many')
    await dialog.getByRole('button', { name: 'Create customer' }).press('Enter')
    await expect(dialog.getByText(/whole number/i)).toBeVisible()
    await expect(dialog.getByLabel('Seats')).toBeFocused()
    await expect(dialog.getByLabel('Seats')).toHaveValue('many')
    await lookAtThis(page)
    await dialog.getByLabel('Seats').fill('3')
    await dialog.getByRole('button', { name: 'Create customer' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('complementary').getByRole('button', { name: 'Seats: 3' })).toBeVisible()
  })

  const panel = page.getByRole('complementary')
  await test.step('a refused value stays in the input, and a corrected one is in the history', async () => {
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    await panel.getByRole('link', { name: 'Carl Sagan' }).click()
    await panel.getByRole('button', { name: 'Seats: None' }).press('Enter')
    await page.keyboard.type('many')
    await page.keyboard.press('Enter')
    const input = panel.getByRole('textbox', { name: 'Seats' })
    await expect(input).toHaveValue('many')
    await expect(panel.getByRole('form', { name: 'Seats' }).getByText(/whole number/i)).toBeVisible()
    await lookAtThis(page)
    await input.fill('12')
    await input.press('Enter')
    await expect(panel.getByRole('button', { name: 'Seats: 12' })).toBeFocused()
    await expect(page.getByText('set Seats to “12”')).toBeVisible()
  })

  await test.step('a query finds the ticket, which shows the value under its customer', async () => {
    await openPage(page, site.at(acme.domain, '/service/tickets?q=customer.seats>10'))
    await expect(page.getByText('Customer: Seats')).toBeVisible()
    await page.getByRole('link', { name: /Refund/ }).click()
    await expect(panel.getByText('Seats', { exact: true })).toBeVisible()
    await expect(panel.getByText('12', { exact: true })).toBeVisible()
    await lookAtThis(page)
  })
})
