import { newArticle } from './articles.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('a link that readers would follow in vain is named beside the text, and leads to its place', async ({
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
})
