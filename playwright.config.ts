import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './test/browser.ts'

export default defineConfig({
  testMatch: '**/*.story.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 1,
  // A story that passes at the second try has found something, and counts as failed.
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  projects: [
    // Many and short: recording each would take longer than they do.
    { name: 'components', testDir: 'test/components', use: { trace: 'off' } },
    { name: 'stories', testDir: 'test/stories' },
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findBrowser(), args: browserFlags },
  },
})
