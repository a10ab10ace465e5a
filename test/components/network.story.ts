import type { Answer } from './component.ts'
import { expect, test } from './component.ts'

const text =
  (words: string): Answer =>
  (_request, response) =>
    response.end(words)
const lost: Answer = (request) => request.socket.destroy()

test('the data of a page waits for the connection and then comes', async ({ page, show, stage, context }) => {
  stage.answer('/page.data', text('here it is'))
  await show('network')
  await context.setOffline(true)
  await expect(page.getByLabel('Network')).toHaveText('offline')
  await page.getByRole('button', { name: 'Page data' }).click()
  await expect(page.getByLabel('Said')).toHaveText('waiting')
  await context.setOffline(false)
  await expect(page.getByLabel('Said')).toHaveText('here it is')
  await expect(page.getByLabel('Network')).toHaveText('online')
})

test('a server that cannot be reached counts as offline, and is asked again on demand', async ({
  page,
  show,
  stage,
}) => {
  stage.answer('/page.data', lost)
  await page.clock.install()
  await show('network')
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await page.getByRole('button', { name: 'Page data' }).click()
  await expect(page.getByLabel('Network')).toHaveText('offline')
  stage.answer('/page.data', text('here it is'))
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByLabel('Said')).toHaveText('here it is')
  await expect(page.getByLabel('Network')).toHaveText('online')
})

test('data that breaks off is asked for again', async ({ page, show, stage }) => {
  stage.answer('/page.data', (request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('here it')
    stage.answer('/page.data', text('here it is'))
    setTimeout(() => request.socket.destroy(), 50)
  })
  await show('network')
  await page.getByRole('button', { name: 'Page data' }).click()
  await expect(page.getByLabel('Said')).toHaveText('here it is')
})

test('a request that is lost when the browser is online again goes by itself', async ({
  page,
  show,
  stage,
  context,
}) => {
  let asked = 0
  stage.answer('/page.data', (request, response) => {
    asked += 1
    lost(request, response)
  })
  await show('network')
  await context.setOffline(true)
  await expect(page.getByLabel('Network')).toHaveText('offline')
  await page.getByRole('button', { name: 'Page data' }).click()
  await context.setOffline(false)
  await expect.poll(() => asked).toBeGreaterThan(1)
  await expect(page.getByLabel('Network')).toHaveText('offline')
  stage.answer('/page.data', text('here it is'))
  await expect(page.getByLabel('Said')).toHaveText('here it is')
  await expect(page.getByLabel('Network')).toHaveText('online')
})

test('other requests fail at once', async ({ page, show, stage }) => {
  stage.answer('/api/v1/other', lost)
  await show('network')
  await page.getByRole('button', { name: 'Something else' }).click()
  await expect(page.getByLabel('Said')).toHaveText('failed')
  await expect(page.getByLabel('Network')).toHaveText('online')
})
