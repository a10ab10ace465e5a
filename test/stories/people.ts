import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, type Site } from './story.ts'

/** A name nobody had before in this run. */
export const fresh = (word: string) => `${word}-${randomBytes(4).toString('hex')}`

export type Founded = { domain: string; email: string; token: string }

/** A founder with a workspace whose Service is started, made through the API as a program would. */
export async function found(site: Site, word = 'acme'): Promise<Founded> {
  const domain = fresh(word)
  const email = `founder@${domain}.test`
  const { body: sent } = await site.api('POST', '/api/StartupToolsIdentity/register', { body: { email } })
  const code = await site.codeFor(email)
  const { body: signedIn } = await site.api('POST', '/api/StartupToolsIdentity/validateregister', {
    body: { userGuidId: sent.userGuidId, code },
  })
  const token = signedIn.accessToken
  const wanted = { domain, timeZone: 'Europe/Berlin', name: 'Acme', userName: 'Ada', userSurname: 'Lovelace' }
  const { body: created } = await site.api('POST', '/api/StartupToolsWorkspace/create', { token, body: wanted })
  expect(created).toMatchObject({ isThereError: false })
  await site.api('PUT', '/api/v1/service-trial', { token })
  return { domain, email, token }
}

/** Signs a member of the team in, in this browser. */
export async function signIn(page: Page, site: Site, email: string) {
  await page.goto(site.at('app', '/auth/login'))
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByRole('button', { name: /code|sign in|continue/i }).click()
  await enterCode(page, site, email)
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
}

/** Invites by the API and accepts in the browser, without giving a name. */
export async function join(page: Page, site: Site, { token }: Founded, role: 'TeamUser' | 'AdminUser' = 'TeamUser') {
  const email = `${fresh('bo')}@acme.test`
  await site.api('POST', '/api/v1/invitations', { token, body: { email, role } })
  await page.goto(site.at('app', `/auth/invitation?email=${encodeURIComponent(email)}`))
  await page.getByRole('button', { name: 'Send code' }).click()
  await enterCode(page, site, email)
  await page.waitForURL(/\/admin\/profile/)
  return email
}

/** Registers a customer of a workspace, in this browser. */
export async function registerCustomer(page: Page, site: Site, domain: string) {
  const email = `${fresh('carl')}@customer.test`
  await page.goto(site.at(domain, '/customer/auth/register'))
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: /code/i }).click()
  await page.waitForURL(/register-verify/)
  await enterCode(page, site, email)
  await page.waitForURL(/\/customer\/dashboard/)
  return email
}

/** Types the code that was mailed; the address of its page changes a moment before the field is there. */
export async function enterCode(page: Page, site: Site, email: string) {
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await page.keyboard.type(await site.codeFor(email))
}

/** Opens a page and waits until it listens to keys, which come sooner here than from anybody's hand. */
export async function openPage(page: Page, address: string) {
  await page.goto(address)
  await untilInteractive(page)
}

export const untilInteractive = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0)
