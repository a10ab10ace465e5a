import { test as base, expect, type Page } from '@playwright/test'
import { type Site, startSite } from './site.ts'

export type { Site } from './site.ts'

/** Starts one server for all stories, as an operator would. Each story creates its own workspace. */
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
  // Fails a story that causes a console error, for example a violation of the content security policy.
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
      // Closes the contexts that a story left open. Otherwise their pages would keep reading during the next story.
      for (const left of browser.contexts()) if (left !== context) await left.close()
      expect(errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

/** Errors that stories cause on purpose. Browsers log refused requests and lost connections as errors. */
const expectedErrors = [
  /the server responded with a status of (400|401|403|404|409|412|422|429)/,
  /net::ERR_INTERNET_DISCONNECTED/,
  /net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/,
]

/** Holds the requests to `url` until `release()` is called. */
export async function holdRequests(page: Page, url: string | RegExp) {
  const released = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released.promise
    await route.fallback()
  })
  return { release: () => released.resolve() }
}

/** Holds the response to the next request with `method`. The server has already handled the request. */
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
