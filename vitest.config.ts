import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const include = ['{bin,contract,database,server,test,web}/**/*.test.{ts,tsx}']
/** Files that change what a whole server has: its settings, its clock, its limits, its database. */
const alone = ['**/*.alone.test.{ts,tsx}']
/** What takes long, and is asked for by `npm run sweep`. */
const onlySwept = process.env.SWEEP === '1' ? [] : ['**/*.sweep.test.{ts,tsx}']
const exclude = ['test/stories/**', 'node_modules/**', 'build/**', ...onlySwept]

export default defineConfig({
  test: {
    globalSetup: ['test/postgres.ts'],
    setupFiles: ['test/found-workspaces.ts'],
    pool: 'forks',
    // Most of a test is waiting for the database, so as many files run at once as there are cores, and not one less.
    maxWorkers: availableParallelism(),
    // As deep a stack as the threads have in which the server reads mails (`server/platform/mail-parsing/workers`).
    execArgv: ['--stack-size=3900'],
    // No claim about speed: a test waits for a database, a mail or a job, on a machine that other tests keep busy.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      { extends: true, test: { name: 'alone', include: alone, exclude, isolate: true } },
      { extends: true, test: { name: 'together', include, exclude: [...exclude, ...alone], isolate: false } },
    ],
  },
})
