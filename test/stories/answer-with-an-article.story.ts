import type { Page } from '@playwright/test'
import { newArticle } from './articles.ts'
import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, holdRequests, type Site, test } from './story.ts'
import { newTicket } from './tickets.ts'

const heat = (said: string) =>
  `<p>A samovar is no kettle.</p><h2>Descale it</h2><p>${said}</p><h2>Polish it</h2><p>With a soft cloth.</p>`

async function samovar(site: Site) {
  const acme = await found(site)
  const body = { title: 'Care for a samovar', html: heat('Use two spoons of vinegar.') }
  const article = await newArticle(site, acme, body, true)
  await newArticle(site, acme, { title: 'Samovars of ours', visibility: 'team', html: heat('A secret.') }, true)
  return { acme, article }
}

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply to the customer' })
const search = (page: Page) => page.getByRole('combobox', { name: 'Search articles' })

test('an article answers a ticket by keys, and who got it is known when it changes, in their language', async ({
  page,
  site,
}) => {
  const { acme, article } = await samovar(site)
  await signIn(page, site, acme.email)

  await test.step('a section answers a ticket by three keys, and who got it is known when it changes', async () => {
    const ticket = await newTicket(site, acme, 'How do I descale my samovar?')
    // Shortcuts also work before the editor is loaded.
    const editor = await holdRequests(page, /\/assets\/writing-/)
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    await reply(page).click()
    await page.keyboard.press('ControlOrMeta+Shift+L')
    editor.release()
    const option = page.getByRole('option', { name: /Care for a samovar › Descale it/ })
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('option')).toHaveCount(1)
    await lookAtThis(page)
    await page.keyboard.press('Enter')
    await expect(reply(page)).toBeFocused()
    await expect(reply(page)).toContainText('Use two spoons of vinegar.')
    await expect(reply(page).getByRole('link', { name: 'Care for a samovar – Descale it' })).toBeVisible()
    await page.keyboard.type('Good luck!')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(reply(page)).toBeEmpty()

    await openPage(page, site.at(acme.domain, `/service/knowledgebase/admin/articles/edit/${article}`))
    const heading = page.getByRole('heading', { name: 'In replies' })
    const uses = page.locator('section').filter({ has: heading })
    // The reply is held for ten seconds. After that, the page updates itself.
    await site.passTime(10)
    await expect(uses).toContainText('Sent to 1 customer in a reply.')
    await expect(uses).not.toContainText('old answer')
    const at = `/api/v1/knowledge-base/articles/${article}`
    const { token } = acme
    await site.api('PATCH', at, { token, body: { html: heat('Use lemon juice.') } })
    await site.api('PUT', `${at}/publication`, { token, body: {} })
    await expect(uses).toContainText('1 customer received an earlier version:')
    await uses.getByRole('link', { name: 'Carl Sagan' }).press('Enter')
    await expect(page.getByRole('heading', { name: ticket.subject })).toBeVisible()
    const used = page.getByRole('list', { name: 'Used in replies' })
    await expect(used).toContainText('Changed since it was sent')
    await expect(used.getByRole('link', { name: 'Care for a samovar' })).toHaveAttribute('href', /#descale-it$/)
  })

  await test.step('a customer is answered in their language, which stays that of the ticket', async () => {
    const { token } = acme
    await site.api('PUT', '/api/v1/languages', { token, body: { items: ['en', 'de'] } })
    const at = `/api/v1/knowledge-base/articles/${article}`
    const body = { title: 'Pflege des Samowars', html: '<p>Mit zwei Löffeln Essig.</p>' }
    await site.api('PUT', `${at}/translations/de`, { token, body })
    await site.api('PUT', `${at}/publication`, { token, body: { language: 'de' } })
    const ticket = await newTicket(site, acme, 'Pflege')
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    await reply(page).click()
    await page.keyboard.press('ControlOrMeta+Shift+L')
    await page.getByRole('radio', { name: 'German' }).press(' ')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type('Samowar')
    await expect(page.getByRole('option')).toHaveText([/Pflege des Samowars/])
    await lookAtThis(page)
    await page.keyboard.press('Enter')
    await expect(reply(page)).toContainText('Mit zwei Löffeln Essig.')
    await expect(reply(page).getByRole('link')).toHaveAttribute('href', /\/de\/knowledgebase\/article\//)
    await page.keyboard.press('ControlOrMeta+Shift+L')
    await expect(page.getByRole('radio', { name: 'German' })).toBeChecked()
    await page.keyboard.press('Escape')

    // The language of a customer applies to all tickets of the customer.
    await page.getByRole('button', { name: /^Language: / }).press('ArrowDown')
    await page.getByRole('option', { name: 'German' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Language: German' })).toBeFocused()
    const other = await newTicket(site, acme, 'Samowar')
    await openPage(page, site.at(acme.domain, `/service/tickets/${other.id}`))
    await expect(page.getByRole('list', { name: 'Suggested articles' }).getByRole('link')).toHaveText([/Pflege/])
    await reply(page).click()
    await page.keyboard.press('ControlOrMeta+Shift+L')
    await expect(page.getByRole('radio', { name: 'German' })).toBeChecked()
    await expect(page.getByRole('option')).toHaveText([/Pflege des Samowars/])
  })
})

test('articles are put into a reply by name, by words and from beside it, without a connection once it is back', async ({
  page,
  site,
  context,
}) => {
  const { acme } = await samovar(site)
  await signIn(page, site, acme.email)

  await test.step('an article is asked for by its name in the text, found by words, and put in as a link or a quote', async () => {
    const ticket = await newTicket(site, acme, 'Nothing that fits')
    // The command also works if it is typed before the editor is loaded.
    const script = await holdRequests(page, /\/assets\/writing-/)
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    await reply(page).click()
    await page.keyboard.type('Dear Carl, /article')
    script.release()
    await expect(search(page)).toBeFocused()
    await expect(page.getByText('No article fits this ticket')).toBeVisible()
    await page.keyboard.type('zebra')
    await expect(page.getByText('No article that customers can read matches')).toBeVisible()
    await lookAtThis(page)
    // Presses the keys before the results of the previous search disappear.
    await search(page).fill('samovar')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(reply(page)).toBeFocused()
    await expect(reply(page)).toHaveText(/^Dear Carl, Care for a samovar/)
    await page.keyboard.press('Enter')
    await page.keyboard.type('/article')
    await search(page).fill('polish samovar')
    await expect(page.getByRole('option', { name: /Polish it/ })).toBeVisible()
    // No button inserts results of the previous search.
    const held = await holdRequests(page, '**/api/v1/knowledge-base/search*')
    await search(page).fill('care')
    await expect(page.getByRole('button', { name: 'Quote' })).toBeDisabled()
    held.release()
    await expect(page.getByRole('button', { name: 'Quote' })).toBeEnabled()
    await search(page).fill('polish samovar')
    await expect(page.getByRole('option', { name: /Polish it/ })).toBeVisible()
    await page.keyboard.press('Shift+Enter')
    await expect(reply(page).locator('blockquote')).toContainText('With a soft cloth.')
    await expect(reply(page)).not.toContainText('/article')
    await page.keyboard.press('ControlOrMeta+Shift+L')
    await page.keyboard.press('Escape')
    await expect(reply(page)).toBeFocused()
  })

  await test.step('what an article says is not put in while the server can’t be reached, and nothing is lost', async () => {
    const ticket = await newTicket(site, acme, 'Samovar descaling')
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    await reply(page).click()
    await page.keyboard.type('Dear Carl')
    await page.getByRole('button', { name: 'Insert an article' }).press('Enter')
    await expect(page.getByRole('option', { name: /Care for a samovar/ })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Insert the text' }).press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Insert the text' }).press('Enter')
    await expect(reply(page)).toContainText('Dear Carl')
    await expect(reply(page)).toContainText('Use two spoons of vinegar.')
  })

  await test.step('where nothing can be written, nothing is offered for it', async () => {
    const ticket = await newTicket(site, acme, 'Descaling a samovar')
    const { token } = acme
    await site.api('PUT', `/api/v1/tickets/${ticket.id}/trash`, { token, body: {} })
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    const fitting = page.getByRole('list', { name: 'Suggested articles' })
    await expect(fitting.getByRole('link')).toHaveText([/Care for a samovar/])
    await expect(fitting.getByRole('button', { name: /^Put / })).toHaveCount(0)
  })

  await test.step('what fits a ticket stands beside it, is put into the reply, and what was answered begins an article', async () => {
    const ticket = await newTicket(site, acme, 'Descaling a samovar')
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    const fitting = page.getByRole('list', { name: 'Suggested articles' })
    await expect(fitting.getByRole('link')).toHaveText([/Care for a samovar/])
    await lookAtThis(page)
    await fitting.getByRole('button', { name: /Put “Care for a samovar/ }).press('Enter')
    await expect(reply(page)).toContainText('Use two spoons of vinegar.')
    await expect(reply(page)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText(/Sends in \d+ s/)).toBeVisible()
    await site.passTime(10)
    await expect(page.getByRole('list', { name: 'Used in replies' })).toContainText('Care for a samovar')
    await page.getByRole('button', { name: 'Create an article from this reply' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Descaling a samovar')
    await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toContainText('Use two spoons of vinegar.')
  })
})
