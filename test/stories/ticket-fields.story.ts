import { lookAtThis } from './look.ts'
import { found, openPage, registerCustomer, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('an admin adds ticket fields, a customer fills one in, and an agent fills in what solving requires', async ({
  page,
  browser,
  site,
}) => {
  const acme = await found(site, 'fields')
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/service/settings/ticket-fields'))
  const rows = page.getByRole('list', { name: 'Ticket fields' }).getByRole('listitem')

  await test.step('a field with options is added by keys', async () => {
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'New field' })
    await expect(dialog.getByLabel('Label', { exact: true }).first()).toBeFocused()
    await page.keyboard.type('Product')
    await dialog.getByRole('combobox', { name: /^Kind/ }).click()
    await page.getByRole('option', { name: 'Choice', exact: true }).click()
    await expect(dialog.getByLabel('Key', { exact: true })).toHaveValue('product')
    await dialog.getByRole('button', { name: 'Add option' }).click()
    await page.keyboard.type('Web shop')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Label of option 2')).toBeFocused()
    await page.keyboard.type('Phone')
    await dialog.getByRole('button', { name: /^Customers/ }).click()
    await page.getByRole('option', { name: /fill it in/ }).click()
    await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Customers see')
    await lookAtThis(page)
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rows).toContainText(['Product'])
  })

  await test.step('another field is required to solve, and moved up by a key', async () => {
    await page.getByRole('button', { name: 'New field' }).click()
    const dialog = page.getByRole('dialog', { name: 'New field' })
    await dialog.getByLabel('Label', { exact: true }).first().fill('Cause')
    await dialog.getByRole('button', { name: /^Required/ }).click()
    await page.getByRole('option', { name: 'To solve a ticket' }).click()
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rows).toContainText(['Product', 'Cause'])
    await page.getByRole('button', { name: 'Cause', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(rows).toContainText(['Cause', 'Product'])
  })

  const portal = await (await browser.newContext()).newPage()
  await test.step('a customer chooses the product of a new request, and reads it there', async () => {
    await registerCustomer(portal, site, acme.domain)
    await openPage(portal, site.at(acme.domain, '/customer/tickets/create'))
    await portal.getByLabel('Subject').fill('My order is late')
    await portal.getByLabel('What happened?').fill('Where is it?')
    await portal.getByLabel(/^Product/).selectOption({ label: 'Web shop' })
    await expect(portal.getByLabel(/^Cause/)).toHaveCount(0)
    await lookAtThis(portal)
    await portal.getByRole('button', { name: 'Send request' }).click()
    await expect(portal.getByText('Your request is with our team.')).toBeVisible()
    await expect(portal.getByText('Web shop')).toBeVisible()
  })

  await test.step('the list shows the field as a column', async () => {
    await openPage(page, site.at(acme.domain, '/service/tickets?view=all'))
    await page.getByRole('button', { name: 'Display', exact: true }).click()
    await page.getByRole('dialog', { name: 'Display' }).getByRole('checkbox', { name: 'Product' }).check()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader', { name: 'Product' })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Web shop' })).toBeVisible()
  })

  await test.step('the ticket is solved once the cause is filled in', async () => {
    await openPage(page, site.at(acme.domain, '/service/tickets?q=field.product:web_shop'))
    await page.getByRole('link', { name: /My order is late/ }).click()
    const panel = page.getByRole('complementary', { name: 'Ticket details' })
    await expect(panel.getByText('Web shop')).toBeVisible()
    await page.keyboard.press('e')
    await expect(panel.getByText('Fill in Cause to solve the ticket')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Cause: None' })).toBeFocused()
    await lookAtThis(page)
    await panel.getByRole('button', { name: 'Cause: None' }).press('Enter')
    await page.keyboard.type('Post')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('button', { name: 'Cause: Post' })).toBeFocused()
    await page.keyboard.press('e')
    await expect(panel.getByRole('button', { name: /^Status: Solved/ })).toBeVisible()
    await expect(page.getByText(/^\d events: .*Cause set to “Post”/)).toBeVisible()
  })
})
