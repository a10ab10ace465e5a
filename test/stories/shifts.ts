import type { Page } from '@playwright/test'
import { untilInteractive } from './people.ts'
import { expect } from './story.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
/** CPU throttling: the browser runs this many times slower. */
const slowness = 4
/** Maximum sum of the layout shifts of a page. A sum of 0.1 already counts as good (web.dev/articles/cls). */
const most = 0.02

type Shifts = { sum: number; moved: string[] }
type Watched = Window & { shifts?: Shifts }

/** Records the layout shifts of all later pages. Delays the font until after the first paint. */
export async function watchShifts(page: Page) {
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
  await noteShifts(page)
}

export async function noteShifts(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    const shifts: Shifts = { sum: 0, moved: [] }
    ;(window as Watched).shifts = shifts
    const nameOf = (node: Node | null) => (node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent)
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        shifts.sum += value
        shifts.moved.push(`${value.toFixed(4)}: ${sources.map(({ node }) => nameOf(node)).join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export async function expectStill(page: Page, addresses: string[]) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const address of addresses) {
      await settle(page, address)
      await expectNoShift(page)
    }
  }
}

/**
 * Opens a page and waits until the page is interactive. Error pages and the knowledge base handle no keys, so there is
 * no wait.
 */
export async function settle(page: Page, address: string) {
  const answer = await page.goto(address)
  if (answer?.ok() && !isOnlyRead(address)) await untilInteractive(page)
}

const isOnlyRead = (address: string) => new URL(address).pathname.startsWith('/knowledgebase')

export async function expectNoShift(page: Page) {
  // The editor loads last and replaces a plain text field.
  await expect(page.locator('.written textarea')).toHaveCount(0)
  const { sum, moved } = await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)))
    await new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)))
    return (window as Watched).shifts!
  })
  const { pathname, search } = new URL(page.url())
  expect.soft(sum, [`${pathname}${search} at ${page.viewportSize()?.width} px`, ...moved].join('\n')).toBeLessThan(most)
}
