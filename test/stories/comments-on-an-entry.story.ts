import type { Page } from '@playwright/test'
import { newEntry, newModel, readEntry } from './content.ts'
import { loseNextAnswer, prepareLosses } from './forms.ts'
import { expectAccessible, lookAtThis } from './look.ts'
import { type Founded, found, heldMailTo, join, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'

// Mails about comments take time, because they are held while the comment can still be undone.
test.describe.configure({ timeout: 120_000 })

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Details' })

const mentionTo = (site: Site, email: string) => heldMailTo(site, email, 'Ada Lovelace mentioned you: How lamps work')

async function newPost(site: Site, company: Founded) {
  await newModel(site, company, {
    ...{ key: 'post', name: 'Post' },
    fields: [
      { key: 'title', label: 'Title', kind: 'text' },
      { key: 'body', label: 'Body', kind: 'markdown' },
    ],
  })
  return newEntry(site, company, 'posts', { title: 'How lamps work', body: 'They glow.' })
}

/**
 * Runs animation frames before React has rendered, as in a busy browser. Code that waits for a frame then does not find
 * the new elements.
 */
async function withEarlyFrames(page: Page, act: () => Promise<void>) {
  const later = await page.evaluateHandle(() => window.requestAnimationFrame)
  await page.evaluate(() => {
    window.requestAnimationFrame = (callback) => {
      queueMicrotask(() => callback(performance.now()))
      return 0
    }
  })
  await act()
  await page.evaluate((frames) => Object.assign(window, { requestAnimationFrame: frames }), later)
}

test('two colleagues settle a question about a field, by keys alone, and the one who is asked is mailed', async ({
  page,
  browser,
  site,
}) => {
  const company = await found(site, 'comments')
  const id = await newPost(site, company)
  const bos = await (await browser.newContext()).newPage()
  const email = await join(bos, site, company)
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `/cms/content/edit/${id}`))
  await expect(panelOf(page).getByText('No comments yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Comment on Title' }).focus()
  await page.keyboard.press('Enter')
  const words = panelOf(page).getByLabel('Comment on Title')
  await expect(words).toBeFocused()
  await page.keyboard.type('Too long, @bo')
  const offered = page.getByRole('listbox', { name: 'Colleagues' }).getByRole('option')
  await expect(offered).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.type('is it?')
  await expect(words).toHaveValue(`Too long, @${email} is it?`)
  const threads = panelOf(page).locator('[data-comment]')
  await withEarlyFrames(page, async () => {
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(threads).toHaveText([/Title.*Ada Lovelace.*Too long/s])
    await expect(threads.first()).toBeFocused()
  })
  await expect(page.getByRole('button', { name: 'Comment on Title, 1 open' })).toBeVisible()
  await lookAtThis(page)
  await expectAccessible(page)

  const mail = await mentionTo(site, email)
  expect(mail).toContain('Ada Lovelace mentioned you in a comment on How lamps work, Title.')
  const [address] = /https?:\/\/\S+#comment-\S+/.exec(mail)!
  await openPage(bos, address)
  const asked = panelOf(bos).locator('[data-comment]')
  await expect(asked).toBeFocused()
  await bos.keyboard.press('Tab')
  await expect(asked.getByRole('button', { name: 'Title' })).toBeFocused()
  await asked.getByRole('button', { name: 'Reply' }).focus()
  await bos.keyboard.press('Enter')
  await expect(panelOf(bos).getByLabel('Reply')).toBeFocused()
  await bos.keyboard.type('Two words are enough.')
  await bos.keyboard.press('ControlOrMeta+Enter')
  await expect(asked.getByText('Two words are enough.')).toBeVisible()

  // The other page updates itself.
  await expect(threads.getByText('Two words are enough.')).toBeVisible()
  await threads.getByRole('button', { name: 'Resolve' }).focus()
  await page.keyboard.press('Enter')
  await expect(threads).toHaveCount(0)
  await expect(asked).toHaveCount(0)
  await panelOf(page).getByRole('button', { name: 'Show resolved (1)' }).click()
  await expect(threads).toHaveText([/Resolved by Ada Lovelace/])
  await threads.getByRole('button', { name: 'Reopen' }).click()
  await expect(threads).toHaveCount(0)
  await panelOf(page).getByRole('button', { name: 'Show open (1)' }).click()
  await threads.getByRole('button', { name: 'Actions for Ada Lovelace’s comment' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(panelOf(page).getByLabel('Your comment')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Shorter?')
  await panelOf(page).getByRole('button', { name: /^Save/ }).click()
  await expect(asked).toHaveText([/Shorter\?/])
  await bos.context().close()
})

test('words find no connection and stay, a double press writes once, a delete asks, and so does leaving', async ({
  page,
  site,
}) => {
  const company = await found(site, 'talk')
  const id = await newPost(site, company)
  await prepareLosses(page)
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `/cms/content/edit/${id}`))
  await panelOf(page).getByRole('button', { name: 'Comment' }).click()
  const words = panelOf(page).getByLabel('Comment on the entry')
  await words.fill('Kept')
  await page.context().setOffline(true)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(words).toHaveValue('Kept')
  await expect(words).toHaveAttribute('aria-invalid', 'true')
  await page.context().setOffline(false)
  await words.focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.keyboard.press('ControlOrMeta+Enter')
  const threads = panelOf(page).locator('[data-comment]')
  await expect(threads).toHaveText([/Kept/])
  const path = `/api/v1/content-entries/${id}/comments`
  expect((await site.api('GET', path, { token: company.token })).body.items).toHaveLength(1)
  await threads.getByRole('button', { name: 'Actions for Ada Lovelace’s comment' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(threads).toHaveCount(0)

  await test.step('words that are not sent yet stay while others are begun, and one is asked before they go', async () => {
    const begin = (label: string) => page.getByRole('button', { name: `Comment on ${label}` }).click()
    const wordsOn = (label: string) => panelOf(page).getByLabel(`Comment on ${label}`)
    await begin('Title')
    await wordsOn('Title').fill('Too long')
    await begin('Body')
    await wordsOn('Body').fill('Too short')
    await begin('Title')
    await expect(wordsOn('Title')).toHaveValue('Too long')

    await page.getByRole('link', { name: 'Categories' }).click()
    const question = page.getByRole('dialog', { name: 'Leave before your comment is sent?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(wordsOn('Title')).toHaveValue('Too long')

    await loseNextAnswer(page, '/comments')
    await wordsOn('Title').press('ControlOrMeta+Enter')
    await expect(wordsOn('Title')).toHaveAttribute('aria-invalid', 'true')
    await wordsOn('Title').press('ControlOrMeta+Enter')
    await expect(threads).toHaveText([/Too long/])
    const { body } = await site.api('GET', path, { token: company.token })
    expect(body.items).toHaveLength(1)

    await threads.getByRole('button', { name: 'Reply' }).click()
    await threads.getByLabel('Reply').fill('Three words')
    await site.api('PUT', `${path}/${body.items[0].id}/resolution`, { token: company.token })
    await expect(threads).toHaveCount(0)
    await panelOf(page).getByRole('button', { name: 'Show resolved (1)' }).click()
    await expect(threads.getByLabel('Reply')).toHaveValue('Three words')
    await threads.getByRole('button', { name: 'Cancel' }).click()
    await begin('Body')
    await expect(wordsOn('Body')).toHaveValue('Too short')
    await panelOf(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Categories' }).click()
    await page.waitForURL(/categories/)
  })
})

test('who is asked to review gets a mail, and gives it back with a reason that its writer is mailed', async ({
  page,
  browser,
  site,
}) => {
  const company = await found(site, 'review')
  const id = await newPost(site, company)
  const bos = await (await browser.newContext()).newPage()
  const email = await join(bos, site, company)
  await openPage(bos, site.at(company.domain, `/cms/content/edit/${id}`))
  await bos.getByRole('textbox', { name: 'Body' }).fill('They glow in the dark.')
  await bos.getByRole('button', { name: 'More actions' }).click()
  await bos.getByRole('menuitem', { name: 'Send for review…' }).click()
  const sending = bos.getByRole('dialog', { name: 'Send for review' })
  await expect(sending.getByLabel('Reviewer')).toHaveText(/Ada Lovelace/)
  await expectAccessible(bos)
  await sending.getByRole('button', { name: 'Send for review' }).press('Enter')
  await expect.poll(async () => (await readEntry(site, company, id)).status).toBe('in_review')

  expect(await heldMailTo(site, company.email, 'To review: How lamps work')).toContain(
    'asks you to review How lamps work (Post)',
  )
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, '/cms/content/list'))
  await page.getByRole('link', { name: 'Waiting for my review' }).click()
  await page.getByRole('link', { name: 'How lamps work' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Return to author…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Return to author' })
  await expect(dialog.getByText(/gets this text by mail/)).toBeVisible()
  await dialog.getByLabel('What has to change').fill('Say which lamps.')
  await lookAtThis(page)
  await dialog.getByRole('button', { name: 'Return to author' }).click()
  await expect.poll(async () => (await readEntry(site, company, id)).status).toBe('draft')
  await expect(panelOf(bos).locator('[data-comment]')).toHaveText([/Say which lamps\./])
  expect(await heldMailTo(site, email, 'Back from review: How lamps work')).toContain('Say which lamps.')
  await bos.context().close()
})
