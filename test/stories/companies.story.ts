import { lookAtThis } from './look.ts'
import { found, fresh, openPage, registerCustomer, signIn, signInCustomer } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('an admin makes a company of customers, who then read the requests of each other', async ({ page, site }) => {
  const acme = await found(site)
  const domain = `${fresh('quarry')}.test`
  const ticket = await newTicket(site, acme, 'Broken lift', { requester: { email: `quinn@${domain}`, name: 'Quinn' } })
  const colleague = await registerCustomer(page, site, acme.domain)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/service/companies'))
  const people = page.getByRole('list', { name: 'People' })

  await test.step('customers with an address of the domain join the new company', async () => {
    await expect(page.getByText('No companies yet')).toBeVisible()
    await page.getByRole('button', { name: 'New company' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New company' })
    await dialog.getByLabel('Name', { exact: true }).fill('Quarry Ltd')
    await dialog.getByLabel('Domains').fill('gmail.com')
    await dialog.getByRole('button', { name: 'Create company' }).press('Enter')
    await expect(dialog.getByText(/Anybody can get an address at gmail.com/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove gmail.com' }).press('Enter')
    await dialog.getByLabel('Domains').fill(domain)
    await dialog.getByRole('checkbox').check()
    await lookAtThis(page)
    await dialog.getByRole('button', { name: 'Create company' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(people.getByRole('link', { name: 'Quinn', exact: true })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Tickets' }).getByText('Broken lift')).toBeVisible()
  })

  await test.step('another customer is added by address', async () => {
    await page.getByRole('button', { name: 'Add a person' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add a person to Quarry Ltd' })
    await dialog.getByLabel('E-mail address of the customer').fill('unknown@nowhere.test')
    await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await expect(dialog.getByText('No customer has this address')).toBeVisible()
    await dialog.getByLabel('E-mail address of the customer').fill(colleague)
    await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(people.getByRole('listitem')).toHaveCount(2)
    await lookAtThis(page)
  })

  await test.step('the customer reads the request of the colleague, and cannot reply', async () => {
    const customers = await page.context().browser()!.newContext()
    const portal = await customers.newPage()
    await portal.goto(site.at(acme.domain, '/customer/auth/login'))
    await signInCustomer(portal, site, acme.domain, colleague)
    await openPage(portal, site.at(acme.domain, '/customer/tickets'))
    await expect(portal.getByRole('link', { name: 'Everybody at Quarry Ltd' })).toBeVisible()
    await portal.getByRole('link', { name: /Broken lift/ }).click()
    await expect(portal.getByText('Quinn sent this request.')).toBeVisible()
    await expect(portal.getByRole('button', { name: 'Send' })).toHaveCount(0)
    await lookAtThis(portal)
    await portal.getByRole('link', { name: 'My requests' }).first().click()
    await portal.getByRole('link', { name: 'Only mine' }).click()
    await expect(portal.getByText('Broken lift')).toHaveCount(0)
    await customers.close()
  })

  await test.step('an exception shares nothing', async () => {
    await people.getByRole('switch', { name: 'Quinn shares tickets' }).press('Space')
    await expect(people.getByRole('switch', { name: 'Quinn shares tickets' })).not.toBeChecked()
    await expect
      .poll(async () => {
        const { accessToken: token } = await site.identities.signInCustomer(acme.domain, colleague, 'A program')
        return (await site.api('GET', `/api/v1/tickets/${ticket.id}`, { token })).status
      })
      .toBe(404)
  })

  await test.step('the history has the old and the new name', async () => {
    await page.getByRole('button', { name: 'Edit' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit company' })
    await dialog.getByLabel('Name', { exact: true }).fill('Quarry Group')
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    const history = page.getByRole('region', { name: 'History' })
    await expect(history.getByText('changed the name from “Quarry Ltd” to “Quarry Group”')).toBeVisible()
    await expect(history.getByText('created the company')).toBeVisible()
  })

  await test.step('the company is deleted, and its people stay', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete company' }).press('Enter')
    await expect(page.getByText('No companies yet')).toBeVisible()
  })
})
