import type { Browser, Page } from '@playwright/test'
import { newEntry, newModel, readEntry } from './content.ts'
import { type Founded, found, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'

// Each test uses two browsers.
test.describe.configure({ timeout: 180_000 })

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'Somebody else changed the same text' })
const isSaved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()

const paragraph = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] })
const list = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('Item')] }] }
const table = {
  type: 'table',
  content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph('Cell')] }] }],
}
const documentOf = (words: string) => ({ type: 'doc', content: [paragraph(words), list, table, paragraph('End')] })

async function newArticle(site: Site, { token, domain }: Founded, words: string) {
  const { body } = await site.api('POST', '/api/v1/knowledge-base/articles', {
    token,
    body: { title: 'Written by two', document: documentOf(words) },
  })
  return { id: body.id as string, address: site.at(domain, `/service/knowledgebase/admin/articles/edit/${body.id}`) }
}

async function openTwice(browser: Browser, page: Page, site: Site, { email }: Founded, address: string) {
  await signIn(page, site, email)
  const other = await (await browser.newContext()).newPage()
  await signIn(other, site, email)
  for (const one of [page, other]) {
    await openPage(one, address)
    await expect(text(one)).toContainText('End')
  }
  return other
}

/** Places the cursor after a word. */
async function goBehind(page: Page, word: string) {
  await text(page).evaluate((element, word) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const at = walker.currentNode.textContent!.indexOf(word)
      if (at < 0) continue
      ;(element as HTMLElement).focus()
      getSelection()!.collapse(walker.currentNode, at + word.length)
      return
    }
  }, word)
}

const htmlNow = async (site: Site, { token }: Founded, id: string) =>
  (await site.api('GET', `/api/v1/knowledge-base/articles/${id}`, { token })).body.html as string

/** Holds the first save of a page until `meanwhile` has ended. */
async function holdFirstSave(page: Page, pattern: RegExp, meanwhile: () => Promise<void>) {
  let isFirst = true
  await page.route(pattern, async (route) => {
    const waits = isFirst && route.request().method() === 'PATCH'
    if (waits) isFirst = false
    if (waits) await meanwhile()
    await route.continue()
  })
}

test('who types on while a question comes keeps the keyboard and every letter, and both keep a list and a table once', async ({
  browser,
  page,
  site,
}) => {
  const company = await found(site, 'typing')
  const { id, address } = await newArticle(site, company, 'Press the button below')
  const other = await openTwice(browser, page, site, company, address)
  await holdFirstSave(page, /\/api\/v1\/knowledge-base\/articles\//, async () => {
    await goBehind(other, 'the')
    await other.keyboard.type(' red')
    await expect.poll(() => htmlNow(site, company, id)).toContain('the red button')
  })
  await goBehind(page, 'the')
  await page.keyboard.type(' blue')
  for (let word = 0; word < 60 && (await question(page).count()) === 0; word++)
    await page.keyboard.type(` w${word}`, { delay: 30 })
  await page.keyboard.type(' and on', { delay: 30 })
  await expect(question(page)).toBeVisible()
  await expect(text(page)).toBeFocused()
  await expect(question(page)).toContainText('Press the red button below')
  await expect(question(page)).toContainText('and on')
  await expect(question(page)).not.toContainText('Item')
  await expect(question(page)).not.toContainText('Cell')
  const typed = await text(page).locator('p').first().textContent()
  expect(typed).toMatch(/^Press the blue( w\d+)+ and on button below$/)

  await page.keyboard.press('F6')
  await expect(question(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(text(page)).toBeFocused()
  await page.getByRole('button', { name: 'Choose what to keep' }).click()
  await expect(question(page)).toBeFocused()
  await question(page).getByRole('button', { name: 'Keep both' }).click()
  await isSaved(page)
  const html = await htmlNow(site, company, id)
  expect(html).toContain('<p>Press the red button below</p>')
  expect(html).toContain(`<p>${typed}</p>`)
  expect([html.split('Item').length, html.split('Cell').length]).toEqual([2, 2])
  await expect(text(other)).toContainText(typed!)
  await other.context().close()
})

test('two write at different places of one paragraph at once, and nobody is asked', { tag: '@sweep' }, async ({
  browser,
  page,
  site,
}) => {
  const company = await found(site, 'words')
  const { id, address } = await newArticle(site, company, 'First words of it, and the last')
  const other = await openTwice(browser, page, site, company, address)
  await goBehind(page, 'First')
  await goBehind(other, 'last')
  const write = async (one: Page, name: string) => {
    for (let word = 0; word < 20; word++) await one.keyboard.type(` ${name}${word}`, { delay: 40 })
  }
  await Promise.all([write(page, 'one'), write(other, 'other')])
  const words = (name: string) => Array.from({ length: 20 }, (_, word) => `${name}${word}`).join(' ')
  const whole = `First ${words('one')} words of it, and the last ${words('other')}`
  await expect.poll(() => htmlNow(site, company, id)).toContain(`<p>${whole}</p>`)
  for (const one of [page, other]) {
    await expect(text(one)).toContainText(whole)
    await expect(question(one)).toHaveCount(0)
  }
  await other.context().close()
})

test('two write in one long text of an entry: it is asked about by its parts, and both stay', async ({
  browser,
  page,
  site,
}) => {
  const company = await found(site, 'long')
  await newModel(site, company, {
    ...{ key: 'note', name: 'Note' },
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'text', kind: 'rich_text' },
    ],
  })
  const id = await newEntry(site, company, 'notes', { title: 'First', text: documentOf('Press the button below') })
  const other = await openTwice(browser, page, site, company, site.at(company.domain, `/cms/content/edit/${id}`))
  const now = async () => JSON.stringify((await readEntry(site, company, id)).fields.text)
  await holdFirstSave(page, /\/api\/v1\/content\/notes\//, async () => {
    await goBehind(other, 'the')
    await other.keyboard.type(' red')
    await expect.poll(now).toContain('the red button')
  })
  await goBehind(page, 'the')
  await page.keyboard.type(' blue')
  await expect(question(page)).toContainText('Press the red button below')
  await expect(text(page)).toBeFocused()
  await page.keyboard.type(' one')
  await expect(question(page)).toContainText('Press the blue one button below')
  await expect(question(page)).not.toContainText('Item')
  await question(page).getByRole('button', { name: 'Keep both' }).click()
  await isSaved(page)
  const kept = await now()
  for (const words of ['Press the red button below', 'Press the blue one button below', '"Item"', '"Cell"'])
    expect(kept.split(words).length, words).toBe(2)
  await other.context().close()
})
