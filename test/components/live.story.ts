import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { expect, type Stage, test } from './component.ts'

/** Simulates the server's stream of changes. Returns the open connections and functions that send events. */
function streamOf(stage: Stage) {
  const open = new Set<ServerResponse>()
  let count = 0
  stage.answer('/api/v1/events', (_request, response) => {
    count += 1
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 10\n\n')
    open.add(response)
    response.on('close', () => open.delete(response))
  })
  const send = (text: string) => {
    for (const response of open) response.write(text)
  }
  return {
    open,
    opened: () => count,
    change: (type: string, id = 1) =>
      send(`event: change\nid: ${id}\ndata: ${JSON.stringify({ type, subject: null })}\n\n`),
    reset: () => send('event: reset\ndata: {}\n\n'),
    drop: () => {
      for (const response of open) response.destroy()
    },
  }
}

const heard = (page: Page) => page.getByLabel('Heard')
const loads = (page: Page) => page.getByLabel('Loads', { exact: true })

test('all tabs hear of changes by one stream, and another one takes over', async ({ page, show, stage, context }) => {
  const stream = streamOf(stage)
  await show('live')
  await expect(heard(page)).toHaveText('reset')
  const other = await context.newPage()
  await other.goto(stage.address('live'))
  await expect(heard(other)).toHaveText('reset')
  stream.change('ticket.changed')
  await expect(heard(page)).toHaveText('reset ticket.changed')
  await expect(heard(other)).toHaveText('reset ticket.changed')
  expect(stream.opened()).toBe(1)

  await page.close()
  await expect(heard(other)).toHaveText('reset ticket.changed reset')
  stream.change('message.added')
  await expect(heard(other)).toHaveText('reset ticket.changed reset message.added')
  expect(stream.opened()).toBe(2)
})

test('a stream that resumes where it was lost tells no reset, a page that missed something does', async ({
  page,
  show,
  stage,
}) => {
  const stream = streamOf(stage)
  await show('live')
  await expect(heard(page)).toHaveText('reset')
  stream.change('ticket.changed')
  await expect(heard(page)).toHaveText('reset ticket.changed')
  stream.drop()
  await expect.poll(() => stream.opened()).toBe(2)
  stream.change('message.added', 2)
  await expect(heard(page)).toHaveText('reset ticket.changed message.added')
  stream.reset()
  await expect(heard(page)).toHaveText('reset ticket.changed message.added reset')
})

test('after a refusal the stream is opened again, later each time', async ({ page, show, stage }) => {
  let asked = 0
  stage.answer('/api/v1/events', (_request, response) => {
    asked += 1
    response.writeHead(503).end()
  })
  await page.clock.install()
  await show('live')
  await expect.poll(() => asked).toBe(1)
  await page.clock.runFor(1500)
  await expect.poll(() => asked).toBe(2)
  const stream = streamOf(stage)
  await page.clock.runFor(3000)
  await expect(heard(page)).toHaveText('reset')
  expect(stream.opened()).toBe(1)
})

test('a page that is left closes its stream, and opens another one when it comes back', async ({
  page,
  show,
  stage,
}) => {
  const stream = streamOf(stage)
  await show('live')
  await expect(heard(page)).toHaveText('reset')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect.poll(() => stream.open.size).toBe(0)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(heard(page)).toHaveText('reset reset')
  expect(stream.opened()).toBe(2)
})

test('nobody listening closes the stream, after a moment', async ({ page, show, stage }) => {
  const stream = streamOf(stage)
  await page.clock.install()
  await show('live')
  await expect(heard(page)).toHaveText('reset')
  await page.evaluate(() => history.pushState({}, '', '/pager'))
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  await expect(page.getByRole('heading', { name: 'pager' })).toBeVisible()
  expect(stream.open.size).toBe(1)
  await page.clock.runFor(5000)
  await expect.poll(() => stream.open.size).toBe(0)
})

test('a page loads again when something that concerns it changes', async ({ page, show, stage }) => {
  const stream = streamOf(stage)
  await show('live-reload')
  await expect(loads(page)).toHaveText('2')
  stream.change('message.added')
  await aMoment(page)
  await expect(loads(page)).toHaveText('2')
  stream.change('ticket.changed', 2)
  stream.change('ticket.changed', 3)
  await expect(loads(page)).toHaveText('3')
  stream.reset()
  await expect(loads(page)).toHaveText('4')
})

test('a hidden page waits until it is looked at', async ({ page, show, stage }) => {
  const stream = streamOf(stage)
  await show('live-reload')
  await expect(loads(page)).toHaveText('2')
  await setHidden(page, true)
  stream.change('ticket.changed')
  await aMoment(page)
  await expect(loads(page)).toHaveText('2')
  await setHidden(page, false)
  await expect(loads(page)).toHaveText('3')
})

test('a page is read again without its frame, unless that is wanted', async ({ page, show }) => {
  await show('read-again')
  const frame = page.getByLabel('Frame loads')
  await page.getByRole('button', { name: 'Page' }).click()
  await expect(loads(page)).toHaveText('2')
  await expect(frame).toHaveText('1')
  await page.getByRole('button', { name: 'Frame' }).click()
  await expect(loads(page)).toHaveText('3')
  await expect(frame).toHaveText('2')
  await page.getByRole('button', { name: 'Page' }).click()
  await expect(loads(page)).toHaveText('4')
  await expect(frame).toHaveText('2')
})

test('links to files are made anew before they end, while somebody looks', async ({ page, show }) => {
  await page.clock.install()
  await show('fresh-links')
  await page.clock.runFor(6 * 60_000)
  await expect(loads(page)).toHaveText('1')
  await page.getByRole('button', { name: 'Files' }).click()
  await page.clock.runFor(3 * 60_000)
  await expect(loads(page)).toHaveText('1')
  await setHidden(page, true)
  await page.clock.runFor(3 * 60_000)
  await expect(loads(page)).toHaveText('1')
  await setHidden(page, false)
  await expect(loads(page)).toHaveText('2')
  await page.clock.runFor(4.5 * 60_000)
  await expect(loads(page)).toHaveText('3')
})

/** Waits longer than a load may wait for its turn. */
const aMoment = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1300)))

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
