import type { Page } from '@playwright/test'
import { newArticle } from './articles.ts'
import { expectAccessible, lookAtThis } from './look.ts'
import { found, heldMailTo, join, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

// Mails about comments take time, because they are held while the comment can still be undone.
test.describe.configure({ timeout: 180_000 })

const editPath = '/service/knowledgebase/admin/articles/edit'
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Details' })
const threadsOf = (page: Page) => panelOf(page).locator('[data-comment]')
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

test('a draft is sent for review, a block of it is commented on by keys, and it comes back with what has to change', async ({
  page,
  browser,
  site,
}) => {
  const company = await found(site, 'review')
  const id = await newArticle(site, company, {
    ...{ title: 'How lamps work', html: '<p>Turn the lamp on.</p><p>Wait a minute.</p><p>Turn it off.</p>' },
  })
  const bos = await (await browser.newContext()).newPage()
  const email = await join(bos, site, company, 'AdminUser')
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `${editPath}/${id}`))
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Send for review…' }).click()
  await expect(page.getByRole('button', { name: 'Reviewer' })).toContainText(email)
  await page.getByRole('button', { name: 'Send for review' }).click()
  await expect(page.getByText('This text is waiting for review by')).toBeVisible()

  const asked = await heldMailTo(site, email, 'To review: How lamps work')
  expect(asked).toContain('Ada Lovelace asks you to review How lamps work.')
  const [address] = /https?:\/\/\S+\/articles\/edit\/\S+/.exec(asked)!
  await openPage(bos, address)
  await expect(bos.getByText('This text is waiting for review by you.')).toBeVisible()
  await text(bos).getByText('Wait a minute.').click()
  await bos.keyboard.press('ControlOrMeta+Alt+m')
  const words = panelOf(bos).getByLabel('Comment on “Wait a minute.”')
  await expect(words).toBeFocused()
  await bos.keyboard.type('Two minutes, I think.')
  await bos.keyboard.press('ControlOrMeta+Enter')
  await expect(threadsOf(bos)).toHaveText([/Wait a minute\..*Two minutes, I think\./s])
  await expect(threadsOf(bos)).toBeFocused()
  await expect(text(bos).locator('.is-commented')).toHaveText('Wait a minute.')
  await expectAccessible(bos)
  await lookAtThis(bos)

  // The other page shows the comment, and finds the block after the block was edited and moved.
  await expect(threadsOf(page)).toHaveCount(1)
  await text(page).getByText('Wait a minute.').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(' or two.')
  await expect(text(page).locator('.is-commented')).toHaveText('Wait a minute or two.')
  await threadsOf(page).getByRole('button', { name: 'Wait a minute.' }).click()
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.type('Then ')
  await expect(text(page).locator('.is-commented')).toHaveText('Then Wait a minute or two.')
  await threadsOf(page).getByRole('button', { name: 'Resolve' }).click()
  await expect(text(page).locator('.is-commented')).toHaveCount(0)
  await expect(threadsOf(bos)).toHaveCount(0)

  await bos.getByRole('button', { name: 'Return to author…' }).click()
  await bos.getByLabel('What has to change').fill('Say how hot it gets.')
  await bos.getByRole('button', { name: 'Return to author' }).click()
  await expect(bos.getByText('This text is waiting for review')).toHaveCount(0)
  await expect(threadsOf(page)).toHaveText([/Say how hot it gets\./])
  const back = await heldMailTo(site, company.email, 'Back from review: How lamps work')
  expect(back).toContain('Say how hot it gets.')
  await bos.context().close()
})

test('words that find no connection stay, and whoever leaves before they are sent is asked', async ({ page, site }) => {
  const company = await found(site, 'unsaid')
  const id = await newArticle(site, company, { title: 'How lamps work', html: '<p>Turn the lamp on.</p>' })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `${editPath}/${id}`))
  await text(page).getByText('Turn the lamp on.').selectText()
  await page.getByRole('button', { name: 'Comment on this block' }).click()
  const words = panelOf(page).getByLabel('Comment on “Turn the lamp on.”')
  await words.fill('Which lamp?')
  await page.context().setOffline(true)
  await words.press('ControlOrMeta+Enter')
  await expect(words).toHaveAttribute('aria-invalid', 'true')
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Back to the articles' }).click()
  await expect(page.getByText('Leave before your comment is sent?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(words).toHaveValue('Which lamp?')
  await words.press('ControlOrMeta+Enter')
  await expect(threadsOf(page)).toHaveText([/Which lamp\?/])
})
