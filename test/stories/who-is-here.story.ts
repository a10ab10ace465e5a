import type { Browser, Page } from '@playwright/test'
import { newArticle } from './articles.ts'
import { type Founded, found, join, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'
import { newTicket } from './tickets.ts'

/** Runs `act` with the page of a colleague in a separate browser. The colleague may edit articles. */
async function withColleague(
  browser: Browser,
  site: Site,
  company: Founded,
  act: (page: Page, name: string) => Promise<void>,
) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const email = await join(page, site, company)
  const { body } = await site.api('GET', '/api/v1/members', { token: company.token })
  const { id } = body.items.find((member: { email: string }) => member.email === email)
  await site.api('PATCH', `/api/v1/members/${id}`, { token: company.token, body: { role: 'AdminUser' } })
  await act(page, email)
  await context.close()
}

const here = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words })

test('two who are at the same thing see each other, and what the other one does', async ({ browser, page, site }) => {
  const company = await found(site, 'here')
  await signIn(page, site, company.email)
  await withColleague(browser, site, company, async (other, name) => {
    await test.step('two in one article see each other, and in which field the other one writes', async () => {
      const id = await newArticle(site, company, { title: 'Two at work' })
      const path = `/service/knowledgebase/admin/articles/edit/${id}`
      await openPage(page, site.at(company.domain, path))

      await openPage(other, site.at(company.domain, path))
      await expect(here(page, `${name} is viewing`)).toBeAttached()
      await expect(here(other, 'Ada Lovelace is viewing')).toBeAttached()
      await expect(page.getByText(`${name} is here too`)).toBeAttached()

      await other.getByRole('textbox', { name: 'Title', exact: true }).click()
      await expect(here(page, `${name} is editing the title`)).toBeAttached()
      await expect(page.getByRole('img', { name: `${name} in this field` })).toBeVisible()
      await other.getByRole('textbox', { name: 'Text', exact: true }).click()
      await expect(here(page, `${name} is editing the text`)).toBeAttached()

      await other.goto(site.at(company.domain, '/team'))
      await expect(here(page, name)).toHaveCount(0)
      await expect(page.getByRole('img', { name: `${name} in this field` })).toHaveCount(0)
    })

    await test.step('two at one ticket see each other, and who replies', async () => {
      const { id } = await newTicket(site, company, 'Parcel is late')
      const path = `/service/tickets/${id}`
      await openPage(page, site.at(company.domain, path))

      await openPage(other, site.at(company.domain, path))
      await expect(here(page, `${name} is viewing`)).toBeAttached()
      await expect(other.getByText('Ada is viewing', { exact: true })).toBeVisible()
      await other.getByRole('textbox', { name: 'Reply to the customer' }).click()
      await expect(here(page, `${name} is replying`)).toBeAttached()

      await other.goto(site.at(company.domain, '/team'))
      await expect(here(page, name)).toHaveCount(0)
    })
  })
})
