import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{bin,contract,database,server,test,web}/**/*.test.{ts,tsx}'],
    exclude: ['test/stories/**', 'node_modules/**', 'build/**'],
    globalSetup: ['test/postgres.ts'],
    pool: 'forks',
    // Most of a test is waiting for the database, so as many files run at once as there are cores, and not one less.
    maxWorkers: availableParallelism(),
    // No claim about speed: a test waits for a database, a mail or a job, on a machine that other tests keep busy.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
