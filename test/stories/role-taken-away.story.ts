import type { Page } from '@playwright/test'
import { type Founded, found, join, openPage } from './people.ts'
import { expect, type Site, test } from './story.ts'

/** Changes the role of a member. */
async function setRole(site: Site, { token }: Founded, email: string, role: 'AdminUser' | 'TeamUser') {
  const { body } = await site.api('GET', '/api/v1/members', { token })
  const { id } = (body.items as { id: string; email: string }[]).find((member) => member.email === email)!
  const { status } = await site.api('PATCH', `/api/v1/members/${id}`, { token, body: { role } })
  expect(status).toBe(200)
}

/** Opens a page and waits until the page listens to live events. */
async function openListening(page: Page, address: string) {
  // Leaves the previous page, because its event stream would also match the wait below.
  await page.goto('about:blank')
  const listens = page.waitForResponse((response) => response.url().endsWith('/api/v1/events'))
  await openPage(page, address)
  await listens
}

test('who is no admin any more leaves the pages of admins at once, and who becomes one finds them in the bars', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  const email = await join(page, site, acme)
  const team = page.getByRole('link', { name: 'Team', exact: true })
  for (const path of ['/service/settings', '/team'])
    await test.step(`who is no admin any more leaves ${path} at once, and the bars offer it no more`, async () => {
      await setRole(site, acme, email, 'AdminUser')
      await openListening(page, site.at(acme.domain, path))
      await setRole(site, acme, email, 'TeamUser')
      await expect(page).toHaveURL(site.at(acme.domain, '/'))
      await expect(team).toHaveCount(0)
    })

  await test.step('who becomes an admin finds the team in the bars of a page that was open', async () => {
    await openListening(page, site.at(acme.domain, '/admin/profile'))
    await expect(team).toHaveCount(0)
    await setRole(site, acme, email, 'AdminUser')
    await expect(team).toHaveCount(1)
  })
})
