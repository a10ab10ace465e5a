import { found, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('a reply can be taken back within ten seconds, and its text is in the editor again', async ({ page, site }) => {
  const acme = await found(site)
  const ticket = await newTicket(site, acme, 'Refund')
  await signIn(page, site, acme.email)
  await page.goto(site.at(acme.domain, `/service/tickets/${ticket.id}`))
  const editor = page.getByRole('textbox', { name: 'Reply to the customer' })

  await editor.fill('You get it all back.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/Sends in \d+ s/)).toBeVisible()
  await expect(editor).toBeEmpty()
  await page.keyboard.press('z')

  await expect(editor).toHaveText('You get it all back.')
  await expect(page.getByText(/Sends in \d+ s/)).toHaveCount(0)
})

test('what is written is kept as a draft and is there after a reload', async ({ page, site }) => {
  const acme = await found(site)
  const ticket = await newTicket(site, acme, 'Refund')
  await signIn(page, site, acme.email)
  await page.goto(site.at(acme.domain, `/service/tickets/${ticket.id}`))

  await page.getByRole('textbox', { name: 'Reply to the customer' }).fill('Half a thought')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.reload()

  await expect(page.getByRole('textbox', { name: 'Reply to the customer' })).toHaveText('Half a thought')
})
