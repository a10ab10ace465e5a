import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('a slash finds a macro by its whole name, and ordinary text with a slash opens no list', async ({
  page,
  site,
}) => {
  const acme = await found(site, 'names')
  const { token } = acme
  const macro = { name: 'Refund now', visibility: 'everyone', text: '<p>Your money is on its way.</p>' }
  await site.api('POST', '/api/v1/macros', { token, body: macro })
  const ticket = await newTicket(site, acme, 'Refund')
  await site.api('POST', `/api/v1/tickets/${ticket.id}/side-conversations`, {
    token,
    body: { to: ['orders@deputy.test'], subject: 'Order', text: 'Line\n'.repeat(30) },
  })
  await signIn(page, site, acme.email)
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
  const editor = page.getByRole('textbox', { name: 'Reply to the customer' })
  const macros = page.getByRole('listbox', { name: 'Macros' })

  await test.step('an opened side conversation leaves the header of the ticket in sight', async () => {
    await page.getByRole('button', { name: /^To orders@deputy.test/ }).click()
    await expect(page.getByRole('button', { name: 'Mark as done' })).toBeInViewport()
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    expect(await page.locator('#main').evaluate((main) => main.scrollTop)).toBe(0)
  })

  await test.step('text that is no name of a macro opens no list', async () => {
    await editor.click()
    await page.keyboard.type('One and/or two / three ')
    await expect(macros).toHaveCount(0)
    await page.keyboard.type('/money on ')
    await expect(macros).toHaveCount(0)
    await page.keyboard.type('its way ')
  })

  await test.step('the name with its space finds the macro, also after a mistake is corrected', async () => {
    await page.keyboard.type('/refund nw')
    await expect(macros).toHaveCount(0)
    await page.keyboard.press('Backspace')
    await page.keyboard.type('ow')
    await expect(macros.getByRole('option', { name: 'Refund now' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(editor).toContainText('Your money is on its way.')
    await expect(editor).not.toContainText('/refund')
  })
})
