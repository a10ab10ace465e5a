import type { Page } from '@playwright/test'
import { newLiveArticle } from './articles.ts'
import { expectAccessible, lookAtThis } from './look.ts'
import { type Founded, found, heldMailTo, join, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'
import { newTicket } from './tickets.ts'

// Mails about comments take time, because they are held while the comment can still be undone.
test.describe.configure({ timeout: 180_000 })

const listPath = '/service/knowledgebase/admin/articles'

const samovar = (site: Site, acme: Founded) =>
  newLiveArticle(site, acme, { title: 'Care for a samovar', html: '<p>Use three spoons of vinegar.</p>' })

async function remark(page: Page, words: string) {
  await page.getByText('Is something wrong here?').click()
  await page.getByLabel('What its owner should know').fill(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thank you. Its owner hears of it.')).toBeVisible()
}

test('a member remarks on what they read, and its owner is mailed, answers and settles it', async ({
  page,
  browser,
  site,
}) => {
  const acme = await found(site, 'remarks')
  const path = await samovar(site, acme)
  const bos = await (await browser.newContext()).newPage()
  const email = await join(bos, site, acme)
  await bos.goto(site.at(acme.domain, path))
  await bos.getByText('Is something wrong here?').click()
  await bos.getByRole('button', { name: 'Send' }).click()
  await expect(bos.getByRole('alert').filter({ hasText: 'Write what is wrong first.' })).toBeVisible()
  await expectAccessible(bos)
  await bos.getByLabel('What its owner should know').fill('Two spoons!')
  await bos.getByRole('button', { name: 'Send' }).click()
  await expect(bos.locator('#remark_thanks')).toBeFocused()

  const mail = await heldMailTo(site, acme.email, 'A comment on Care for a samovar')
  expect(mail).toContain('Two spoons!')
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/service/knowledgebase/admin'))
  await page.getByRole('link', { name: '1 article with comments' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'With comments' })).toBeVisible()
  await page.getByRole('link', { name: 'Care for a samovar' }).click()
  const thread = page.getByRole('complementary', { name: 'Details' }).locator('[data-comment]')
  await expect(thread).toHaveText([/Comment from the public page.*Two spoons!/s])
  await thread.getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type('Mended, thank you.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(thread.getByText('Mended, thank you.')).toBeVisible()
  await thread.getByRole('button', { name: 'Resolve' }).click()
  await expect(thread).toHaveCount(0)
  const answer = await heldMailTo(site, email, 'Answer to your comment on Care for a samovar')
  expect(answer).toContain('Mended, thank you.')
  await openPage(page, site.at(acme.domain, `${listPath}?status=remarked`))
  await expect(page.getByText('No open comments')).toBeVisible()
  await bos.context().close()
})

test('it needs no script, and nobody else is asked', async ({ page, browser, site }) => {
  const acme = await found(site, 'unscripted')
  const path = await samovar(site, acme)
  await signIn(page, site, acme.email)
  const state = await page.context().storageState()
  const plain = await (await browser.newContext({ javaScriptEnabled: false, storageState: state })).newPage()
  await plain.goto(site.at(acme.domain, path))
  await remark(plain, 'Two spoons, I was told')
  await plain.context().close()
  const other = await (await browser.newContext()).newPage()
  await other.goto(site.at(acme.domain, path))
  await expect(other.getByText('Was this helpful?')).toBeVisible()
  await expect(other.getByText('Is something wrong here?')).toHaveCount(0)
  await other.context().close()
})

test('an agent says from a ticket what is wrong, once, and nothing is lost without a connection', async ({
  page,
  site,
}) => {
  const acme = await found(site, 'flags')
  await samovar(site, acme)
  const ticket = await newTicket(site, acme, 'Three spoons for my samovar?')
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
  const flag = page.getByRole('button', { name: 'Report a problem with “Care for a samovar”' })
  await flag.press('Enter')
  const dialog = page.getByRole('dialog')
  const words = dialog.getByLabel('Care for a samovar')
  await expect(words).toBeFocused()
  await lookAtThis(page)
  await words.fill('Two spoons')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Tell the owner' }).click()
  await expect(words).toHaveAttribute('aria-invalid', 'true')
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Tell the owner' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(flag).toBeFocused()
  await openPage(page, site.at(acme.domain, `${listPath}?status=remarked`))
  await page.getByRole('link', { name: 'Care for a samovar' }).click()
  const threads = page.getByRole('complementary', { name: 'Details' }).locator('[data-comment]')
  await expect(threads).toHaveText([/Comment from ticket #1.*Two spoons/s])
  await threads.getByRole('link', { name: '#1' }).click()
  await expect(page.getByRole('heading', { name: ticket.subject })).toBeVisible()
})
