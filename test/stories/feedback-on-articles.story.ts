import type { Page } from '@playwright/test'
import { newArticle } from './articles.ts'
import { lookAtAll, lookAtThis } from './look.ts'
import { type Founded, found, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'

const path = '/service/knowledgebase/admin/feedback'
const rowOf = (page: Page, comment: string) => page.getByRole('listitem').filter({ hasText: comment })

/** Creates a live article with feedback from a visitor. */
async function said(site: Site, company: Founded, title: string, feedback: object) {
  const id = await newArticle(site, company, { title }, true)
  const address = `/api/v1/knowledge-base/articles/${id}/feedback`
  const { status } = await site.api('POST', address, { host: company.domain, body: feedback })
  expect(status).toBe(201)
  return id
}

test('what readers said is done with by keys alone, and comes back when it is taken back', async ({ page, site }) => {
  const acme = await found(site)
  await said(site, acme, 'Pay by invoice', { helpful: true })
  await said(site, acme, 'Export hours', { helpful: false, comment: 'Which format is it?' })
  await said(site, acme, 'Swap a shift', { helpful: false, comment: 'Too long' })
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/service/knowledgebase/admin'))
  await page.keyboard.press('f')
  await expect(page.getByRole('heading', { name: 'Feedback' })).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(3)
  const shown = page.getByRole('navigation', { name: 'Feedback shown' })
  await shown.getByRole('link', { name: 'Open 2' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(2)

  await page.getByRole('heading', { name: 'Feedback' }).click()
  await page.keyboard.press('j')
  await expect(rowOf(page, 'Too long')).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('e')
  await expect(rowOf(page, 'Too long')).toHaveCount(0)
  await expect(rowOf(page, 'Which format')).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('z')
  await expect(rowOf(page, 'Too long')).toBeVisible()
  await rowOf(page, 'Too long').getByRole('button', { name: 'Done' }).press('Enter')
  await expect(rowOf(page, 'Too long')).toHaveCount(0)
  await expect(rowOf(page, 'Which format')).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('e')
  await expect(page.getByText('No open feedback')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show all feedback' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Done by Ada Lovelace')).toHaveCount(2)
  await shown.getByRole('link', { name: 'With comment' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(2)
  await rowOf(page, 'Too long').getByRole('button', { name: 'Reopen' }).click()
  await expect(rowOf(page, 'Too long').getByRole('button', { name: 'Done' })).toBeVisible()
  await expect(shown.getByRole('link', { name: 'Open 1' })).toBeVisible()
})

test('what a reader says comes to an open page, and is answered as a ticket', async ({ page, site }) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)

  await test.step('what a reader says stands there without the page being asked again', async () => {
    await openPage(page, site.at(acme.domain, path))
    await expect(page.getByText('No feedback yet')).toBeVisible()
    const id = await said(site, acme, 'Export hours', {
      helpful: false,
      comment: 'Which format is it?',
      email: 'ann@example.com',
    })
    await expect(rowOf(page, 'Which format')).toContainText('ann@example.com (unverified)')
    await rowOf(page, 'Which format').getByRole('link', { name: 'Export hours' }).press('Enter')
    await page.waitForURL((url) => url.pathname.endsWith(`/articles/edit/${id}`))
  })

  await test.step('a comment is answered as a ticket, to which it leads from then on', async () => {
    await openPage(page, site.at(acme.domain, path))
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    await page.waitForURL(/\/service\/tickets\/[\da-f-]{36}/)
    await expect(page.getByRole('heading', { name: 'Comment on “Export hours”' })).toBeVisible()
    const conversation = page.getByRole('main')
    await expect(conversation.getByText('Which format is it?').first()).toBeVisible()
    await expect(conversation.getByRole('link', { name: /knowledgebase\/article\/export-hours/ })).toBeVisible()
    await page.goBack()
    await expect(rowOf(page, 'Which format')).toContainText('Done by Ada Lovelace')
    const ticket = rowOf(page, 'Which format').getByRole('link', { name: /^Ticket \d+$/ })
    await expect(ticket).toBeVisible()
    await lookAtThis(page)
    await ticket.press('Enter')
    await expect(page.getByRole('heading', { name: 'Comment on “Export hours”' })).toBeVisible()
  })
})

test('the feedback can be read, empty, long or not', { tag: '@sweep' }, async ({ page, site }) => {
  test.setTimeout(180_000)
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await lookAtAll(page, [site.at(acme.domain, path), site.at(acme.domain, `${path}?show=open`)])
  await said(site, acme, 'An article whose title is longer than its row '.repeat(4), {
    ...{ helpful: false, comment: `${'Nothing of this helped me. '.repeat(40)}${'x'.repeat(300)}` },
    ...{ email: `${'a'.repeat(60)}@${'long-'.repeat(10)}example.com`, searched: 'how '.repeat(60) },
  })
  await said(site, acme, 'Pay by invoice', { helpful: true })
  await openPage(page, site.at(acme.domain, path))
  await lookAtThis(page)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('button', { name: 'Show less' })).toBeFocused()
  await lookAtThis(page)
})
