import type { Page } from '@playwright/test'
import type { Document } from '#contract/writing/document.ts'
import { plainResolver } from '#server/writing/documents/render/addresses.ts'
import { toMarkdown } from '#server/writing/documents/render/to-markdown.ts'
import { newArticle, newLiveArticle } from './articles.ts'
import { newEntry, newModel, readEntry } from './content.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'
import { newTicket } from './tickets.ts'

const address = 'https://example.com/doc'
const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const markdownOf = (document: unknown) => toMarkdown(document as Document, plainResolver).trim()

const paste = (page: Page, name: string, clipboard: Record<string, string>) =>
  text(page, name).evaluate((element, clipboard) => {
    const clipboardData = new DataTransfer()
    for (const [type, data] of Object.entries(clipboard)) clipboardData.setData(type, data)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, clipboard)

async function begin(page: Page, site: Site) {
  const company = await found(site, 'links')
  const path = await newLiveArticle(site, company, 'Refunds')
  const id = await newArticle(site, company, { title: 'Leads on' })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `/service/knowledgebase/admin/articles/edit/${id}`))
  await text(page, 'Text').click()
  const read = async () => {
    const { body } = await site.api('GET', `/api/v1/knowledge-base/articles/${id}`, { token: company.token })
    return markdownOf(body.document)
  }
  const slug = path.split('/').at(-1)
  const { body } = await site.api('GET', `/api/v1/knowledge-base/articles/${slug}`, { token: company.token })
  return { refunds: body.id as string, own: site.at(company.domain, path), read }
}

test('an address that is typed or pasted leads there, and to the article that is at it', async ({ page, site }) => {
  const { refunds, own, read } = await begin(page, site)

  await test.step('an address that is typed leads there, is words again when undone, and leads from chosen words when pasted on them', async () => {
    await page.keyboard.type(`See ${address}, `)
    await expect.poll(read).toBe(`See <${address}>,`)
    await page.keyboard.press('ControlOrMeta+z')
    await page.keyboard.type('this is important')
    await expect.poll(read).toBe(`See ${address.replace(':', '\\:')}, this is important`)
    await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft')
    await expect(page.getByRole('toolbar', { name: 'Selected text' })).toBeVisible()
    await paste(page, 'Text', { 'text/plain': address })
    await page.keyboard.type('.')
    await expect.poll(read).toBe(`See ${address.replace(':', '\\:')}, this is [important](${address}).`)
  })

  await test.step('the address of an article here becomes a link to the article, typed, pasted, in a page that is pasted and in the dialog', async () => {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await expect(text(page, 'Text')).toHaveText('')
    const led = `[${own.replace(':', '\\:')}](article:${refunds})`
    await page.keyboard.type(`${own} `)
    await expect.poll(read).toBe(led)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(text(page, 'Text').locator('a')).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+a')
    await paste(page, 'Text', { 'text/plain': own })
    await expect.poll(read).toBe(led)
    await page.keyboard.press('Enter')
    await paste(page, 'Text', { 'text/html': `<p>All <a href="${own}#how-long">about it</a></p>`, 'text/plain': 'All' })
    await expect.poll(read).toBe(`${led}\n\nAll [about it](article:${refunds}#how-long)`)
    await page.keyboard.press('Enter')
    await page.keyboard.type('dialog')
    await page.keyboard.press('Shift+Home')
    await page
      .getByRole('toolbar', { name: 'Selected text' })
      .getByRole('button', { name: 'Link', exact: true })
      .click()
    await page.getByRole('textbox', { name: 'Enter a URL or search for an article' }).fill(own)
    await page.keyboard.press('Enter')
    await expect.poll(read).toContain(`\n\n[dialog](article:${refunds})`)
  })
})

test('a text of the content leads by the address, and a reply as well', async ({ page, site }) => {
  const company = await found(site, 'links')
  const own = site.at(company.domain, await newLiveArticle(site, company, 'Refunds'))
  const fields = [
    { key: 'title', kind: 'text' },
    { key: 'body', kind: 'rich_text' },
  ]
  await newModel(site, company, { key: 'note', name: 'Note', fields })
  const entry = await newEntry(site, company, 'notes', { title: 'Leads on' })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `/cms/content/edit/${entry}`))
  await text(page, 'Body').click()
  await page.keyboard.type(`${own} `)
  const read = async () => (await readEntry(site, company, entry)).fields.body
  await expect.poll(async () => markdownOf((await read()) ?? { type: 'doc', content: [] })).toBe(`<${own}>`)

  const ticket = await newTicket(site, company, 'Where is my money?')
  await openPage(page, site.at(company.domain, `/service/tickets/${ticket.id}`))
  const reply = 'Reply to the customer'
  await text(page, reply).click()
  await page.keyboard.type(`See ${address} it is important`)
  await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft')
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('important')
  await paste(page, reply, { 'text/plain': address })
  await expect(text(page, reply).getByRole('link')).toHaveText([address, 'important'])
})
