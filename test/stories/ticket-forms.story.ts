import { lookAtThis } from './look.ts'
import { enterCode, found, fresh, openPage, registerCustomer, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('an admin builds two forms, and customers and visitors fill them in', async ({ page, browser, site }) => {
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
  await test.step('the admin lets people without an account fill in a form', async () => {
    await openPage(page, site.at(acme.domain, '/service/settings/forms'))
    await page.getByRole('button', { name: 'Return an order', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Return an order' })
    await dialog.getByLabel('People without an account can fill it in').check()
    await dialog.getByRole('button', { name: 'Save form' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rows.first()).toContainText('public, without an account')
  })

  const visitor = await (await browser.newContext()).newPage()
  const email = `${fresh('vera')}@visitor.test`
  await test.step('a visitor is told what is missing, and the request is sent with the code', async () => {
    await openPage(visitor, site.at(acme.domain, '/customer/tickets/create?form=return-an-order'))
    await visitor.getByLabel('Subject').fill('Wrong size')
    await visitor.getByRole('button', { name: 'Send request' }).click()
    await expect(visitor.getByLabel('Your e-mail')).toBeFocused()
    await expect(visitor.getByText('Tell us what happened')).toBeVisible()
    await visitor.getByLabel('Your e-mail').fill(email)
    await visitor.getByLabel('What happened?').fill('The shoes are too small.')
    await lookAtThis(visitor)
    await visitor.getByRole('button', { name: 'Send request' }).click()
    await visitor.waitForURL(/login-verify/)
    await enterCode(visitor, site, email)
    await expect(visitor.getByRole('heading', { name: 'Wrong size' })).toBeVisible()
    await expect(visitor.getByText('Your request is with our team.')).toBeVisible()
  })

  await test.step('a visitor enters the code on another device', async () => {
    const [desk, phone] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()]
    const address = `${fresh('paul')}@visitor.test`
    await openPage(desk, site.at(acme.domain, '/customer/request'))
    await desk.getByLabel('Your e-mail').fill(address)
    await desk.getByLabel('Subject').fill('Second pair')
    await desk.getByLabel('What happened?').fill('Can I get another colour?')
    await desk.getByRole('button', { name: 'Send request' }).click()
    await desk.waitForURL(/login-verify/)
    await openPage(phone, site.at(acme.domain, '/customer/auth/login-verify'))
    await phone.getByLabel('E-mail').fill(address)
    await phone.getByLabel('Six-digit code').fill(await site.codeFor(address))
    await expect(phone.getByRole('heading', { name: 'Second pair' })).toBeVisible()
  })
})
