import { enterCode, found, fresh, joinByInvitation, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('an invited colleague joins, says their name and stands on the dashboard', async ({ page, browser, site }) => {
  const { domain, email } = await found(site)
  const bo = `${fresh('bo')}@acme.test`
  await signIn(page, site, email)
  await openPage(page, site.at(domain, '/team'))
  await page.keyboard.press('i')
  await page.getByLabel('E-mail addresses').fill(bo)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
  await expect(page.getByRole('row', { name: bo })).toContainText('Invited')

  const colleague = await (await browser.newContext()).newPage()
  const mail = await site.mailTo(bo, ({ subject }) => subject.includes('You are invited'))
  await colleague.goto(/https?:\/\/\S+\/auth\/invitation\?email=\S+/.exec(mail.text)![0])
  await colleague.getByRole('button', { name: 'Send code' }).click()
  await enterCode(colleague, site, bo)
  await colleague.getByLabel('First name').fill('Bo')
  await colleague.getByLabel('Last name').fill('Lindqvist')
  await colleague.keyboard.press('Enter')
  await colleague.waitForURL(site.at(domain))
  await expect(colleague.getByRole('button', { name: /Bo Lindqvist/ })).toBeVisible()
  await expect(colleague.getByRole('link', { name: 'Team', exact: true })).toHaveCount(0)

  await page.reload()
  await expect(page.getByRole('row', { name: 'Bo Lindqvist' })).toContainText('Active')
  await colleague.context().close()
})

test('a new role and a deactivation take effect at the next page', async ({ page, browser, site }) => {
  const founded = await found(site)
  const colleague = await (await browser.newContext()).newPage()
  const bo = await joinByInvitation(colleague, site, founded)
  await signIn(page, site, founded.email)
  await page.goto(site.at(founded.domain, '/team'))
  const row = page.getByRole('row', { name: bo })

  await row.getByRole('button', { name: `Role of ${bo}: Team member` }).click()
  await page.getByRole('option', { name: 'Admin' }).click()
  await expect(page.getByText(`${bo}: Admin`, { exact: true })).toBeVisible()
  await colleague.goto(site.at(founded.domain, '/team'))
  await expect(colleague.getByRole('heading', { name: 'Team' })).toBeVisible()

  await row.getByRole('button', { name: `More for ${bo}` }).click()
  await page.getByRole('menuitem', { name: 'Deactivate…' }).click()
  await page.getByRole('button', { name: 'Deactivate member' }).click()
  await expect(row).toContainText('Deactivated')
  await colleague.reload()
  await expect(colleague).toHaveURL(/\/auth\/login/)
  await colleague.getByLabel('Work e-mail').fill(bo)
  await colleague.keyboard.press('Enter')
  await expect(colleague.getByText('User is not active')).toBeVisible()
  await colleague.context().close()
})

test('the bars follow a role that an admin changes, while the page stays open', async ({ page, site }) => {
  const founded = await found(site)
  const bo = await joinByInvitation(page, site, founded)
  await openPage(page, site.at(founded.domain, '/service/tickets'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const settings = page.getByRole('link', { name: 'Settings' })
  await expect(settings).toHaveCount(0)
  const { body } = await site.api('GET', '/api/v1/members', { token: founded.token })
  const { id } = body.items.find((member: { email: string }) => member.email === bo)
  await site.api('PATCH', `/api/v1/members/${id}`, { token: founded.token, body: { role: 'AdminUser' } })
  await expect(settings.first()).toBeVisible()
})

test('the last admin cannot step down', async ({ page, site }) => {
  const { domain, email } = await found(site)
  await signIn(page, site, email)
  await page.goto(site.at(domain, '/team'))
  await page.getByRole('button', { name: /Role of/ }).click()
  await page.getByRole('option', { name: 'Team member' }).click()
  await page.getByRole('button', { name: 'Give up admin role' }).click()
  await expect(page.getByText('A workspace keeps one active admin.')).toBeVisible()
})

test('a withdrawn invitation cannot be accepted', async ({ page, browser, site }) => {
  const { domain, email } = await found(site)
  const cleo = `${fresh('cleo')}@acme.test`
  await signIn(page, site, email)
  await page.goto(site.at(domain, '/team?invite=1'))
  await page.getByLabel('E-mail addresses').fill(cleo)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const row = page.getByRole('row', { name: cleo })
  await row.getByRole('button', { name: `More for ${cleo}` }).click()
  await page.getByRole('menuitem', { name: 'Withdraw invitation…' }).click()
  await page.getByRole('button', { name: 'Withdraw invitation' }).click()
  await expect(row).toHaveCount(0)

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(site.at('app', `/auth/invitation?email=${encodeURIComponent(cleo)}`))
  await stranger.getByRole('button', { name: 'Send code' }).click()
  await expect(stranger.getByText('User not found')).toBeVisible()
  await stranger.context().close()
})
