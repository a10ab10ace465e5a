import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type { Document } from '#contract/writing/document.ts'
import { plainResolver } from '#server/writing/documents/render/addresses.ts'
import { toMarkdown } from '#server/writing/documents/render/to-markdown.ts'
import { newArticle } from './articles.ts'
import { type Founded, found, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'

const fixture = (name: string) => readFileSync(`server/writing/document-reading/fixtures/${name}`, 'utf8')
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const dot = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==`

const widthOf = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))

/** Sends a paste event as a browser does. */
const paste = (page: Page, clipboard: Record<string, string>) =>
  text(page).evaluate((element, clipboard) => {
    const clipboardData = new DataTransfer()
    for (const [type, data] of Object.entries(clipboard)) clipboardData.setData(type, data)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, clipboard)

async function begin(page: Page, site: Site, company: Founded, document?: object) {
  const id = await newArticle(site, company, { title: 'Pasted', ...(document && { document }) })
  await openPage(page, site.at(company.domain, `/service/knowledgebase/admin/articles/edit/${id}`))
  await text(page).click()
  return async () => {
    const { body } = await site.api('GET', `/api/v1/knowledge-base/articles/${id}`, { token: company.token })
    return toMarkdown(body.document as Document, plainResolver)
  }
}

/** A picture as Word writes it into RTF: once for current programs and once for old programs. */
const inRtf = `{\\rtf1{\\*\\shppict{\\pict{\\*\\picprop}\\picw2\\pich2\\pngblip\\bliptag1 ${Buffer.from(dot.split(',')[1]!, 'base64').toString('hex')}}}{\\nonshppict{\\pict\\wmetafile8 0100}}}`

test('what is copied from elsewhere keeps its form, and what was pasted can be taken back', async ({ page, site }) => {
  const company = await found(site, 'paste')
  await signIn(page, site, company.email)
  const readSaved = await begin(page, site, company)

  for (const name of ['google-docs', 'notion'])
    await test.step(`what is copied from ${name} keeps its form, its pictures come along, and its junk is gone`, async () => {
      await paste(page, {
        'text/html': fixture(`${name}.clipboard`).replace(/(<img[^>]* src=")https?:[^"]*/, `$1${dot}`),
      })
      const same = (markdown: string) => markdown.replace(/file:[0-9a-f-]{36}/g, 'file:ID').trim()
      await expect.poll(async () => same(await readSaved())).toBe(same(fixture(`${name}.md`)))
      await expect(text(page)).toBeFocused()
      const pictures = text(page).getByRole('img')
      await expect(pictures).toHaveCount(1)
      expect(await widthOf(pictures)).toBe(2)
      await page.keyboard.press('Control+z')
      // The editor reports the pictures that Notion did not copy.
      if (name === 'notion') await page.getByRole('button', { name: 'Close: pictures could not be pasted' }).click()
      await expect(text(page)).toHaveText('')
    })

  await test.step('what is copied from word keeps its form, and its pictures come from beside it', async () => {
    await paste(page, { 'text/html': fixture('word.clipboard'), 'text/rtf': inRtf })
    const pictures = text(page).locator('figure img')
    await expect(pictures).toHaveCount(1)
    expect(await widthOf(pictures)).toBe(2)
    // The picture has the same width as in Word.
    const picture = /<figure><img src="file:[0-9a-f-]{36}" alt="" width="320"[^>]*><\/figure>/
    await expect.poll(readSaved).toMatch(picture)
    expect((await readSaved()).replace(picture, '').trim()).toBe(fixture('word.md').trim())
    await expect(text(page).getByRole('alert')).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(text(page)).toHaveText('')
  })

  await test.step('a picture from word that did not come along is told of', async () => {
    await paste(page, { 'text/html': fixture('word.clipboard') })
    await expect(text(page).getByRole('alert')).toContainText('A picture could not be pasted')
    await page.getByRole('button', { name: 'Close: pictures could not be pasted' }).click()
    await expect(text(page).getByRole('alert')).toHaveCount(0)
    await expect(text(page)).toBeFocused()
  })

  await test.step('words join the line they are pasted into, Markdown becomes what it says, and without a connection nothing is lost', async () => {
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Before ' }] }
    const readWords = await begin(page, site, company, { type: 'doc', content: [paragraph] })
    await text(page).press('Control+End')
    await paste(page, { 'text/html': '<b>in</b> <i>between</i> lines', 'text/plain': 'in between lines' })
    await expect(text(page)).toContainText('in between lines')
    await page.keyboard.type(' and after')
    await expect.poll(readWords).toBe('Before **in** *between* lines and after\n')
    await page.keyboard.press('Enter')
    await paste(page, { 'text/plain': '## Steps\n\n1. Open `it`\n2. Close **it**\n' })
    await expect(text(page).getByRole('heading', { name: 'Steps' })).toBeVisible()
    await expect(text(page).getByRole('listitem')).toHaveText(['Open it', 'Close it'])

    await page.context().setOffline(true)
    await text(page).press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await paste(page, { 'text/html': '<p>Written <b>offline</b></p>', 'text/plain': 'Written offline' })
    await expect(text(page)).toContainText('Written offline')
    await page.context().setOffline(false)
    await expect.poll(readWords).toContain('Written **offline**')
  })
})
