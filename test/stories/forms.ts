import type { Locator, Page } from '@playwright/test'
import { expect } from './story.ts'

/** Expects each field to be invalid with its message, and the first field to have the focus. */
export async function expectFaults(...faults: [field: Locator, words: string][]) {
  for (const [field, words] of faults) {
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(words)
  }
  await expect(faults[0]![0]).toBeFocused()
}

/**
 * Expects the next invalid field to have the focus at the moment when it becomes invalid, before any other code runs.
 */
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

/** Changes each field and expects the field to be valid afterwards. */
export async function mend(...changes: [field: Locator, text: string][]) {
  for (const [field, text] of changes) {
    await field.fill(text)
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  }
}

/** Presses a button several times before the first response. Returns the paths of the sent writes. */
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
  // Playwright reports requests late but in order. When this request is reported, all earlier requests are, too.
  await page.evaluate(() => fetch('/pressed-twice', { method: 'POST' }))
  answered.resolve()
  await page.unroute('**/*', wait)
  return sent
}

/** Sends without a connection. Expects a notice and unchanged fields, then restores the connection. */
export async function sendOffline(page: Page, send: () => Promise<void>, kept: [field: Locator, text: string][]) {
  await expect(page.getByText('You are offline')).toHaveCount(0)
  await page.context().setOffline(true)
  await send()
  await expect(page.getByText('You are offline')).toBeVisible()
  for (const [field, text] of kept) await expect(field).toHaveValue(text)
  await page.context().setOffline(false)
}

/** Drops the response of the next write whose URL contains `at`, as if the connection had failed. */
export async function loseNextAnswer(page: Page, at = '/') {
  await page.evaluate((path) => sessionStorage.setItem('loses', path), at)
}

/** Waits until `loseNextAnswer` has dropped a response. */
export const untilLost = (page: Page) =>
  expect.poll(() => page.evaluate(() => sessionStorage.getItem('loses'))).toBeNull()

/** Prepares pages for `loseNextAnswer`. Must run before the pages are opened. */
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
