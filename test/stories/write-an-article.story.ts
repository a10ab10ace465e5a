import type { Browser, Page } from '@playwright/test'
import { newCategory } from './articles.ts'
import { lookAtAll, lookAtThis } from './look.ts'
import { type Founded, found, openPage, signIn } from './people.ts'
import { expect, holdAnswer, type Site, test } from './story.ts'

// Each test has many steps, and some check the screen.
test.describe.configure({ timeout: 180_000 })

/** Time for which one writer is offline. The environment variable `SECONDS_AWAY` sets this time. */
const awayMs = Number(process.env.SECONDS_AWAY ?? 1) * 1000
const editPath = '/service/knowledgebase/admin/articles/edit'
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
/** The page contains the details twice, but only one of the two is visible. */
const seen = (page: Page, words: string) => page.getByText(words, { exact: true }).filter({ visible: true }).first()
const isSaved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()

async function saysPublished(page: Page) {
  await expect(seen(page, 'Published')).toBeVisible()
  await isSaved(page)
}

const readAs = (site: Site, { domain }: Founded, slug: string) =>
  site.api('GET', `/api/v1/knowledge-base/articles/${slug}`, { host: domain })

/** Creates an article with paragraphs through the API. Returns the URL of its editor. */
async function newArticle(site: Site, { token, domain }: Founded, ...paragraphs: string[]): Promise<string> {
  const { body } = await site.api('POST', '/api/v1/knowledge-base/articles', {
    token,
    body: {
      title: 'Shared by two',
      document: { type: 'doc', content: paragraphs.map(paragraphOf) },
    },
  })
  return site.at(domain, `${editPath}/${body.id}`)
}

const paragraphOf = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

async function openSignedIn(browser: Browser, site: Site, { email }: Founded) {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, site, email)
  return page
}

test('what is typed while an article gets its address stays, whatever is read meanwhile', async ({ page, site }) => {
  const company = await found(site, 'write')
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, editPath))
  const written = Promise.withResolvers<void>()
  await page.route(/[0-9a-f-]{36}\.data/, async (route) => {
    await newCategory(site, company, 'Made meanwhile')
    await written.promise
    await route.continue()
  })
  const created = page.waitForResponse(/knowledge-base\/articles$/)
  await page.keyboard.type('Begun')
  await created
  await text(page).click()
  await page.keyboard.type('Never lost')
  written.resolve()
  await page.waitForURL(/\/edit\/[0-9a-f-]{36}$/)
  await isSaved(page)
  await expect(text(page)).toHaveText('Never lost')
})

