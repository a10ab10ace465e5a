import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { ZipFile } from 'yazl'
import { lookAtAll, lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

const path = '/service/knowledgebase/admin/imports'

async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream)
}

const docs = () =>
  zipOf({
    'pay/invoices.md':
      '---\ntitle: Pay by invoice\nstatus: published\n---\n\nSee [cards](cards.md), or [this](nowhere.md).\n',
    'pay/cards.md': '---\ntitle: Pay by card\nstatus: published\n---\n\nWe take cards.\n',
  })

/** Chooses a file and starts the check of the file. */
async function read(page: Page, name: string, bytes: Buffer) {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer: bytes })
  await page.getByRole('button', { name: 'Check file' }).press('Enter')
}

test('a zip of Markdown is read, reported and imported, and changes nothing the second time', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/service/knowledgebase/admin'))
  await page.getByRole('link', { name: 'Import articles' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Import and export' })).toBeVisible()
  await page.getByRole('button', { name: 'Check file' }).press('Enter')
  await expect(page.getByText('Choose a file', { exact: true })).toBeVisible()
  await read(page, 'docs.zip', await docs())
  await expect(page.getByText('Checked: 2 new, 1 with problems')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 2 texts' })).toBeFocused()
  await expect(page.getByText(/The target of the link is missing \(.*nowhere\.md/)).toBeVisible()
  await page.getByRole('link', { name: 'With problems 1' }).click()
  await expect(page.getByRole('list', { name: 'Report' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Import 2 texts' }).press('Enter')
  await expect(page.getByText('Done, 2 texts imported')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import another file' })).toBeFocused()
  await page.getByRole('link', { name: 'All 2' }).click()
  await page.getByRole('link', { name: 'Pay by invoice' }).press('Enter')
  await page.waitForURL(/\/articles\/edit\/[\da-f-]{36}/)
  const { body } = await site.api('GET', '/api/v1/knowledge-base/search?q=invoice', { host: acme.domain })
  expect(body.items).toMatchObject([{ title: 'Pay by invoice', category: { name: 'pay' } }])

  await openPage(page, site.at(acme.domain, path))
  await expect(page.getByRole('list', { name: 'Imports' })).toContainText('Done, 2 texts imported')
  await read(page, 'docs.zip', await docs())
  await expect(page.getByText('Checked: nothing new')).toBeVisible()
  await expect(page.getByText('The article is here already and has not changed').first()).toBeVisible()
})

test('a report is grouped by kind and downloaded, and a language of the file is added without another upload', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  const files = { 'a.md': '# A\n\n[Gone](gone.md) [Away](away.md)', 'b.md': '---\nlanguage: pl\n---\n\nTak' }
  await read(page, 'two.zip', await zipOf(files))
  const kinds = page.getByRole('list', { name: 'Remarks by kind' }).getByRole('link')
  await expect(kinds).toHaveText([
    /The workspace does not have this language/,
    /The target of the link is missing.*2 in 1 text/,
  ])
  await kinds.nth(1).press('Enter')
  await expect(page.getByRole('list', { name: 'Report' }).getByRole('listitem')).toHaveCount(1)
  await expect(kinds.nth(1)).toBeFocused()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the report' }).press('Enter')
  expect((await download).suggestedFilename()).toBe('import-report.csv')
  await page.getByRole('button', { name: 'Add Polish and check the file again' }).press('Enter')
  await expect(page.getByText('Checked: 2 new, 1 with problems')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 2 texts' })).toBeFocused()
  await page.getByRole('button', { name: 'Import 2 texts' }).press('Enter')
  await expect(page.getByText('Done, 2 texts imported')).toBeVisible()
})

test('what is no archive of texts is refused with a sentence, and articles are taken along', async ({ page, site }) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  await read(page, 'broken.zip', (await docs()).subarray(0, 80))
  await expect(page.getByText('This archive cannot be read to its end.')).toBeVisible()
  await page.getByRole('link', { name: 'Import another file' }).press('Enter')
  await read(page, 'docs.zip', await docs())
  await page.getByRole('button', { name: 'Import 2 texts' }).press('Enter')
  await expect(page.getByText('Done, 2 texts imported')).toBeVisible()
  await page.getByRole('link', { name: 'Import another file' }).press('Enter')
  await page.getByRole('button', { name: 'Export' }).press('Enter')
  const exported = page.getByRole('list', { name: 'Exports' })
  await expect(exported).toContainText('All articles, as Markdown')
  await expect(exported).toContainText('Done, 2 articles')
  const download = page.waitForEvent('download')
  await exported.getByRole('button', { name: 'Download' }).press('Enter')
  expect((await download).suggestedFilename()).toBe('articles.zip')
})

test('a large archive goes on where it stood when the connection was lost, and can be taken back', {
  tag: '@sweep',
}, async ({ page, site }) => {
  test.setTimeout(120_000)
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  const large = await zipOf({ 'one.md': '# One', 'two.md': '# Two', 'film.mp4': randomBytes(30 * 1024 * 1024) })
  let [parts, isAway] = [0, false]
  await page.route('**/api/v1/resumable-uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') parts += 1
    // Aborts the third part and all later requests until the connection is back.
    if (parts === 3) [parts, isAway] = [4, true]
    return isAway ? route.abort('internetdisconnected') : route.continue()
  })
  await read(page, 'large.zip', large)
  await expect(
    page.getByText('The connection was lost. The upload continues when the connection is back.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Check file' })).toBeFocused()
  await page.getByRole('button', { name: 'Check file' }).press('Enter')
  await expect(
    page.getByText('The connection was lost. The upload continues when the connection is back.'),
  ).toBeVisible()
  isAway = false
  await expect(page.getByText('Checked: 2 new')).toBeVisible({ timeout: 60_000 })
})

test('imports and exports can be read, empty or not', { tag: '@sweep' }, async ({ page, site }) => {
  test.setTimeout(120_000)
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await lookAtAll(page, [site.at(acme.domain, path)])
  await openPage(page, site.at(acme.domain, path))
  await read(page, `${'a-very-long-name-'.repeat(10)}.zip`, await docs())
  await page.getByRole('button', { name: 'Import 2 texts' }).waitFor()
  await lookAtThis(page)
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(page.getByText('Cancelled, 0 texts imported')).toBeVisible()
  await lookAtAll(page, [site.at(acme.domain, path)])
})
