import { lookAtThis } from './look.ts'
import { found, openPage, registerCustomer, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('an admin builds two forms, and a customer chooses one and fills it in', async ({ page, browser, site }) => {
  const acme = await found(site, 'forms')
  await signIn(page, site, acme.email)

  await test.step('two fields that customers write', async () => {
    await openPage(page, site.at(acme.domain, '/service/settings/ticket-fields'))
    for (const label of ['Device', 'Order number']) {
      await page.getByRole('button', { name: 'New field' }).click()
      const dialog = page.getByRole('dialog', { name: 'New field' })
      await dialog.getByLabel('Label', { exact: true }).first().fill(label)
      await dialog.getByRole('button', { name: /^Customers/ }).click()
      await page.getByRole('option', { name: /fill it in/ }).click()
      await dialog.getByRole('button', { name: 'Add field' }).click()
      await expect(dialog).toHaveCount(0)
    }
  })

  const rows = page.getByRole('list', { name: 'Forms', exact: true }).getByRole('listitem')
  await test.step('a form is added by keys, with a preview', async () => {
    await openPage(page, site.at(acme.domain, '/service/settings/forms'))
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'New form' })
    await dialog.getByLabel('Name', { exact: true }).fill('Broken device')
    await expect(dialog.getByLabel('Key', { exact: true })).toHaveValue('broken-device')
    await dialog.getByLabel('Description', { exact: true }).fill('Something does not work any more.')
    await dialog.getByRole('button', { name: /^Add a field/ }).click()
    await page.getByRole('option', { name: /^Device/ }).click()
    await expect(dialog.getByRole('list', { name: 'Fields of the form' })).toContainText('Device')
    await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Device')
    await dialog.getByRole('button', { name: /^Priority of the tickets/ }).click()
    await page.getByRole('option', { name: 'High' }).click()
    await lookAtThis(page)
    await dialog.getByRole('button', { name: 'Add form' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rows).toContainText(['Broken device'])
  })

  await test.step('a second form is moved up by a key', async () => {
    await page.getByRole('button', { name: 'New form' }).click()
    const dialog = page.getByRole('dialog', { name: 'New form' })
    await dialog.getByLabel('Name', { exact: true }).fill('Return an order')
    await dialog.getByRole('button', { name: /^Add a field/ }).click()
    await page.getByRole('option', { name: /^Order number/ }).click()
    await dialog.getByRole('button', { name: 'Add form' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rows).toContainText(['Broken device', 'Return an order'])
    await page.getByRole('button', { name: 'Return an order', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(rows).toContainText(['Return an order', 'Broken device'])
  })

  const portal = await (await browser.newContext()).newPage()
  await test.step('a customer chooses a form and sees its fields only', async () => {
    await registerCustomer(portal, site, acme.domain)
    await openPage(portal, site.at(acme.domain, '/customer/tickets/create'))
    await expect(portal.getByText('Something does not work any more.')).toBeVisible()
    await lookAtThis(portal)
    await portal.getByRole('link', { name: 'Broken device' }).click()
    await expect(portal.getByRole('heading', { name: 'Broken device' })).toBeVisible()
    await expect(portal.getByLabel(/^Order number/)).toHaveCount(0)
    await portal.getByLabel('Subject').fill('The screen is black')
    await portal.getByLabel('What happened?').fill('Since this morning.')
    await portal.getByLabel(/^Device/).fill('Tablet')
    await lookAtThis(portal)
    await portal.getByRole('button', { name: 'Send request' }).click()
    await expect(portal.getByText('Your request is with our team.')).toBeVisible()
  })

  await test.step('the ticket has the form and its priority', async () => {
    await openPage(page, site.at(acme.domain, '/service/tickets?q=form:broken-device'))
    await page.getByRole('table').getByRole('link', { name: 'The screen is black' }).click()
    const panel = page.getByRole('complementary', { name: 'Ticket details' })
    await expect(panel.getByText('Broken device')).toBeVisible()
    await expect(panel.getByRole('button', { name: /^Priority: High/ })).toBeVisible()
  })
})
