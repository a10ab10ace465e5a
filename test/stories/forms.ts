import type { Locator, Page } from '@playwright/test'
import { expect } from './story.ts'

/** Each of the fields is wrong, and says so beside it; the first has the focus. */
export async function expectFaults(...faults: [field: Locator, words: string][]) {
  for (const [field, words] of faults) {
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(words)
  }
  await expect(faults[0]![0]).toBeFocused()
}

/** The next field that is found wrong has the focus in the very moment in which it says so, before anything else has run. */
export async function expectFocusWithNextFault(page: Page, send: () => Promise<void>) {
  await page.evaluate(() => {
    const findFault = (_: unknown, observer: MutationObserver) => {
      const wrong = document.querySelector('[aria-invalid=true]')
      if (!wrong) return
      observer.disconnect()
      document.body.dataset.hadFocus = String(document.activeElement === wrong)
    }
    new MutationObserver(findFault).observe(document.body, { subtree: true, attributeFilter: ['aria-invalid'] })
  })
  await send()
  await expect(page.locator('body')).toHaveAttribute('data-had-focus', 'true')
}

/** Each is changed, and from then on nothing is wrong with it. */
export async function mend(...changes: [field: Locator, text: string][]) {
  for (const [field, text] of changes) {
    await field.fill(text)
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  }
}

/** Presses twice before the first press was answered. Says what was sent. */
export async function pressTwice(page: Page, button: Locator) {
  const sent: string[] = []
  const answered = Promise.withResolvers<void>()
  const wait = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
    if (route.request().method() === 'GET') return route.fallback()
    const { pathname } = new URL(route.request().url())
    if (pathname === '/pressed-twice') return route.fulfill({ status: 204 })
    sent.push(pathname)
    await answered.promise
    await route.fallback()
  }
  await page.route('**/*', wait)
  await button.dblclick()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await button.press('Enter')
  // The browser tells of a request a moment after the page has made it, and of one after the other.
  await page.evaluate(() => fetch('/pressed-twice', { method: 'POST' }))
  answered.resolve()
  await page.unroute('**/*', wait)
  return sent
}

/** Sends without a connection: the page says so, what was typed stays, and it goes when the connection is back. */
export async function sendOffline(page: Page, send: () => Promise<void>, kept: [field: Locator, text: string][]) {
  await expect(page.getByText('You are offline')).toHaveCount(0)
  await page.context().setOffline(true)
  await send()
  await expect(page.getByText('You are offline')).toBeVisible()
  for (const [field, text] of kept) await expect(field).toHaveValue(text)
  await page.context().setOffline(false)
}

/** Of the next write the answer is lost on its way; the page offers to try again. */
export async function loseNextAnswer(page: Page, at = '/') {
  await page.evaluate((path) => sessionStorage.setItem('loses', path), at)
}

/** Waits until the answer of `loseNextAnswer` was lost. */
export const untilLost = (page: Page) =>
  expect.poll(() => page.evaluate(() => sessionStorage.getItem('loses'))).toBeNull()

/** Must come before the pages whose answers are to be lost. */
export const prepareLosses = (page: Page) =>
  page.addInitScript(() => {
    const send = window.fetch
    window.fetch = async (input, init) => {
      const answer = await send(input, init)
      const [url, method] = input instanceof Request ? [input.url, input.method] : [String(input), init?.method]
      const lost = sessionStorage.getItem('loses')
      if (!lost || !url.includes(lost) || (method ?? 'GET') === 'GET') return answer
      sessionStorage.removeItem('loses')
      throw new TypeError('Failed to fetch')
    }
  })
