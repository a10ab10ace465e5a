import { randomBytes } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

const path = '/cms/media'
const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .png()
    .toBuffer(),
})
const files = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('link')
const chooser = (page: Page) => page.getByLabel('Files to upload')

test('files are uploaded, described, found, moved and deleted with a way back', async ({ page, site }) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  await expect(page.getByText('No files yet')).toBeVisible()

  await chooser(page).setInputFiles([await picture('bakery.png', 'teal'), await picture('hills.png', 'plum')])
  await expect(page.getByText('2 files uploaded')).toBeVisible()
  await expect(files(page)).toHaveCount(2)
  await chooser(page).setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText('This picture is damaged')).toBeVisible()
  await page.getByRole('button', { name: 'Remove broken.png from this list' }).click()

  await files(page).filter({ hasText: 'bakery.png' }).click()
  const details = page.getByRole('complementary', { name: 'File details' })
  await details.getByLabel('Alternative text').fill('The front of a bakery')
  const focus = details.getByRole('button', { name: /^Focal point/ })
  await focus.press('ArrowRight')
  await expect(focus).toHaveAccessibleName(/55 % from the left/)
  await details.getByRole('textbox', { name: 'Tags' }).fill('shop')
  await details.getByRole('textbox', { name: 'Tags' }).press('Enter')
  await files(page).filter({ hasText: 'hills.png' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await details.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.getByRole('link', { name: '#shop' }).click()
  await expect(files(page)).toHaveCount(1)
  await page.getByRole('link', { name: '#shop' }).click()

  await page.getByRole('button', { name: 'New folder' }).first().click()
  await page.getByRole('button', { name: 'Add folder' }).click()
  await expect(page.getByText('Enter a name')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).last().fill('Blog')
  await page.getByRole('button', { name: 'Add folder' }).click()
  await expect(page.getByText('This folder is empty')).toBeVisible()
  await page.getByRole('link', { name: /All files/ }).click()
  await files(page).first().focus()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('option', { name: 'Blog' }).click()
  await expect(page.getByText('1 file moved')).toBeVisible()

  await files(page).filter({ hasText: 'bakery.png' }).click()
  await details.getByRole('button', { name: 'Delete' }).click()
  await expect(files(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(files(page)).toHaveCount(2)
})

const noise = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp(randomBytes(1500 * 1400 * 3), { raw: { width: 1500, height: 1400, channels: 3 } })
    .png()
    .toBuffer(),
})

test('a large file goes on where it stood: after a lost connection by itself, after a reload when it is chosen again', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  const parts: string[] = []
  let isAway = true
  await page.route('**/api/v1/resumable-uploads/*', async (route) => {
    const offset = route.request().headers()['upload-offset']
    if (offset === undefined) return route.continue()
    if (offset !== '0' && isAway) return route.abort('connectionrefused')
    parts.push(offset)
    await route.continue()
  })
  const large = await noise('large.png')
  await chooser(page).setInputFiles(large)
  await expect(page.getByText('Waiting for the connection')).toBeVisible()
  isAway = false
  await expect(files(page)).toHaveCount(1)
  expect(parts).toEqual(['0', String(4 * 1024 * 1024)])

  isAway = true
  parts.splice(0)
  const other = await noise('other.png')
  const chosen = join(await mkdtemp(join(tmpdir(), 'upload-')), other.name)
  await writeFile(chosen, other.buffer)
  await chooser(page).setInputFiles(chosen)
  await expect(page.getByText('Waiting for the connection')).toBeVisible()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  isAway = false
  await chooser(page).setInputFiles(chosen)
  await expect(files(page)).toHaveCount(2)
  expect(parts).toEqual(['0', String(4 * 1024 * 1024)])
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus')))).toEqual([])
})

test('an upload that is cut off says so and is tried again, and one that is taken back is gone', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/v1/media', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await gate.promise
    await route.continue().catch(() => {})
  })
  await chooser(page).setInputFiles(await picture('slow.png', 'teal'))
  await page.getByRole('button', { name: 'Cancel slow.png' }).click()
  await expect(page.getByText('slow.png')).toHaveCount(0)
  gate.resolve()
  await page.unroute('**/api/v1/media')
  await page.route('**/api/v1/media', (route) => route.abort('connectionrefused'), { times: 1 })
  await chooser(page).setInputFiles(await picture('again.png', 'plum'))
  await expect(page.getByText('The connection was lost')).toBeVisible()
  await page.getByRole('button', { name: 'Try again.png again' }).click()
  await expect(files(page)).toHaveCount(1)
})
