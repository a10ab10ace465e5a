import { foundWorkspaces } from '#test/world.ts'

// Vitest runs this before each test file; the modules that it imports are the worker's.
await foundWorkspaces()
