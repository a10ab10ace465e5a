import { test as base, expect, type Page } from '@playwright/test'
import { type Site, startSite } from './site.ts'

export type { Site } from './site.ts'

/** One server for all stories, started as an operator would; each story makes a workspace of its own. */
export const test = base.extend<{ noErrors: undefined }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const server = await startSite()
      await use(server.site)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // No story may leave an error in the console, a broken policy among them.
  noErrors: [
    async ({ browser, context }, use) => {
      const errors: string[] = []
      const watch = (page: Page) => {
        page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
        page.on('pageerror', (error) => errors.push(error.message))
      }
      for (const page of context.pages()) watch(page)
      context.on('page', watch)
      await use(undefined)
      // Pages that a story leaves open go on reading beside the next one.
      for (const left of browser.contexts()) if (left !== context) await left.close()
      expect(errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

/** Browsers report every answer of 400 and more as an error, and every lack of a connection: stories ask for both on purpose. */
const expectedErrors = [
  /the server responded with a status of (400|401|403|404|409|412|422|429)/,
  /net::ERR_INTERNET_DISCONNECTED/,
  /net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/,
]

/** Holds what the page asks for at an address, until `release()`. */
export async function holdRequests(page: Page, url: string | RegExp) {
  const released = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released.promise
    await route.fallback()
  })
  return { release: () => released.resolve() }
}

/** Holds the answer to what is saved next, or read: the server has given it, and the page does not know. */
export async function holdAnswer(page: Page, urlPattern: string, method: 'PATCH' | 'GET' = 'PATCH') {
  const session = await page.context().newCDPSession(page)
  const held = new Promise<string>((resolve) => {
    session.on('Fetch.requestPaused', ({ requestId, request }) => {
      if (request.method === method) resolve(requestId)
      else void session.send('Fetch.continueRequest', { requestId })
    })
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] })
  return {
    arrived: held,
    async release() {
      await session.send('Fetch.continueRequest', { requestId: await held })
      await session.detach()
    },
    async lose() {
      await session.send('Fetch.failRequest', { requestId: await held, errorReason: 'ConnectionReset' })
      await session.detach()
    },
  }
}
