import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Role, rootDomain, type Session } from './identities.ts'
import { expect, type Site } from './story.ts'

/** Adds a random suffix to `word`, so that the name is unique. */
export const fresh = (word: string) => `${word}-${randomBytes(4).toString('hex')}`

export type Founded = { domain: string; email: string; token: string }

/** Creates a founder with a workspace in which Service is started. */
export async function found(site: Site, word = 'acme'): Promise<Founded> {
  const domain = fresh(word)
  const email = `founder@${domain}.test`
  await site.identities.newAccount(email)
  const { accessToken: token } = await site.identities.signInTeam(email, 'A program')
  const wanted = { domain, timeZone: 'Europe/Berlin', name: 'Acme', userName: 'Ada', userSurname: 'Lovelace' }
  const { body: created } = await site.api('POST', '/api/StartupToolsWorkspace/create', { token, body: wanted })
  expect(created).toMatchObject({ isThereError: false })
  await site.api('PUT', '/api/v1/service-trial', { token })
  return { domain, email, token }
}

/** Signs a team member in by setting the session cookies in this browser. Does not reload the page. */
export async function signIn(page: Page, site: Site, email: string) {
  await takeSession(page, await site.identities.signInTeam(email, await userAgentOf(page)))
}

/** Creates a team member without a name and signs the member in. Returns the e-mail address. */
export async function join(page: Page, site: Site, { domain }: Founded, role: Role = 'TeamUser') {
  const email = `${fresh('bo')}@acme.test`
  await site.identities.newMember(domain, email, role)
  await signIn(page, site, email)
  return email
}

/** Creates a customer of a workspace and signs the customer in. Returns the e-mail address. */
export async function registerCustomer(page: Page, site: Site, domain: string) {
  const email = `${fresh('carl')}@customer.test`
  await site.identities.newCustomer(domain, email)
  await signInCustomer(page, site, domain, email)
  return email
}

export async function signInCustomer(page: Page, site: Site, domain: string, email: string) {
  await takeSession(page, await site.identities.signInCustomer(domain, email, await userAgentOf(page)))
}

const userAgentOf = (page: Page) => page.evaluate(() => navigator.userAgent)

/** Sets the same cookies as a sign-in. */
async function takeSession(page: Page, { id, accessToken, refreshToken, domain, isTeam }: Session) {
  const values = { access_token: accessToken, refresh_token: refreshToken, user_guid_id: id, isUser: String(isTeam) }
  const all = { ...values, ...(domain ? { workspace_domain: domain } : {}) }
  const cookies = Object.entries(all).map(([name, value]) => ({
    ...{ name, value, domain: `.${rootDomain}`, path: '/', sameSite: 'Lax' as const },
    httpOnly: name.endsWith('_token'),
  }))
  await page.context().addCookies(cookies)
}

/** Types the mailed code. First waits for the field, because the field appears after the URL has changed. */
export async function enterCode(page: Page, site: Site, email: string) {
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await page.keyboard.type(await site.codeFor(email))
}

/** Opens a page and waits until the page handles keys, because tests press keys faster than people. */
export async function openPage(page: Page, address: string) {
  await page.goto(address)
  await untilInteractive(page)
}

export const untilInteractive = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0)

/**
 * Passes time until a held mail is sent, and returns its text. The mail is held while its cause can still be undone.
 */
export async function heldMailTo(site: Site, email: string, subject: string) {
  let text = ''
  await expect(async () => {
    await site.passTime(60)
    text = (await site.mailTo(email, (mail) => mail.subject === subject)).text
  }).toPass()
  return text
}