test('an article goes from blank to published, is renamed, moved, compared, restored, translated, planned and archived', async ({
  page,
  site,
}) => {
  const company = await found(site, 'write')
  await site.api('PUT', '/api/v1/languages', { token: company.token, body: { items: ['en', 'de'] } })
  await newCategory(site, company, 'Working hours')
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, editPath))

  await expect(title(page)).toBeFocused()
  await page.keyboard.type('Set a custom day boundary')
  await page.waitForURL(/\/edit\/[0-9a-f-]{36}$/)
  await isSaved(page)
  await text(page).click()
  await page.keyboard.type('## Change the boundary')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/steps')
  await expect(page.getByRole('option', { name: 'Steps' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Open Settings')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Choose the hour.')
  await isSaved(page)
  await page.keyboard.press('Control+Enter')
  await saysPublished(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('link', { name: 'View live' })).toBeVisible()
  await expect(page.getByText('Nothing to publish: there are no changes')).toBeVisible()
  const { body: first } = await readAs(site, company, 'set-a-custom-day-boundary')
  expect(first.html).toContain('<p class="step-title">Open Settings</p><p>Choose the hour.</p>')

  await page.getByRole('textbox', { name: 'Slug' }).fill('day-boundary')
  const readersHave = seen(
    page,
    'The public URL uses set-a-custom-day-boundary until you publish. After that, the old URL redirects.',
  )
  await expect(readersHave).toBeVisible()
  await page.keyboard.press('Tab')
  await isSaved(page)
  await expect
    .poll(async () => (await site.api('GET', `/api/v1/knowledge-base/articles/${first.id}`, company)).body.slug)
    .toBe('day-boundary')
  await expect(readersHave).toBeVisible()
  await expect(page.getByRole('link', { name: 'View live' })).toHaveAttribute('href', /set-a-custom-day-boundary$/)
  await lookAtThis(page)
  await text(page).press('Control+End')
  await page.keyboard.type(' Bakeries use 05:00.')
  await expect(seen(page, 'with unpublished changes')).toBeVisible()
  await expect.poll(async () => (await readAs(site, company, first.id)).body.html).not.toContain('Bakeries')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('with unpublished changes')).toHaveCount(0)
  const renamed = await readAs(site, company, 'set-a-custom-day-boundary')
  expect(renamed.body).toMatchObject({ slug: 'day-boundary', html: expect.stringContaining('Bakeries') })

  await page.getByRole('button', { name: 'Category' }).first().click()
  await page.getByRole('option', { name: 'Working hours' }).click()
  await expect
    .poll(async () => (await readAs(site, company, first.id)).body.category)
    .toMatchObject({ name: 'Working hours' })

  await page.getByRole('button', { name: 'Compare', exact: true }).first().click()
  const comparison = page.getByRole('dialog', { name: 'Compare versions' })
  await expect(comparison).toContainText('Nothing differs.')
  await comparison.getByRole('button', { name: /^From/ }).click()
  await page.getByRole('option', { name: /^2 ·/ }).click()
  await expect(comparison.getByRole('insertion').filter({ hasText: 'Bakeries use' })).toBeVisible()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(comparison.getByRole('group', { name: 'URL' })).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(comparison.getByText('Change 2 of 2')).toBeVisible()
  await expect(comparison.getByRole('group', { name: 'Changed' })).toBeFocused()
  await lookAtThis(page)
  await page.keyboard.press('Escape')
  await expect(comparison).toHaveCount(0)

  await page
    .getByRole('button', { name: /^1 .*draft saved/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Restore…' }).click()
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect(text(page)).not.toContainText('Bakeries')
  await expect(text(page)).toContainText('Choose the hour.')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Schedule…' }).click()
  await page.getByLabel('Publish at', { exact: true }).fill('2099-11-23T09:30')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText('The draft will be published on')).toBeVisible()
  await expect.poll(async () => (await readAs(site, company, first.id)).body.html).toContain('Bakeries')

  await page.getByRole('link', { name: 'DE', exact: true }).click()
  await page.getByRole('button', { name: 'Copy the English text' }).click()
  await title(page).fill('Den Tagesbeginn ändern')
  await isSaved(page)
  await page.getByRole('link', { name: 'EN', exact: true }).click()
  await expect(title(page)).toHaveValue('Set a custom day boundary')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('This text is archived, so readers do not find it.')).toBeVisible()
  await expect.poll(async () => (await readAs(site, company, first.id)).status).toBe(404)
})

test('an article is translated beside its first language', async ({ page, site }) => {
  const company = await found(site, 'words')
  await site.api('PUT', '/api/v1/languages', { token: company.token, body: { items: ['en', 'de'] } })
  const address = await newArticle(site, company, 'Begun')
  await signIn(page, site, company.email)
  await lookAtAll(page, [site.at(company.domain, editPath), `${address}?language=de`])
  await openPage(page, address)
  await page.getByRole('link', { name: 'DE', exact: true }).click()
  await page.getByRole('button', { name: 'Copy the English text' }).click()
  await expect(title(page)).toHaveValue('Shared by two')
  await title(page).fill('Von zweien geteilt')
  await text(page).press('Control+End')
  await page.keyboard.type(', auf Deutsch')
  await page.keyboard.press('Control+Enter')
  await saysPublished(page)
  const { body } = await readAs(site, company, 'von-zweien-geteilt?language=de')
  expect(body).toMatchObject({ title: 'Von zweien geteilt', html: '<p>Begun, auf Deutsch</p>' })
  await page.getByRole('link', { name: 'EN', exact: true }).click()
  await expect(title(page)).toHaveValue('Shared by two')
})

