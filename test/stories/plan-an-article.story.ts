import type { Page } from '@playwright/test'
import { newArticle } from './articles.ts'
import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

const editPath = '/service/knowledgebase/admin/articles/edit'

async function openPlan(page: Page) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Schedule…' }).click()
}

test('an article is planned where the clocks change, and its address is refused beside its field', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000)
  const company = await found(site)
  const id = await newArticle(site, company, { title: 'Summer time' })
  const plan = async () => {
    const { body } = await site.api('GET', `/api/v1/knowledge-base/articles/${id}`, { token: company.token })
    return [body.languages[0].publishAt, body.languages[0].unpublishAt]
  }
  const slug = page.getByLabel('Slug').filter({ visible: true })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `${editPath}/${id}`))

  await test.step('a time at which the clocks change is told of, and of two that are shown alike one is chosen', async () => {
    await openPlan(page)
    await page.getByLabel('Publish at', { exact: true }).fill('2099-03-29T02:30')
    await expect(
      page.getByText('The clock change skips this time. The schedule uses 03:30.', { exact: true }),
    ).toBeVisible()
    await page.getByLabel('Unpublish at').fill('2099-10-25T02:30')
    const two = page.getByRole('group', { name: 'Unpublish at: earlier or later' })
    await expect(two.getByRole('radio', { name: 'Earlier' })).toBeChecked()
    await lookAtThis(page)
    await two.getByText('Later', { exact: true }).click()
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await expect.poll(plan).toEqual(['2099-03-29T01:30:00.000Z', '2099-10-25T01:30:00.000Z'])
    await expect(page.getByText('The draft will be published on')).toBeVisible()
    await openPlan(page)
    await expect(page.getByLabel('Publish at', { exact: true })).toHaveValue('2099-03-29T03:30')
    await expect(two.getByRole('radio', { name: 'Later' })).toBeChecked()
    await two.getByText('Earlier', { exact: true }).click()
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await expect.poll(plan).toEqual(['2099-03-29T01:30:00.000Z', '2099-10-25T00:30:00.000Z'])
  })

  await test.step('an address that another article has is told beside its field alone, until it is another', async () => {
    await newArticle(site, company, { title: 'Taken' })
    const told = page.getByText('Another article has this address').filter({ visible: true })
    await slug.fill('taken')
    await slug.press('Enter')
    await expect(slug).toHaveAccessibleDescription('Another article has this address')
    await expect(told).toHaveCount(1)
    await expect(page.getByText('Not everything is saved')).toBeVisible()
    await page.getByRole('button', { name: 'Restore the previous slug' }).filter({ visible: true }).click()
    await expect(told).toHaveCount(0)
    await expect(slug).toHaveValue('summer-time')
  })

  await test.step('an article is not published beside an address that was refused, nor with one that was not saved', async () => {
    await slug.fill('taken')
    await slug.press('Control+Enter')
    await expect(page.getByText('The article was not published. Another article has this address')).toBeVisible()
    await expect(slug).toBeFocused()
    await lookAtThis(page)
    await slug.fill('looking-on')
    await slug.press('Control+Enter')
    await expect(page.getByText('Published', { exact: true }).filter({ visible: true }).first()).toBeVisible()
    const read = () => site.api('GET', '/api/v1/knowledge-base/articles/looking-on', { host: company.domain })
    await expect.poll(async () => (await read()).body.title).toBe('Summer time')
    await slug.fill('seen-later')
    await page.getByRole('link', { name: 'Back to the articles' }).click()
    await page.waitForURL(/articles$/)
    const kept = await site.api('GET', `/api/v1/knowledge-base/articles/${id}`, { token: company.token })
    expect(kept.body).toMatchObject({ slug: 'seen-later', liveSlug: 'looking-on', hasChanges: true })
    expect(kept.body.url).toMatch(/looking-on$/)
  })
})
