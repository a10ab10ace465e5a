import { writeFileSync } from 'node:fs'
import { test as base, expect } from '@playwright/test'
import { type Site, startSite } from '#test/stories/site.ts'
import type { Launch } from './automation.ts'
import { type BrowserPage, openBrowserPage } from './browser-page.ts'
import { launchFirefox } from './firefox.ts'
import { launchWebKit } from './webkit.ts'

const browsers: Record<string, Launch> = { Firefox: launchFirefox, WebKit: launchWebKit }

type Step = (title: string, walk: () => Promise<void>) => Promise<void>

/** Runs the steps of one person in the browser that the project names. A failed step does not stop the next steps. */
export const test = base.extend<{ tab: BrowserPage; step: Step }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const server = await startSite()
      await use(server.site)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  async tab({ site }, use, { project }) {
    const automation = await browsers[project.name]!(site.port)
    try {
      await automation.resize(1440, 900)
      await use(openBrowserPage(automation))
    } finally {
      await automation.close()
    }
  },
  async step({ tab }, use, info) {
    const found: string[] = []
    await use(async (title, walk) => {
      const problems: string[] = []
      await test.step(title, walk).catch((error: Error) => problems.push(error.message))
      problems.push(...tab.takeErrors())
      if (problems.length === 0) return
      found.push(...problems.map((problem) => `${info.project.name}, ${title}: ${problem}`))
      const file = info.outputPath(`${title.replace(/\W+/g, '-')}.png`)
      writeFileSync(file, await tab.takeScreenshot())
    })
    expect(found).toEqual([])
  },
})

/**
 * Returns a JavaScript expression that tells whether an element inside `within` matches `selector` and contains
 * `words`.
 */
export const isSaid = (within: string, selector: string, words = '') =>
  `[...document.querySelectorAll(${JSON.stringify(within)})].some((root) =>
    [...root.querySelectorAll(${JSON.stringify(selector)})].some(({ textContent }) =>
      textContent.includes(${JSON.stringify(words)})))`