test('a translation is written beside its source, and what changed there is shown', async ({ page, site }) => {
  const company = await found(site, 'beside')
  const { token } = company
  await site.api('PUT', '/api/v1/languages', { token, body: { items: ['en', 'de'] } })
  const address = await newArticle(site, company, 'Wait one day for it')
  const path = `/api/v1/knowledge-base/articles/${address.split('/').at(-1)}`
  const publish = (language: string) => site.api('PUT', `${path}/publication`, { token, body: { language } })
  await publish('en')
  await site.api('PUT', `${path}/translations/de`, { token, body: { title: 'Geteilt', markdown: 'Einen Tag warten' } })
  await publish('de')
  await signIn(page, site, company.email)
  await openPage(page, `${address}?language=de`)
  await page.getByRole('button', { name: 'Side by side' }).first().click()
  await page.getByRole('menuitem', { name: /^English/ }).click()
  const beside = page.getByRole('region', { name: 'Text in English' })
  await expect(beside).toContainText('Wait one day for it')
  await expect(text(page)).toHaveText('Einen Tag warten')

  await site.api('PATCH', path, { token, body: { markdown: 'Wait two days for it' } })
  await publish('en')
  await expect(beside).toContainText('Wait two days for it')
  await page.getByRole('button', { name: 'Show what changed' }).click()
  const changes = page.getByRole('dialog', { name: 'What changed in English' })
  await expect(changes.getByRole('deletion').first()).toHaveText('one')
  await expect(changes.getByRole('insertion').first()).toHaveText('two')
  await lookAtThis(page)
  await page.keyboard.press('Escape')
  await lookAtThis(page)
  await page.getByRole('link', { name: 'EN', exact: true }).first().click()
  await expect(page.getByRole('region', { name: 'Text in German' })).toContainText('Einen Tag warten')
})

test('two write in one paragraph, one of them offline, and both texts are there at the end', { tag: '@sweep' }, async ({
  browser,
  page,
  site,
}) => {
  const company = await found(site, 'both')
  const address = await newArticle(site, company, 'Begun')
  const other = await openSignedIn(browser, site, company)
  await signIn(page, site, company.email)
  for (const one of [page, other]) {
    await openPage(one, address)
    await expect(text(one)).toContainText('Begun')
  }

  await other.context().setOffline(true)
  await text(other).press('Control+End')
  await other.keyboard.type(' by the one who was away')
  await expect(other.getByText('Offline, saved on this computer')).toBeVisible()
  await text(page).press('Control+End')
  await page.keyboard.type(' by the one who stayed')
  const saved = () =>
    site.api('GET', `/api/v1/knowledge-base/articles/${address.split('/').at(-1)}`, { token: company.token })
  await expect.poll(async () => (await saved()).body.html).toContain('by the one who stayed')

  await other.context().setOffline(false)
  await expect(other.getByRole('dialog')).toContainText('by the one who stayed')
  await expect(other.getByRole('dialog')).toContainText('by the one who was away')
  await other.keyboard.press('F6')
  await expect(other.getByRole('dialog')).toBeFocused()
  await other.keyboard.press('Escape')
  await expect(other.getByText('Not saved: conflict')).toBeVisible()
  expect((await saved()).body.html).not.toContain('by the one who was away')
  await other.getByRole('button', { name: 'Choose what to keep' }).click()
  await other.getByRole('button', { name: 'Keep both' }).click()
  await isSaved(other)
  for (const one of [page, other]) {
    await expect(text(one)).toContainText('Begun by the one who stayed')
    await expect(text(one)).toContainText('Begun by the one who was away')
  }
  await other.context().close()
})

test('two write in paragraphs of their own, one of them offline, and nobody is asked', { tag: '@sweep' }, async ({
  browser,
  page,
  site,
}) => {
  test.setTimeout(180_000 + awayMs)
  const company = await found(site, 'apart')
  const address = await newArticle(site, company, 'First', 'Last')
  const other = await openSignedIn(browser, site, company)
  await signIn(page, site, company.email)
  for (const one of [page, other]) await openPage(one, address)

  await other.context().setOffline(true)
  await text(other).press('Control+End')
  await other.keyboard.type(' of who was away')
  await expect(other.getByText('Offline, saved on this computer')).toBeVisible()
  await text(page).press('Control+Home')
  await page.keyboard.press('End')
  await page.keyboard.type(' of who stayed')
  await isSaved(page)
  await page.waitForTimeout(awayMs)
  await page.keyboard.type(' longer')
  await isSaved(page)
  await other.keyboard.type(' all the time')

  await other.context().setOffline(false)
  await expect(
    other.getByText('Other changes were saved while you were offline. Yours are added to them.'),
  ).toBeVisible()
  await isSaved(other)
  await expect(other.getByRole('dialog')).toHaveCount(0)
  for (const one of [page, other])
    await expect(text(one)).toHaveText('First of who stayed longerLast of who was away all the time')
  await other.context().close()
})

