import { newArticle } from './articles.ts'
import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, holdAnswer, test } from './story.ts'

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg=='

const words = (text: string) => [{ type: 'text', text }]

test('what a reader would miss is told beside the text, leads to its place, and goes when it is mended', async ({
  page,
  site,
}) => {
  const company = await found(site, 'flaws')
  const content = [
    { type: 'heading', attrs: { level: 2 }, content: words('First') },
    { type: 'paragraph', content: words('Some words') },
    { type: 'heading', attrs: { level: 4 }, content: words('Too deep') },
  ]
  const id = await newArticle(site, company, {
    title: 'Has flaws, and a title that is longer than what search engines show',
    document: { type: 'doc', content },
  })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `/service/knowledgebase/admin/articles/edit/${id}`))
  const flaw = page.getByRole('button', { name: '“Too deep” skips a heading level' }).filter({ visible: true })
  await expect(flaw).toBeVisible()
  await flaw.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused()
  await page.keyboard.press('Control+Alt+3')
  await expect(flaw).toHaveCount(0)
  await lookAtThis(page)

  await test.step('the check of a picture leads into its alternative text, by keys alone', async () => {
    await page.getByRole('textbox', { name: 'Text', exact: true }).press('Control+End')
    await page.evaluate((src) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', `<img src="${src}"><p>Between</p><img src="${src}">`)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    }, dot)
    const alone = page.getByRole('button', { name: 'A picture has no alternative text' }).filter({ visible: true })
    await expect(alone).toHaveCount(2)
    await alone.first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Alternative text' }).first()).toBeFocused()
    // The server returns the saved text without its last space. This must not change the text in the input.
    const saved = await holdAnswer(page, '*/api/v1/knowledge-base/articles/*')
    await page.keyboard.type('A ')
    await saved.arrived
    await page.keyboard.type('ca')
    await saved.release()
    await page.keyboard.type('ble')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(alone).toHaveCount(1)
    await expect(page.getByRole('textbox', { name: 'Alternative text' })).toHaveCount(2)
    await expect(page.getByRole('textbox', { name: 'Alternative text' }).first()).toHaveValue('A cable')
    await alone.press('Enter')
    await page.keyboard.type('A plug')
    await expect(alone).toHaveCount(0)
  })

  const other = await newArticle(site, company, { title: 'Has another' })
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Has another')
  const namesake = page.getByRole('link', { name: 'Another article has this title' }).filter({ visible: true })
  await expect(namesake).toHaveAttribute('href', new RegExp(other))
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Has none')
  await expect(page.getByText('Before publishing').filter({ visible: true })).toHaveCount(0)
})
