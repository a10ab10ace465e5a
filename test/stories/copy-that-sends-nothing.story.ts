import { found, openPage, registerCustomer, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test.afterEach(async ({ site }) => {
  await site.kill()
  await site.start()
})

test('a copy says that nothing is sent, and of an answer that it was not', async ({ page, site }) => {
  const acme = await found(site)
  const ticket = await newTicket(site, acme, 'The parcel came open')
  await site.kill()
  await site.start({ SENDING: 'off' })
  const notice = page.getByText('This server is a copy. It sends nothing.')

  await test.step('on the page for signing in', async () => {
    await openPage(page, site.at('app', '/auth/login'))
    await expect(notice).toBeVisible()
  })

  await test.step('on the pages of the team', async () => {
    await signIn(page, site, acme.email)
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    await expect(notice).toBeVisible()
    await site.api('POST', `/api/v1/tickets/${ticket.id}/messages`, { token: acme.token, body: { text: 'Sorry' } })
    await expect(page.getByText('the installation was a copy').first()).toBeVisible()
  })

  await test.step('on the pages of customers', async () => {
    await registerCustomer(page, site, acme.domain)
    await openPage(page, site.at(acme.domain, '/customer/dashboard'))
    await expect(notice).toBeVisible()
  })
})
