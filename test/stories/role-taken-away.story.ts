import type { Page } from '@playwright/test'
import { type Founded, found, join, openPage } from './people.ts'
import { expect, type Site, test } from './story.ts'

/** Makes a member an admin, or takes that away again. */
async function setRole(site: Site, { token }: Founded, email: string, role: 'AdminUser' | 'TeamUser') {
  const { body } = await site.api('GET', '/api/v1/members', { token })
  const { id } = (body.items as { id: string; email: string }[]).find((member) => member.email === email)!
  const { status } = await site.api('PATCH', `/api/v1/members/${id}`, { token, body: { role } })
  expect(status).toBe(200)
}

/** Opens a page and waits until it hears of changes. */
async function openListening(page: Page, address: string) {
  // The page before listens as well.
  await page.goto('about:blank')
  const listens = page.waitForResponse((response) => response.url().endsWith('/api/v1/events'))
  await openPage(page, address)
  await listens
}

for (const path of ['/service/settings', '/team'])
  test(`who is no admin any more leaves ${path} at once, and the bars offer it no more`, async ({ page, site }) => {
    const acme = await found(site)
    const email = await join(page, site, acme)
    await setRole(site, acme, email, 'AdminUser')
    await openListening(page, site.at(acme.domain, path))
    await setRole(site, acme, email, 'TeamUser')
    await expect(page).toHaveURL(site.at(acme.domain, '/'))
    await expect(page.getByRole('link', { name: 'Team', exact: true })).toHaveCount(0)
  })

test('who becomes an admin finds the team in the bars of a page that was open', async ({ page, site }) => {
  const acme = await found(site)
  const email = await join(page, site, acme)
  await openListening(page, site.at(acme.domain, '/admin/profile'))
  const team = page.getByRole('link', { name: 'Team', exact: true })
  await expect(team).toHaveCount(0)
  await setRole(site, acme, email, 'AdminUser')
  await expect(team).toHaveCount(1)
})
