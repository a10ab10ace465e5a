import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './test/browser.ts'

const stories = 'test/stories'
const onlySwept = /@sweep/

/** What `npm run sweep` runs: files of its own, and the stories that look at a screen or have a part that only it runs. */
const swept = readdirSync(stories).filter(
  (name) =>
    name.endsWith('.sweep.ts') ||
    (name.endsWith('.story.ts') && /'\.\/look\.ts'|@sweep|MOMENTS/.test(readFileSync(`${stories}/${name}`, 'utf8'))),
)

export default defineConfig({
  testMatch: '**/*.story.ts',
  outputDir: 'test-results',
  // Each test makes what it needs on the server of its worker, so whichever is free takes the next.
  fullyParallel: true,
  workers: 2,
  // A story that passes at the second try has found something, and counts as failed.
  retries: 0,
  forbidOnly: true,
  // No claim about speed: a machine may be busy with something else.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  projects: [
    // One browser window for all tests of a worker, emptied between them: to open one takes longer than most tests.
    { name: 'components', testDir: 'test/components', use: { reuseContext: true } },
    { name: 'stories', testDir: stories, grepInvert: onlySwept },
    { name: 'sweep', testDir: stories, testMatch: swept.map((name) => `**/${name}`) },
    // The same walk in each browser that Playwright does not drive as it is installed.
    ...['Firefox', 'WebKit'].map((name) => ({ name, testDir: 'test/browsers', testMatch: '**/*.sweep.ts' })),
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    // Recording each story takes a good part of its time; `--trace on` records the one that is looked into.
    trace: 'off',
    launchOptions: { executablePath: findBrowser(), args: browserFlags },
  },
})
