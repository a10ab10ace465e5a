import { newArticle } from './articles.ts'
import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test.describe.configure({ timeout: 120_000 })

const adminPath = '/service/knowledgebase/admin'

test('a draft becomes a template, a new article begins with it by keys, and it stands in its own list', async ({
  page,
  site,
}) => {
  const acme = await found(site, 'templates')
  const id = await newArticle(site, acme, { title: 'How to', html: '<h2>What it is for</h2><p>In a sentence.</p>' })
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, `${adminPath}/articles/edit/${id}`))
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Convert to template' }).click()
  await expect(page.getByText('This is a template.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Title', exact: true }).click()
  await page.keyboard.press('ControlOrMeta+Enter')
  await lookAtThis(page)
  await expect(page.getByText('This is a template.')).toBeVisible()

  await openPage(page, site.at(acme.domain, `${adminPath}/articles`))
  await expect(page.getByRole('link', { name: /Templates/ })).toContainText('1')
  await page.keyboard.press('c')
  const offered = page.getByRole('region', { name: 'Start from a template' })
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused()
  await lookAtThis(page)
  await offered.getByRole('button', { name: 'How to' }).press('Enter')
  await expect(page).not.toHaveURL(new RegExp(`${id}|edit$`))
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toHaveValue('How to')
  await expect(title).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toContainText('In a sentence.')
  await expect(page.getByText('This is a template.')).toHaveCount(0)
  await title.fill('How to descale')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Publish Ctrl ↵' }).click()
  await expect(page.getByText('Published', { exact: true }).filter({ visible: true }).first()).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Convert to template' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(title).toHaveValue('How to descale (copy)')
  await expect(title).toBeFocused()
  await openPage(page, site.at(acme.domain, `${adminPath}/articles?status=template`))
  await expect(page.getByRole('link', { name: 'How to', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /descale/ })).toHaveCount(0)
})
