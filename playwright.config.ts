import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './test/browser.ts'

export default defineConfig({
  testMatch: '**/*.story.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // A story that passes at the second try has found something, and counts as failed.
  retries: 0,
  forbidOnly: true,
  // No claim about speed: some stories wait half a minute on purpose, and a machine may be busy with something else.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  projects: [
    { name: 'components', testDir: 'test/components' },
    { name: 'stories', testDir: 'test/stories' },
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
