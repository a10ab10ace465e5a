import { newArticle, newLiveArticle } from './articles.ts'
import { expectAccessible } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test('an article is given what stands below it, a picture and a plan, and is archived for another one', async ({
  page,
  site,
}) => {
  const company = await found(site, 'leads')
  await newLiveArticle(site, company, 'Bicycles aboard')
  const next = await newLiveArticle(site, company, 'Timetable of ferries')
  const id = await newArticle(site, company, { title: 'Cross by ferry', html: '<p>Board early.</p>' }, true)
  const read = async () =>
    (await site.api('GET', `/api/v1/knowledge-base/articles/${id}`, { token: company.token })).body
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `/service/knowledgebase/admin/articles/edit/${id}`))

  const panel = page.getByRole('complementary', { name: 'Details' })
  const search = panel.getByRole('combobox', { name: 'Add an article' })
  for (const title of ['Bicycles aboard', 'Timetable of ferries']) {
    await search.fill(title.slice(0, 6))
    await expect(page.getByRole('option', { name: title })).toBeVisible()
    await search.press('Enter')
    await expect(panel.getByRole('button', { name: `Remove ${title}` })).toBeVisible()
  }
  await panel.getByRole('button', { name: 'Move Timetable of ferries up' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('list', { name: 'Related articles' }).getByRole('listitem').first()).toContainText(
    'Timetable',
  )
  await expect
    .poll(async () => (await read()).related.map(({ title }: { title: string }) => title))
    .toEqual(['Timetable of ferries', 'Bicycles aboard'])

  await panel
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: dot })
  await expect(panel.getByText('Shared links show this image')).toBeVisible()
  await expect.poll(async () => (await read()).socialImage).not.toBeNull()
  await panel.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(async () => (await read()).socialImage).toBeNull()

  await choose('Publish with a note…')
  await page.getByLabel('What changed').fill('Says when to board')
  await page.keyboard.press('Enter')
  await expect(panel.getByText(/, live$/).first()).toBeVisible()

  await panel.getByRole('button', { name: 'Schedule…' }).click()
  const plan = page.getByRole('dialog', { name: 'Schedule' })
  await plan.getByLabel('Unpublish at').fill('2099-11-23T09:30')
  await expectAccessible(page)
  await plan.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText('This text will be unpublished on')).toBeVisible()
  await expect
    .poll(async () => [(await read()).isLive, (await read()).unpublishAt?.slice(0, 4)])
    .toEqual([true, '2099'])
  await panel.getByRole('button', { name: 'Cancel schedule' }).click()
  await expect(panel.getByText('Nothing scheduled.')).toBeVisible()

  await choose('Archive…')
  const dialog = page.getByRole('dialog', { name: 'Archive this article' })
  await dialog.getByRole('radio', { name: 'Redirects to another article' }).check()
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await expect(dialog.getByText('Choose the article')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Article' }).fill('Timetable')
  await page.getByRole('option', { name: 'Timetable of ferries' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Its URL redirects to')).toBeVisible()
  await page.goto(site.at(company.domain, '/knowledgebase/article/cross-by-ferry'))
  expect(new URL(page.url()).pathname).toBe(next)
})
