import type { Page } from '@playwright/test'
import { enterCode, found, fresh, join } from './people.ts'
import { expect, type Site, test } from './story.ts'

test('a stranger is led to the door that fits, and a member to the own side of the own workspace', async ({
  page,
  site,
}) => {
  const { domain, email } = await found(site)

  await test.step('an unknown workspace offers sign-in and nothing of anybody else', async () => {
    const answer = await page.goto(site.at(fresh('nobody')))
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })

  await test.step('rule 2: a stranger is led to the door that fits', async () => {
    await page.goto(site.at(domain, '/cms/dashboard'))
    await expect(page).toHaveURL(site.at('app', `/auth/login?next=%2Fcms%2Fdashboard&workspace=${domain}`))
    await page.goto(site.at(domain, '/customer/tickets'))
    await expect(page).toHaveURL(site.at(domain, '/customer/auth/login?next=%2Fcustomer%2Ftickets'))
    await page.goto(site.at(domain, '/auth/register'))
    await expect(page).toHaveURL(site.at('app', '/auth/register'))
    await page.goto(site.at('app', '/auth/create-workspace'))
    await expect(page).toHaveURL(site.at('app', '/auth/login'))
  })

  await test.step('who comes to a workspace’s root finds both doors there, and no invitation to found one', async () => {
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

  await test.step('rule 1: a member is led to their own workspace, to the same page', async () => {
    const other = await found(site, 'other')
    await page.goto(site.at(other.domain, '/service/tickets?view=mine'))
    await expect(page).toHaveURL(site.at(domain, '/service/tickets?view=mine'))
  })

  await test.step('rule 3: who is signed in has no business at the door', async () => {
    const home = site.at(domain)
    await page.goto(site.at(''))
    await expect(page).toHaveURL(home)
    await page.goto(site.at('app', '/auth/login'))
    await expect(page).toHaveURL(home)
    await page.goto(site.at('app', '/auth/create-workspace'))
    await expect(page).toHaveURL(home)
  })

  await test.step('rule 4: the team keeps to its side', async () => {
    await page.goto(site.at(domain, '/customer/tickets'))
    await expect(page).toHaveURL(site.at(domain))
  })
})

test('a customer is led to their own side, and to another workspace only when they ask for it', async ({
  page,
  site,
}) => {
  const { domain } = await found(site)
  const rosa = `${fresh('rosa')}@x.test`

  await test.step('the short address of the customer area leads there, before and after signing in', async () => {
    await page.goto(site.at(domain, '/customer'))
    await expect(page).toHaveURL(site.at(domain, '/customer/auth/login?next=%2Fcustomer'))
    await registerCustomer(page, site, site.at(domain, '/customer/auth/register?next=%2Fcustomer'), rosa)
    await expect(page).toHaveURL(site.at(domain, '/customer/dashboard'))
    await page.goto(site.at(domain, '/customer'))
    await expect(page).toHaveURL(site.at(domain, '/customer/dashboard'))
  })

  await test.step('rule 4: customers keep to their side', async () => {
    await page.goto(site.at(domain, '/service/tickets'))
    await expect(page).toHaveURL(site.at(domain, '/customer/dashboard'))
  })

  await test.step('rule 1: a customer who asks to switch may sign in at another workspace', async () => {
    const other = await found(site, 'other')
    await page.goto(site.at(other.domain, '/customer/auth/login'))
    await expect(page).toHaveURL(site.at(domain, '/customer/dashboard'))
    await page.goto(site.at(other.domain, '/customer/auth/login?switch=1'))
    await expect(page.getByText(`this browser is signed out of ${domain}`)).toBeVisible()
    await registerCustomer(page, site, site.at(other.domain, '/customer/auth/register?switch=1'), rosa)
    await expect(page).toHaveURL(site.at(other.domain, '/customer/dashboard'))
  })
})

test('who has no workspace makes one, and who is no admin is kept from pages of admins', async ({ page, site }) => {
  await test.step('rule 3: a founder makes a workspace before anything else', async () => {
    const email = `${fresh('mina')}@x.test`
    await page.goto(site.at('app', '/auth/register'))
    await page.getByLabel('Work e-mail').fill(email)
    await page.keyboard.press('Enter')
    await enterCode(page, site, email)
    await page.waitForURL(site.at('app', '/auth/create-workspace'))
    await page.goto(site.at(''))
    await expect(page).toHaveURL(site.at('app', '/auth/create-workspace'))
  })

  await test.step('rule 5: pages of admins send others to the dashboard', async () => {
    const acme = await found(site)
    const { domain } = acme
    await page.goto('about:blank')
    const bo = await join(page, site, acme)
    const { accessToken: token } = await site.identities.signInTeam(bo, 'A program')
    await site.api('PATCH', '/api/v1/profile', { token, body: { name: 'Bo' } })
    await page.goto(site.at(domain, '/team'))
    await expect(page).toHaveURL(site.at(domain))
    await page.goto(site.at(domain, '/service/settings'))
    await expect(page).toHaveURL(site.at(domain))
  })
})

async function registerCustomer(page: Page, site: Site, address: string, email: string) {
  await page.goto(address)
  await page.getByLabel('E-mail').fill(email)
  await page.keyboard.press('Enter')
  await enterCode(page, site, email)
  await page.waitForURL(/\/customer\/dashboard/)
}
