import { newArticle } from './articles.ts'
import { newEntry, newModel } from './content.ts'
import { lookAtAll, lookAtThis } from './look.ts'
import { enterCode, found, fresh, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'

// Each test checks many screens.
test.describe.configure({ timeout: 180_000 })

const views = ['unassigned', 'pending', 'snoozed', 'suspended']

test('every screen can be read by a visitor', async ({ page, site }) => {
  const { domain } = await found(site)
  await lookAtAll(page, [
    site.at(''),
    ...['/auth/login', '/auth/register', '/auth/verify', '/auth/invitation', '/nothing'].map((path) =>
      site.at('app', path),
    ),
    ...['/customer/auth/login', '/customer/auth/register', '/knowledgebase', '/knowledgebase/nothing', '/nothing'].map(
      (path) => site.at(domain, path),
    ),
    site.at(fresh('nobody')),
    site.at('mail'),
  ])
})

test('every screen can be read by a founder', async ({ page, site }) => {
  const email = `${fresh('mina')}@x.test`
  await page.goto(site.at('app', '/auth/register'))
  await page.getByLabel('Work e-mail').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await lookAtThis(page)
  await page.getByLabel('Six-digit code').focus()
  await enterCode(page, site, email)
  await page.waitForURL(site.at('app', '/auth/create-workspace'))
  await lookAtThis(page)
})

test('every screen can be read by an admin', async ({ page, site }) => {
  const { domain, email, token } = await found(site)
  const ticketId = await conversation(site, token)
  await signIn(page, site, email)
  const inWorkspace = (path: string) => site.at(domain, path)
  await lookAtAll(
    page,
    ['/', '/coming-soon', '/admin/profile', '/admin/audit-log', '/team', '/sales', '/hr', '/nothing'].map(inWorkspace),
  )
  await lookAtAll(page, ['/service/onboarding', '/service/dashboard'].map(inWorkspace))
  await lookAtAll(page, ['/service/settings', '/service/settings/knowledge-base'].map(inWorkspace))
  await lookAtAll(
    page,
    ['', '/create', `/${ticketId}`, '/nothing'].map((path) => inWorkspace(`/service/tickets${path}`)),
  )
  await lookAtAll(page, ['/cms/dashboard', '/cms/settings', '/cms/media'].map(inWorkspace))
})

test('every screen of an entry can be read by an admin', async ({ page, site }) => {
  const team = await found(site)
  const model = { key: 'note', name: 'Note', fields: [{ key: 'title', kind: 'text', required: 'on_publish' }] }
  await newModel(site, team, model)
  const entry = await newEntry(site, team, 'notes', {})
  await signIn(page, site, team.email)
  const paths = ['create', 'create?model=note', 'create?model=nothing', `edit/${entry}`, 'edit/nothing']
  await lookAtAll(
    page,
    paths.map((path) => site.at(team.domain, `/cms/content/${path}`)),
  )
})

test('every screen of the knowledge base can be read by an admin', async ({ page, site }) => {
  const { domain, email, token } = await found(site)
  const article = await newArticle(site, { token }, { title: 'Set a custom day boundary' })
  await signIn(page, site, email)
  await lookAtAll(
    page,
    [
      ...['articles', 'articles?q=unheard', 'articles/edit', `articles/edit/${article}`, 'articles/edit/nothing'],
      ...['', 'categories', 'categories/edit', 'categories/edit/nothing', 'feedback', 'gaps', 'imports', 'reports'],
    ].map((path) => site.at(domain, `/service/knowledgebase/admin/${path}`)),
  )
})

test('every list of tickets can be read, empty or not', async ({ page, site }) => {
  const { domain, email, token } = await found(site)
  await conversation(site, token)
  await signIn(page, site, email)
  await lookAtAll(page, [
    ...views.map((view) => site.at(domain, `/service/tickets?view=${view}`)),
    site.at(domain, '/service/tickets?view=all&q=unheard'),
  ])
})

test('what opens above a screen can be read', async ({ page, site }) => {
  const { domain, email } = await found(site)
  await signIn(page, site, email)
  await openPage(page, site.at(domain, '/team'))
  await page.keyboard.press('i')
  await expect(page.getByRole('dialog')).toBeVisible()
  await lookAtThis(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await lookAtThis(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await lookAtThis(page)
})

test('every screen can be read by a member of the team', async ({ page, site }) => {
  const { domain, token } = await found(site)
  const bo = `${fresh('bo')}@acme.test`
  await site.api('POST', '/api/v1/invitations', { token, body: { email: bo, role: 'TeamUser' } })
  await page.goto(site.at('app', `/auth/invitation?email=${encodeURIComponent(bo)}`))
  await page.getByRole('button', { name: 'Send code' }).click()
  await enterCode(page, site, bo)
  await expect(page.getByLabel('First name')).toBeVisible()
  await lookAtThis(page)
  await lookAtAll(
    page,
    ['/', '/service/dashboard', '/service/tickets', '/hr'].map((path) => site.at(domain, path)),
  )
})

test('every screen can be read by a customer', async ({ page, site }) => {
  const { domain, token } = await found(site)
  const ticketId = await conversation(site, token)
  await page.goto(site.at(domain, '/customer/auth/login'))
  await page.getByLabel('E-mail').fill(rosa)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await lookAtThis(page)
  await page.getByLabel('Six-digit code').focus()
  await enterCode(page, site, rosa)
  await page.waitForURL(/\/customer\/dashboard/)
  await lookAtAll(
    page,
    ['dashboard', 'tickets', 'tickets?q=unheard', 'tickets/create', `tickets/${ticketId}`, 'nothing'].map((path) =>
      site.at(domain, `/customer/${path}`),
    ),
  )
})

test('a lost connection is said, and what is written waits for it', async ({ browser, site }) => {
  const { domain, email, token } = await found(site)
  const ticketId = await conversation(site, token)
  // Uses a separate browser context, because a lost connection causes a console error.
  const page = await (await browser.newContext()).newPage()
  await signIn(page, site, email)
  await page.route(/rich-text/, (route) => route.abort('internetdisconnected'))
  await page.goto(site.at(domain, `/service/tickets/${ticketId}`))
  const reply = page.getByLabel('Reply to the customer')
  // Retries, because the key does nothing until the page is interactive.
  await expect(async () => {
    await page.keyboard.press('r')
    await expect(reply).toBeFocused({ timeout: 200 })
  }).toPass()
  // The text contains the letters e and t, which are also shortcuts of the page.
  await page.keyboard.type('They are back, every one of them.')
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  await page.unroute(/rich-text/)
  await page.context().setOffline(false)
  await expect(page.getByText('You are offline')).toHaveCount(0)
  await page.getByRole('button', { name: /^Send/ }).first().click()
  await expect(page.getByText(/Sends in \d+ s/)).toBeVisible()
  await expect(page.getByText('They are back, every one of them.')).toBeVisible()
  await page.context().close()
})

const rosa = 'rosa@bramble.test'

/** Creates a ticket with a question, an answer and a note. */
async function conversation(site: Site, token: string) {
  const requester = { email: rosa, name: 'Rosa Delgado' }
  const asked = { subject: 'Night shifts are missing', text: 'The export has 198 rows.', requester }
  const { body: ticket } = await site.api('POST', '/api/v1/tickets', { token, body: asked })
  const answer = { html: '<p>They were <b>split</b> at midnight.</p><ul><li>Is it right now?</li></ul>' }
  await site.api('POST', `/api/v1/tickets/${ticket.id}/messages`, { token, body: answer })
  const note = { text: 'The flag is on', kind: 'note' }
  await site.api('POST', `/api/v1/tickets/${ticket.id}/messages`, { token, body: note })
  return ticket.id as string
}
