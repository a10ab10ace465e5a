import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './story.ts'

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const rulesOfColor = ['color-contrast', 'link-in-text-block']

/** Returns whether this run is `npm run sweep`, which also runs slow checks. */
export const isSweep = () => test.info().project.name === 'sweep'

/** Opens each page and looks at it as `lookAtThis` does. */
export async function lookAtAll(page: Page, addresses: string[]) {
  for (const address of addresses) {
    await page.setViewportSize(wide)
    await page.goto(address)
    await lookAtThis(page)
  }
}

/**
 * Checks that the current screen, for example a dialog, fits a phone. In `npm run sweep`, runs `lookThoroughly`
 * instead.
 */
export async function lookAtThis(page: Page) {
  if (isSweep()) return lookThoroughly(page)
  await dress(page, 'light', phone)
  await checkLayout(page)
  await page.setViewportSize(wide)
}

/** Checks layout and accessibility on a wide screen and on a phone, in light and dark mode. */
export async function lookThoroughly(page: Page) {
  await dress(page, 'light', wide)
  await checkLayout(page)
  await checkAccess(page)
  await dress(page, 'dark', wide)
  // The dark theme changes only colours.
  await checkAccess(page, { rules: rulesOfColor })
  await dress(page, 'dark', phone)
  await checkLayout(page)
  await dress(page, 'light', phone)
  await checkLayout(page)
  await checkAccess(page)
  await page.setViewportSize(wide)
}

/** Turns motion off, so that no colour is measured during a transition. */
async function dress(page: Page, colorScheme: 'light' | 'dark', size: typeof wide) {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

async function checkLayout(page: Page) {
  await expect(page.getByRole('heading', { level: 1, includeHidden: true }), page.url()).toHaveCount(1)
  const measure = () =>
    page.evaluate(() => ({
      title: document.title,
      tooWideBy: document.documentElement.scrollWidth - window.innerWidth,
      broken: [...document.images].filter((image) => image.complete && !image.naturalWidth).map(({ src }) => src),
    }))
  // Polls, because an open menu moves to its place only after the window has its new size.
  const expected = { title: expect.stringMatching(/\S/), tooWideBy: 0, broken: [] }
  await expect.poll(measure, { message: page.url() }).toEqual(expected)
}

/**
 * Checks all rules of axe on the current screen, only in the sweep, because the check is slow. `narrow` can exclude
 * rules or parts.
 */
export async function expectAccessible(page: Page, narrow?: (axe: AxeBuilder) => AxeBuilder) {
  if (isSweep()) await checkAccess(page, { narrow })
}

type Check = { rules?: string[] | undefined; narrow?: ((axe: AxeBuilder) => AxeBuilder) | undefined }

async function checkAccess(page: Page, { rules, narrow = (axe) => axe }: Check = {}) {
  // Legacy mode runs inside the page. The default mode opens another page for each check.
  const axe = narrow(new AxeBuilder({ page }).setLegacyMode())
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(everyRule)).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, page.url()).toEqual([])
}
