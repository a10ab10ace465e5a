import { readFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'

// Vitest runs this file before each test file, and its imports are loaded once for each worker. It creates workspaces
// only for tests that import from `test/`, because other tests use no server.
const { testPath } = expect.getState()
if (testPath!.includes('/test/') || readFileSync(testPath!, 'utf8').includes("'#test/")) {
  const { foundWorkspaces } = await import('#test/world.ts')
  await foundWorkspaces()
  const { takeUndescribed } = await import('#test/undescribed.ts')
  afterAll(() => expect(takeUndescribed(), 'answers that the contract does not name').toEqual([]))
}
