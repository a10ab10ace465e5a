import { newArticle } from './articles.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('a link that readers would follow in vain, here or elsewhere, is named beside the text and leads to its place', async ({
  page,
  site,
}) => {
  const company = await found(site, 'links')
  const id = await newArticle(site, company, { title: 'Not out yet' })
  const link = { type: 'link', attrs: { reference: { kind: 'article', id } } }
  const document = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Look there', marks: [link] }] }],
  }
  const linking = await newArticle(site, company, { title: 'Leads on', document })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `/service/knowledgebase/admin/articles/edit/${linking}`))
  const fault = page.getByRole('button', { name: 'Not out yet is not published' }).filter({ visible: true })
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveText('Look there')
  await fault.click()
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('Look there')

  await site.api('PUT', `/api/v1/knowledge-base/articles/${id}/publication`, { token: company.token, body: {} })
  await expect(fault).toHaveCount(0)

  await test.step('a link to a site that is not there any more is named with the day it was found out, and checked again', async () => {
    const href = 'http://gone.invalid:9/manual'
    const html = `<p>Read <a href="${href}">the manual</a> first.</p>`
    const away = await newArticle(site, company, { title: 'Leads away', html })
    await openPage(page, site.at(company.domain, `/service/knowledgebase/admin/articles/edit/${away}`))
    await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveText('Read the manual first.')
    const path = `/api/v1/knowledge-base/articles/${away}/link-check`
    expect(await site.api('PUT', path, { token: company.token, body: {} })).toMatchObject({ body: { waiting: 1 } })
    const gone = page.getByRole('button', { name: `${href} has an unknown host on` }).filter({ visible: true })
    await gone.click()
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('the manual')

    await page.getByRole('button', { name: 'Check again' }).filter({ visible: true }).click()
    await expect(page.getByText('Not checked again: the last check was less than ten minutes ago')).toBeVisible()
  })
})
