import { newArticle } from './articles.ts'
import { lookThoroughly } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expectStill, watchShifts } from './shifts.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

// Runs a small part of the checks of `npm run sweep`.

test('a ticket can be read, and a list stays where it is while it comes', async ({ page, site }) => {
  const acme = await found(site)
  const ticket = await newTicket(site, acme, 'The first order came with a part that does not fit')
  await signIn(page, site, acme.email)
  await page.goto(site.at(acme.domain, `/service/tickets/${ticket.id}`))
  await lookThoroughly(page)
  await watchShifts(page)
  await expectStill(page, [site.at(acme.domain, '/service/tickets')])
})

test('the server is killed while somebody writes, and nothing is lost', async ({ page, site }) => {
  const company = await found(site, 'killed')
  const id = await newArticle(site, company, { title: 'Written to the end' })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `/service/knowledgebase/admin/articles/edit/${id}`))
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  await page.keyboard.type('Before')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await site.kill()
  await page.keyboard.type(' and after')
  await expect(page.getByText('Offline, saved on this computer')).toBeVisible()
  await site.start()
  const address = `/api/v1/knowledge-base/articles/${id}`
  const html = async () => (await site.api('GET', address, { token: company.token })).body.html
  await expect.poll(html).toBe('<p>Before and after</p>')
  await expect(text).toHaveText('Before and after')
})
