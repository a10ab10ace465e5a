import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { expect, json, test } from './component.ts'

const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('early, late') })
const kept = json(201, { items: [{ id: 'file-1', name: 'rota.txt', mime: 'text/plain', bytes: 11 }] })
const choose = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type=file]').setInputFiles(files)
const state = (page: Page) => page.getByLabel('State')
/** The status line below the files. */
const said = (page: Page) => page.locator('#form p[role=status]')
const posted = (page: Page) =>
  page.evaluate(() => new FormData(document.querySelector<HTMLFormElement>('#form') ?? undefined).getAll('attachments'))

test('a file uploads as soon as it is chosen, and its id is posted once it is there', async ({ page, show, stage }) => {
  const waiting: ServerResponse[] = []
  stage.answer('/api/v1/files', (_request, response) => waiting.push(response))
  await show('uploads')
  await choose(page, file('rota.txt'))
  await expect(state(page)).toHaveText('uploading')
  await expect(page.getByRole('progressbar', { name: 'Uploading rota.txt' })).toHaveAttribute('aria-valuenow', '99')
  expect(await posted(page)).toEqual([])
  for (const response of waiting) kept(response.req, response)
  await expect(state(page)).toHaveText('ready')
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  expect(await posted(page)).toEqual(['file-1'])
})

test('a refused file says why, and is taken away', async ({ page, show, stage }) => {
  stage.answer('/api/v1/files', json(422, { detail: 'This kind of file is not taken' }))
  await show('uploads')
  await choose(page, file('virus.exe'))
  await expect(page.getByText('This kind of file is not taken')).toBeVisible()
  await expect(state(page)).toHaveText('failed')
  await page.getByRole('button', { name: 'Remove virus.exe' }).click()
  await expect(state(page)).toHaveText('ready')
})

test('a file whose connection was lost says so, and goes by a press or by itself', async ({ page, show, stage }) => {
  // The browser may repeat a request by itself, so the exact number of losses is unknown.
  let isAway = true
  let losses = 0
  stage.answer('/api/v1/files', (request, response) => {
    if (!isAway) return kept(request, response)
    losses += 1
    request.socket.destroy()
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await show('uploads')
  await choose(page, file('rota.txt'))
  await expect(page.getByRole('listitem')).toContainText('Waiting for connection')
  await expect(said(page)).toContainText('0 of 1 file is uploaded. The rest is uploaded when')
  isAway = false
  await page.getByRole('button', { name: 'Try rota.txt again' }).click()
  await expect(state(page)).toHaveText('ready')
  await expect(said(page)).toHaveText('')

  isAway = true
  await choose(page, file('plan.txt'))
  await expect(page.getByRole('listitem')).toContainText(['rota.txt', 'Waiting for connection'])
  const before = losses
  await page.clock.runFor(3_000)
  await expect.poll(() => losses).toBeGreaterThan(before)
  isAway = false
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(state(page)).toHaveText('ready', { timeout: 1000 })
  }).toPass()
})

test('a file that was lost too often stays lost until somebody tries again, or the browser is online again', async ({
  page,
  show,
  stage,
}) => {
  let isAway = true
  stage.answer('/api/v1/files', (request, response) =>
    isAway ? json(503, {})(request, response) : kept(request, response),
  )
  await page.clock.install()
  await show('uploads')
  await choose(page, file('rota.txt'))
  await tryAgain(page, 9)
  await expect(said(page)).toHaveText('rota.txt was not uploaded. Try again or remove it, then send.')
  await expect(page.getByRole('listitem')).toContainText('The server was not reached')
  isAway = false
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(state(page)).toHaveText('ready')
})

async function tryAgain(page: Page, times: number) {
  for (let left = times; left > 0; left -= 1) {
    await expect(page.getByRole('listitem')).toContainText('Waiting for connection')
    const answered = page.waitForResponse('**/api/v1/files')
    await page.getByRole('button', { name: 'Try rota.txt again' }).click()
    await answered
  }
}

test('a file that is taken away stops uploading', async ({ page, show, stage }) => {
  const ended = new Promise<void>((resolve) => {
    stage.answer('/api/v1/files', (_request, response) => response.on('close', resolve))
  })
  await show('uploads')
  const sent = page.waitForRequest('**/api/v1/files')
  await choose(page, file('rota.txt'))
  await sent
  await page.getByRole('button', { name: 'Remove rota.txt' }).click()
  await ended
  await expect(page.getByRole('listitem')).toHaveCount(0)
})

test('the twenty-first file stays here', async ({ page, show, stage }) => {
  stage.answer('/api/v1/files', kept)
  await show('uploads')
  await choose(
    page,
    Array.from({ length: 21 }, (_, index) => file(`${index + 1}.txt`)),
  )
  await expect(page.getByText('A message can have at most 20 files')).toHaveCount(1)
  await expect.poll(() => posted(page)).toHaveLength(20)
})

test('files can be dropped', async ({ page, show, stage }) => {
  stage.answer('/api/v1/files', kept)
  await show('uploads')
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['early'], 'rota.txt', { type: 'text/plain' }))
    return transfer
  })
  await page.getByText('Drop files here').dispatchEvent('drop', { dataTransfer })
  await expect(page.getByText('rota.txt')).toBeVisible()
  await expect.poll(() => posted(page)).toEqual(['file-1'])
})
