import type { Page } from '@playwright/test'
import { found, fresh, openPage, registerCustomer, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('pages are reached, worked and left by keys, by the team and by customers', async ({ page, browser, site }) => {
  const { domain, email, token } = await found(site)
  await signIn(page, site, email)

  await test.step('each page of the team is reached by a key, begins at its heading, and goes on from there', async () => {
    const walks: [from: string, ...steps: [link: string, heading: string][]][] = [
      ['/', ['Team', 'Team'], ['Dashboard', 'Dashboard']],
      [
        '/service/dashboard',
        ['Continue setup', 'Set up Service'],
        ['Tickets', 'All active'],
        ['Knowledge Base', 'Knowledge Base'],
        ['Settings', 'General'],
        ['Dashboard', 'Dashboard'],
      ],
      ['/cms/dashboard', ['Content List', 'All content'], ['Categories', 'Categories'], ['Settings', 'Models']],
    ]
    for (const [from, ...steps] of walks) {
      await openPage(page, site.at(domain, from))
      for (const step of steps) await follow(page, ...step)
    }
  })

  await test.step('where nothing is, the bars stay, and a link leads back', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    const addresses = [
      ...[unknown, 'nothing'].map((id) => `/service/tickets/${id}`),
      ...[unknown, 'nothing'].map((id) => `/service/knowledgebase/admin/articles/edit/${id}`),
      ...[unknown, 'nothing'].map((id) => `/cms/content/edit/${id}`),
      ...['/service/nothing', '/cms/nothing', '/team/nothing', '/nothing'],
    ]
    for (const address of addresses) {
      await openPage(page, site.at(domain, address))
      await expect(page.getByRole('heading', { level: 1 }), address).toHaveText('Page not found')
      await expect(page, address).toHaveTitle('Page not found · Startup Tools')
      await expect(
        page.getByRole('navigation').getByRole('link', { name: 'Dashboard', exact: true }).first(),
        address,
      ).toBeVisible()
    }
    await page.getByRole('link', { name: 'Back to the dashboard' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  })

  await test.step('a device that is signed out leads to the next one, and a question about a member back to their row', async () => {
    const other = await browser.newContext({ userAgent: 'Mozilla/5.0 (iPhone) Safari/605.1' })
    await signIn(await other.newPage(), site, email)
    await other.close()
    await openPage(page, site.at(domain, '/admin/profile'))
    await page.getByRole('button', { name: /^Sign out of .*(Safari|iPhone|iOS)/ }).press('Enter')
    await expect(page.getByText('Device signed out')).toBeVisible()
    await expect(page.locator('main :focus')).toBeVisible()

    const [bo, cy] = [`${fresh('bo')}@acme.test`, `${fresh('cy')}@acme.test`]
    for (const invited of [bo, cy])
      await site.api('POST', '/api/v1/invitations', { token, body: { email: invited, role: 'TeamUser' } })
    await openPage(page, site.at(domain, '/team'))
    await page.getByRole('button', { name: `More for ${bo}` }).press('Enter')
    await expect(page.getByRole('menu')).toBeFocused()
    await page.keyboard.press('w')
    await expect(page.getByRole('menuitem', { name: /^Withdraw/ })).toHaveAttribute('data-focus')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row', { name: bo })).toHaveCount(0)
    await expect(page.locator('main :focus')).toBeVisible()
  })

  await test.step('each page of a customer is reached by a key, begins at its heading, and goes on from there', async () => {
    await page.goto('about:blank')
    await registerCustomer(page, site, domain)
    await openPage(page, site.at(domain, '/customer/dashboard'))
    await follow(page, 'My requests', 'My requests')
    await follow(page, 'New request', 'How can we help?')
    await page.getByLabel('Subject').fill('My order')
    await page.getByLabel('What happened?').fill('It is late.')
    await page.getByRole('button', { name: 'Send request' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'My order' })).toBeFocused()
    await follow(page, 'Acme Support', 'Hello')
  })
})

async function follow(page: Page, link: string, heading: string) {
  await page.getByRole('link', { name: link }).first().press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator('main :focus')).toBeVisible()
}