test('what was written without a connection comes back when its page was closed', async ({ browser, page, site }) => {
  const company = await found(site, 'kept')
  const address = await newArticle(site, company, 'Begun')
  await signIn(page, site, company.email)
  const away = await page.context().newPage()
  await openPage(away, address)
  await expect(text(away)).toContainText('Begun')
  await page.context().setOffline(true)
  await text(away).press('Control+End')
  await away.keyboard.type(', and gone on without a connection')
  await expect(away.getByText('Offline, saved on this computer')).toBeVisible()
  await away.close()

  await page.context().setOffline(false)
  await openPage(page, address)
  await expect(text(page)).toContainText('Begun, and gone on without a connection')
  const elsewhere = await openSignedIn(browser, site, company)
  await openPage(elsewhere, address)
  await expect(text(elsewhere)).toContainText('Begun, and gone on without a connection')
  await elsewhere.context().close()
})

test('whose save arrived and was not answered goes on without being asked about their own words', {
  tag: '@sweep',
}, async ({ page, site }) => {
  const company = await found(site, 'lost')
  const address = await newArticle(site, company, 'Begun')
  await signIn(page, site, company.email)
  await openPage(page, address)
  const answer = await holdAnswer(page, '*/knowledge-base/articles/*')
  await text(page).press('Control+End')
  await page.keyboard.type(' First words.')
  await answer.lose()
  await expect(page.getByText('Offline, saved on this computer')).toBeVisible()
  await page.keyboard.type(' More words.')
  await isSaved(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openPage(page, address)
  await expect(text(page)).toHaveText('Begun First words. More words.')
})

test('a page that is closed while it saves leaves its words once, with what was typed after them', {
  tag: '@sweep',
}, async ({ page, site }) => {
  const company = await found(site, 'closed')
  const address = await newArticle(site, company, 'Begun')
  await signIn(page, site, company.email)
  const closed = await page.context().newPage()
  await openPage(closed, address)
  const answer = await holdAnswer(closed, '*/knowledge-base/articles/*')
  await text(closed).press('Control+End')
  await closed.keyboard.type(' First words.')
  await answer.arrived
  await closed.keyboard.type(' More words.')
  await closed.waitForFunction(() => Object.values(localStorage).some((kept) => kept.includes('More words.')))
  await closed.close()

  await openPage(page, address)
  await expect(text(page)).toHaveText('Begun First words. More words.')
  await isSaved(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openPage(page, address)
  await expect(text(page)).toHaveText('Begun First words. More words.')
})

test('who publishes without a connection is told that it was not published, and why, and who pastes too much how much fits', async ({
  page,
  site,
}) => {
  const company = await found(site, 'offline')
  const address = await newArticle(site, company, 'Begun')
  await signIn(page, site, company.email)
  await openPage(page, address)
  await page.context().setOffline(true)
  await text(page).press('Control+End')
  await page.keyboard.type(', and gone on')
  await page.keyboard.press('Control+Enter')
  const told = page.getByText('The article was not published, because your last changes could not be saved yet.')
  await expect(told).toBeVisible()
  await page.context().setOffline(false)
  await isSaved(page)
  await page.keyboard.press('Control+Enter')
  await saysPublished(page)
  await expect(told).toHaveCount(0)

  await test.step('what is pasted and too long stays, and says how long it may be', async () => {
    await title(page).fill('')
    await title(page).focus()
    await page.keyboard.insertText('a'.repeat(230))
    await expect(page.getByText('Use at most 200 characters. There are 230.')).toBeVisible()
    await expect(page.getByText('Your changes are not saved.')).toBeVisible()
    await expect(title(page)).toHaveValue('a'.repeat(230))
    await title(page).fill('Short again')
    await isSaved(page)
    await expect(page.getByText('Use at most')).toBeHidden()
  })
})
