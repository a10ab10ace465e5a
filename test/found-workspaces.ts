import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

// Vitest runs this before each test file; the modules that it imports are the worker's. What asks no server needs no
// workspaces: a file outside of this folder has helpers from here, or none that know one.
const { testPath } = expect.getState()
if (testPath!.includes('/test/') || readFileSync(testPath!, 'utf8').includes("'#test/")) {
  const { foundWorkspaces } = await import('#test/world.ts')
  await foundWorkspaces()
}
