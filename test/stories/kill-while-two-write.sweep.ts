import type { Page } from '@playwright/test'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test.describe.configure({ timeout: 180_000 })

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

/** Returns 30 different words for a writer. */
const wordsOf = (name: string) => Array.from({ length: 30 }, (_, at) => `${name}${at}`)

test('the server is killed while two write: nothing is lost, and nobody is asked anything', async ({
  browser,
  page,
  site,
}) => {
  const company = await found(site, 'killed')
  const paragraph = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] })
  const { body } = await site.api('POST', '/api/v1/knowledge-base/articles', {
    token: company.token,
    body: { title: 'Written by two', document: { type: 'doc', content: [paragraph('One:'), paragraph('Other:')] } },
  })
  const address = site.at(company.domain, `/service/knowledgebase/admin/articles/edit/${body.id}`)
  const other = await (await browser.newContext()).newPage()
  for (const one of [page, other]) {
    await signIn(one, site, company.email)
    await openPage(one, address)
    await expect(text(one)).toContainText('One:')
  }
  await text(page).getByText('One:').click()
  await page.keyboard.press('End')
  await text(other).press('Control+End')

  const write = async (one: Page, words: string[]) => {
    for (const word of words) await one.keyboard.type(` ${word}`, { delay: 40 })
  }
  const [ones, others] = [wordsOf('one'), wordsOf('other')]
  const writing = Promise.all([write(page, ones), write(other, others)])
  const htmlNow = async () =>
    (await site.api('GET', `/api/v1/knowledge-base/articles/${body.id}`, { token: company.token })).body.html as string
  await expect.poll(htmlNow).toMatch(/ one\d.*other\d/s)
  await site.kill()
  for (const one of [page, other]) await expect(one.getByText('Offline, saved on this computer')).toBeVisible()
  await site.start()
  await writing

  const whole = [`One: ${ones.join(' ')}`, `Other: ${others.join(' ')}`]
  await expect.poll(htmlNow, { timeout: 60_000 }).toBe(whole.map((words) => `<p>${words}</p>`).join(''))
  for (const one of [page, other]) {
    await expect(one.getByText('Saved', { exact: true })).toBeVisible()
    await expect(one.getByRole('dialog')).toHaveCount(0)
    for (const words of whole) await expect(text(one)).toContainText(words)
  }
  await other.context().close()
})
