import { newArticle } from './articles.ts'
import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

// The test has many steps.
test.describe.configure({ timeout: 180_000 })

const path = '/service/knowledgebase/admin/articles'

test('all articles that match get a review date by keys alone, translations that fell behind are listed, and a name is replaced in all of them', async ({
  page,
  site,
}) => {
  const company = await found(site, 'scale')
  const { token } = company
  const send = (method: string, url: string, body: object = {}) => site.api(method, url, { token, body })
  const read = async (id: string) => (await site.api('GET', `/api/v1/knowledge-base/articles/${id}`, { token })).body
  await send('PUT', '/api/v1/languages', { items: ['en', 'de'] })
  const ids: string[] = []
  for (let number = 10; number < 38; number += 1)
    ids.push(await newArticle(site, company, { title: `Rota ${number}`, markdown: 'Halyard plans it.' }))
  const [first] = ids as [string]
  const article = `/api/v1/knowledge-base/articles/${first}`
  await send('PUT', `${article}/translations/de`, { title: 'Plan', markdown: 'Halyard plant es.' })
  await send('PUT', `${article}/publication`, { language: 'de' })
  await send('PUT', `${article}/publication`)
  await signIn(page, site, company.email)

  await test.step('all that match are chosen beyond the page, and changed as one', async () => {
    await openPage(page, site.at(company.domain, `${path}?q=rota`))
    await page.keyboard.press('Shift+A')
    await expect(page.getByText('All 25 articles of this page are selected.')).toBeVisible()
    await page.keyboard.press('Shift+A')
    await expect(page.getByText('All 28 articles that match are selected.')).toBeVisible()
    await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toContainText('28 selected')
    await lookAtThis(page)
    await page.keyboard.press('r')
    await page.getByRole('combobox', { name: 'Review interval of 28 articles' }).fill('90')
    await page.keyboard.press('Enter')
    await expect(page.getByText('28 articles with a new review interval.')).toBeVisible()
    expect(await read(ids[27]!)).toMatchObject({ reviewEveryDays: 90 })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('28 articles restored.')).toBeVisible()
    expect(await read(ids[27]!)).toMatchObject({ reviewEveryDays: null })
  })

  await test.step('what takes all that match from readers is asked first', async () => {
    await page.keyboard.press('Shift+A')
    await page.keyboard.press('Shift+A')
    await expect(page.getByText('All 28 articles that match are selected.')).toBeVisible()
    await page.keyboard.press('#')
    const question = page.getByRole('dialog', { name: 'Move 28 articles to the trash?' })
    await expect(question).toContainText('Readers no longer see them.')
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('a view lists the translations that fell behind', async () => {
    await page.getByRole('link', { name: 'Outdated translations' }).click()
    await expect(page.getByRole('row', { name: 'Rota 10' })).toContainText('older than its source')
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
    await openPage(page, site.at(company.domain, `${path}?language=~de`))
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  })

  await test.step('words are looked at where they stand, replaced in the articles that are chosen, and taken back', async () => {
    await openPage(page, site.at(company.domain, path))
    await page.getByRole('link', { name: 'Find and replace' }).click()
    await page.getByLabel('Find').pressSequentially('halyard')
    await page.keyboard.press('Enter')
    await expect(page.getByText('29 matches in 29 texts, 28 articles selected, 28 articles searched')).toBeVisible()
    await page.getByLabel('Replace with').fill('Rotor')
    const row = page.getByRole('list', { name: 'Found' }).getByRole('listitem').filter({ hasText: 'Rota 11' })
    await expect(row.first().getByRole('deletion')).toHaveText('Halyard')
    await expect(row.first().getByRole('insertion')).toHaveText('Rotor')
    await page.getByRole('checkbox', { name: 'Replace in Rota 11' }).uncheck()
    await page.getByLabel('Publish changed articles').check()
    await lookAtThis(page)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('27 articles changed.')).toBeVisible()
    expect(await read(first)).toMatchObject({ html: '<p>Rotor plans it.</p>', hasChanges: false, isLive: true })
    expect(await read(ids[1]!)).toMatchObject({ html: '<p>Halyard plans it.</p>' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('27 articles restored.')).toBeVisible()
    expect(await read(first)).toMatchObject({ html: '<p>Halyard plans it.</p>', hasChanges: false })
  })
})
