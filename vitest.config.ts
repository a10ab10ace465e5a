import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{bin,contract,database,server,test,web}/**/*.test.{ts,tsx}'],
    exclude: ['test/stories/**', 'node_modules/**', 'build/**'],
    globalSetup: ['test/postgres.ts'],
    pool: 'forks',
    // A test waits for a database, a mail or a job, on a machine that other tests keep busy.
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
