import { readFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'

// Vitest runs this before each test file; the modules that it imports are the worker's. A test that imports nothing from
// `test/` asks no server, so no workspaces are founded for it.
const { testPath } = expect.getState()
if (testPath!.includes('/test/') || readFileSync(testPath!, 'utf8').includes("'#test/")) {
  const { foundWorkspaces } = await import('#test/world.ts')
  await foundWorkspaces()
  const { takeUndescribed } = await import('#test/undescribed.ts')
  afterAll(() => expect(takeUndescribed(), 'answers that the contract does not name').toEqual([]))
}
