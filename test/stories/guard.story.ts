import type { Page } from '@playwright/test'
import { enterCode, found, fresh, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'

test('rule 1: a member is led to their own workspace, to the same page', async ({ page, site }) => {
  const own = await found(site, 'own')
  const other = await found(site, 'other')
  await signIn(page, site, own.email)
  await page.goto(site.at(other.domain, '/service/tickets?view=mine'))
  await expect(page).toHaveURL(site.at(own.domain, '/service/tickets?view=mine'))
})

test('rule 1: a customer who asks to switch may sign in at another workspace', async ({ page, site }) => {
  const own = await found(site, 'own')
  const other = await found(site, 'other')
  const rosa = `${fresh('rosa')}@x.test`
  await registerCustomer(page, site, site.at(own.domain, '/customer/auth/register'), rosa)
  await page.goto(site.at(other.domain, '/customer/auth/login'))
  await expect(page).toHaveURL(site.at(own.domain, '/customer/dashboard'))
  await page.goto(site.at(other.domain, '/customer/auth/login?switch=1'))
  await expect(page.getByText(`signs this browser out of ${own.domain}`)).toBeVisible()
  await registerCustomer(page, site, site.at(other.domain, '/customer/auth/register?switch=1'), rosa)
  await expect(page).toHaveURL(site.at(other.domain, '/customer/dashboard'))
})

test('rule 2: a stranger is led to the door that fits', async ({ page, site }) => {
  const { domain } = await found(site)
  await page.goto(site.at(domain, '/cms/dashboard'))
  await expect(page).toHaveURL(site.at('app', `/auth/login?next=%2Fcms%2Fdashboard&workspace=${domain}`))
  await page.goto(site.at(domain, '/customer/tickets'))
  await expect(page).toHaveURL(site.at(domain, '/customer/auth/login?next=%2Fcustomer%2Ftickets'))
  await page.goto(site.at(domain, '/auth/register'))
  await expect(page).toHaveURL(site.at('app', '/auth/register'))
  await page.goto(site.at('app', '/auth/create-workspace'))
  await expect(page).toHaveURL(site.at('app', '/auth/login'))
})

test('who comes to a workspace’s root finds both doors there, and no invitation to found one', async ({
  page,
  site,
}) => {
  const { domain, email } = await found(site)
  await page.goto(site.at(domain))
  await expect(page).toHaveURL(site.at('app', `/auth/login?workspace=${domain}`))
  await expect(page.getByRole('heading', { name: 'Sign in to the team of Acme' })).toBeVisible()
  await page.getByLabel('Work e-mail').fill('rosa@customer.test')
  await page.keyboard.press('Enter')
  await expect(page.getByText('User not found')).toBeVisible()
  await expect(page.getByText('Ask an admin of Acme')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create a workspace' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to your requests' }).click()
  await expect(page).toHaveURL(site.at(domain, '/customer/auth/login?next=%2Fcustomer%2Fdashboard'))

  await page.goto(site.at(domain))
  await page.getByLabel('Work e-mail').fill(email)
  await page.keyboard.press('Enter')
  await enterCode(page, site, email)
  await expect(page).toHaveURL(site.at(domain))
})

test('the short address of the customer area leads there, before and after signing in', async ({ page, site }) => {
  const { domain } = await found(site)
  await page.goto(site.at(domain, '/customer'))
  await expect(page).toHaveURL(site.at(domain, '/customer/auth/login?next=%2Fcustomer'))
  await registerCustomer(
    page,
    site,
    site.at(domain, '/customer/auth/register?next=%2Fcustomer'),
    `${fresh('rosa')}@x.test`,
  )
  await expect(page).toHaveURL(site.at(domain, '/customer/dashboard'))
  await page.goto(site.at(domain, '/customer'))
  await expect(page).toHaveURL(site.at(domain, '/customer/dashboard'))
})

test('rule 3: who is signed in has no business at the door', async ({ page, site }) => {
  const { domain, email } = await found(site)
  await signIn(page, site, email)
  const home = site.at(domain)
  await page.goto(site.at(''))
  await expect(page).toHaveURL(home)
  await page.goto(site.at('app', '/auth/login'))
  await expect(page).toHaveURL(home)
  await page.goto(site.at('app', '/auth/create-workspace'))
  await expect(page).toHaveURL(home)
})

test('rule 3: a founder makes a workspace before anything else', async ({ page, site }) => {
  const email = `${fresh('mina')}@x.test`
  await page.goto(site.at('app', '/auth/register'))
  await page.getByLabel('Work e-mail').fill(email)
  await page.keyboard.press('Enter')
  await enterCode(page, site, email)
  await page.waitForURL(site.at('app', '/auth/create-workspace'))
  await page.goto(site.at(''))
  await expect(page).toHaveURL(site.at('app', '/auth/create-workspace'))
})

test('rule 4: the team and the customers keep to their sides', async ({ page, browser, site }) => {
  const { domain, email } = await found(site)
  await signIn(page, site, email)
  await page.goto(site.at(domain, '/customer/tickets'))
  await expect(page).toHaveURL(site.at(domain))

  const customer = await (await browser.newContext()).newPage()
  await registerCustomer(customer, site, site.at(domain, '/customer/auth/register'), `${fresh('rosa')}@x.test`)
  await customer.goto(site.at(domain, '/service/tickets'))
  await expect(customer).toHaveURL(site.at(domain, '/customer/dashboard'))
  await customer.context().close()
})

test('rule 5: pages of admins send others to the dashboard', async ({ page, site }) => {
  const { domain, token } = await found(site)
  const bo = `${fresh('bo')}@acme.test`
  await site.api('POST', '/api/v1/invitations', { token, body: { email: bo, role: 'TeamUser' } })
  await page.goto(site.at('app', `/auth/invitation?email=${encodeURIComponent(bo)}`))
  await page.getByRole('button', { name: 'Send code' }).click()
  await enterCode(page, site, bo)
  await page.getByLabel('First name').fill('Bo')
  await page.keyboard.press('Enter')
  await page.waitForURL(site.at(domain))
  await page.goto(site.at(domain, '/team'))
  await expect(page).toHaveURL(site.at(domain))
  await page.goto(site.at(domain, '/service/settings'))
  await expect(page).toHaveURL(site.at(domain))
})

test('an unknown workspace offers sign-in and nothing of anybody else', async ({ page, site }) => {
  const answer = await page.goto(site.at(fresh('nobody')))
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
})

async function registerCustomer(page: Page, site: Site, address: string, email: string) {
  await page.goto(address)
  await page.getByLabel('E-mail').fill(email)
  await page.keyboard.press('Enter')
  await enterCode(page, site, email)
  await page.waitForURL(/\/customer\/dashboard/)
}
