import { newArticle, newLiveArticle } from './articles.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const cell = (text: string) => ({ type: 'tableCell', content: [paragraph(text)] })
const table = { type: 'table', content: [{ type: 'tableRow', content: [cell('Plan'), cell('Price')] }] }
const column = (text: string) => ({ type: 'column', content: [paragraph(text)] })
const columns = { type: 'columns', content: [column('To the left'), column('To the right')] }

test('an article that begins with a table shows its tools while somebody is in the text', async ({ page, site }) => {
  const acme = await found(site)
  const document = { type: 'doc', content: [table, paragraph('Below')] }
  const id = await newArticle(site, acme, { title: 'Prices', document })
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, `/service/knowledgebase/admin/articles/edit/${id}`))
  const tools = page.getByRole('toolbar', { name: 'This block' })
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.press('End')
  await page.keyboard.type(' of all')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(tools).toBeHidden()
  await page.getByRole('cell', { name: 'Price' }).click()
  await expect(tools).toBeVisible()
  await tools.getByRole('button', { name: 'Insert row below' }).press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await title.click()
  await expect(tools).toBeHidden()
})

for (const width of [1440, 390])
  test(`columns begin and end where the text does, ${width} wide`, async ({ page, site }) => {
    const acme = await found(site)
    const path = await newLiveArticle(site, acme, {
      title: 'Side by side',
      document: { type: 'doc', content: [paragraph('Above'), columns] },
    })
    await page.setViewportSize({ width, height: 800 })
    await page.goto(site.at(acme.domain, path))
    const left = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())!.x
    expect(await left('To the left')).toBe(await left('Above'))
  })
