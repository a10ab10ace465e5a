import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Role, rootDomain, type Session } from './identities.ts'
import { expect, type Site } from './story.ts'

/** A name nobody had before in this run. */
export const fresh = (word: string) => `${word}-${randomBytes(4).toString('hex')}`

export type Founded = { domain: string; email: string; token: string }

/** A founder with a workspace whose Service is started. */
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

/** Signs a member of the team in, in this browser, by the cookies of a session; the page stays where it is. */
export async function signIn(page: Page, site: Site, email: string) {
  await takeSession(page, await site.identities.signInTeam(email, await userAgentOf(page)))
}

/** A new member of a team, without a name, signed in in this browser. */
export async function join(page: Page, site: Site, { domain }: Founded, role: Role = 'TeamUser') {
  const email = `${fresh('bo')}@acme.test`
  await site.identities.newMember(domain, email, role)
  await signIn(page, site, email)
  return email
}

/** A new customer of a workspace, signed in in this browser. */
export async function registerCustomer(page: Page, site: Site, domain: string) {
  const email = `${fresh('carl')}@customer.test`
  await site.identities.newCustomer(domain, email)
  await signInCustomer(page, site, domain, email)
  return email
}

/** Signs a customer in, in this browser. */
export async function signInCustomer(page: Page, site: Site, domain: string, email: string) {
  await takeSession(page, await site.identities.signInCustomer(domain, email, await userAgentOf(page)))
}

const userAgentOf = (page: Page) => page.evaluate(() => navigator.userAgent)

/** The cookies that a sign-in sets. */
async function takeSession(page: Page, { id, accessToken, refreshToken, domain, isTeam }: Session) {
  const values = { access_token: accessToken, refresh_token: refreshToken, user_guid_id: id, isUser: String(isTeam) }
  const all = { ...values, ...(domain ? { workspace_domain: domain } : {}) }
  const cookies = Object.entries(all).map(([name, value]) => ({
    ...{ name, value, domain: `.${rootDomain}`, path: '/', sameSite: 'Lax' as const },
    httpOnly: name.endsWith('_token'),
  }))
  await page.context().addCookies(cookies)
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

/** The text of a mail that waits until what it says can no longer be taken back at once. */
export async function heldMailTo(site: Site, email: string, subject: string) {
  let text = ''
  await expect(async () => {
    await site.passTime(60)
    text = (await site.mailTo(email, (mail) => mail.subject === subject)).text
  }).toPass()
  return text
}
