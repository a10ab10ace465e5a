import type { Page } from '@playwright/test'
import { newCategory, newLiveArticle } from './articles.ts'
import { newEntry, newModel } from './content.ts'
import { enterCode, found, fresh, openPage, registerCustomer, signIn } from './people.ts'
import { expectNoShift, expectStill, noteShifts, settle, watchShifts } from './shifts.ts'
import { expect, test } from './story.ts'
import { mailIn, newTicket } from './tickets.ts'

// Each test opens many pages in a throttled browser.
test.describe.configure({ timeout: 600_000 })

/** Expects no layout shifts while the HTML arrives slowly. The first visit has cached all other files. */
async function expectStillWhenSlow(page: Page, addresses: string[]) {
  const session = await page.context().newCDPSession(page)
  const comeWith = (downloadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput,
      uploadThroughput: -1,
    })
  for (const address of addresses) {
    await settle(page, address)
    await comeWith(4_000)
    await settle(page, address)
    await expectNoShift(page)
    await comeWith(-1)
  }
}

test('the pages of a team stay where they are', async ({ page, site }) => {
  const acme = await found(site)
  const ticket = await newTicket(site, acme, 'The first order came with a part that does not fit')
  const { id: category } = await newCategory(site, acme, 'Returns')
  await newLiveArticle(site, acme, { title: 'Return a part that does not fit', category })
  const cc = 'Sam <sam@partner.test>'
  await mailIn(site, acme, { from: 'Rosa <rosa@customer.test>', cc, subject: 'Invoice', text: 'Where is it?' })
  await newModel(site, acme, {
    ...{ key: 'note', name: 'Note' },
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'body', kind: 'rich_text' },
      { key: 'price', kind: 'decimal' },
    ],
  })
  const entry = await newEntry(site, acme, 'notes', { title: 'A part that does not fit', price: '1.50' })
  await signIn(page, site, acme.email)
  await watchShifts(page)
  const paths = [
    ...['/cms/content/create', '/cms/content/create?model=note', `/cms/content/edit/${entry}`],
    ...['/', '/coming-soon', '/admin/profile', '/admin/audit-log', '/team', '/sales', '/hr', '/nothing'],
    ...[
      '/service/dashboard',
      '/service/onboarding',
      '/service/settings',
      '/service/settings/ticket-fields',
      '/service/settings/customer-fields',
      '/service/settings/company-fields',
      '/service/settings/tags',
      '/service/settings/teams',
      '/service/settings/views',
      '/service/settings/api-keys',
      '/service/settings/knowledge-base',
    ],
    ...['synonyms', 'redirects', 'searches'].map((path) => `/service/settings/knowledge-base/${path}`),
    '/service/tickets/create',
    '/service/customers',
    ...['', '/feedback', '/gaps', '/imports', '/reports'].map((path) => `/service/knowledgebase/admin${path}`),
    ...['/service/tickets', '/service/tickets?view=suspended', '/service/tickets?view=all&q=unheard'],
    `/service/tickets/${ticket.id}`,
    ...['categories', `categories?category=${category}`, 'categories/edit', `categories/edit/${category}`].map(
      (path) => `/service/knowledgebase/admin/${path}`,
    ),
  ]
  await expectStill(
    page,
    paths.map((path) => site.at(acme.domain, path)),
  )
})

test('the pages of a customer stay where they are', async ({ page, site }) => {
  const acme = await found(site)
  const email = await registerCustomer(page, site, acme.domain)
  await newLiveArticle(site, acme, 'Return a part that does not fit')
  const ticket = await newTicket(site, acme, 'A part that does not fit', { requester: { email } })
  await site.api('POST', `/api/v1/tickets/${ticket.id}/messages`, { token: acme.token, body: { text: 'We look.' } })
  await watchShifts(page)
  const paths = ['dashboard', 'tickets', 'tickets?q=unheard', 'tickets/create', `tickets/${ticket.id}`, 'nothing']
  await expectStill(
    page,
    paths.map((path) => site.at(acme.domain, `/customer/${path}`)),
  )
})

test('the pages before somebody is signed in stay where they are', async ({ page, site }) => {
  const acme = await found(site)
  const { domain } = acme
  const article = await newLiveArticle(site, acme, 'Return a part that does not fit')
  await watchShifts(page)
  const ofTeam = ['/auth/login', '/auth/register', '/auth/verify', '/auth/invitation', '/nothing']
  const ofWorkspace = ['/customer/auth/login', '/customer/auth/register', '/knowledgebase', article, '/nothing']
  await expectStill(page, [
    site.at(''),
    ...ofTeam.map((path) => site.at('app', path)),
    ...ofWorkspace.map((path) => site.at(domain, path)),
    site.at('app', `/auth/login?workspace=${domain}`),
  ])
})

test('the pages on the way in stay where they are', async ({ page, site }) => {
  const email = `${fresh('mina')}@x.test`
  await openPage(page, site.at('app', '/auth/register'))
  await page.getByLabel('Work e-mail').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await watchShifts(page)
  await expectStill(page, [page.url()])
  await enterCode(page, site, email)
  await page.waitForURL(site.at('app', '/auth/create-workspace'))
  await expectStill(page, [page.url()])
})

test('a page that comes slowly is shown when all of it is there', async ({ page, site }) => {
  const acme = await found(site)
  await newLiveArticle(site, acme, 'Return a part that does not fit')
  const atLogin = [site.at(acme.domain, '/customer/auth/login'), site.at('app', '/auth/login')]
  const atWork = ['/service/knowledgebase/admin', '/service/dashboard'].map((path) => site.at(acme.domain, path))
  await noteShifts(page)
  await expectStillWhenSlow(page, atLogin)
  await signIn(page, site, acme.email)
  await expectStillWhenSlow(page, atWork)
})
