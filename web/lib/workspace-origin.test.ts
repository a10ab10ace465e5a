import { expect, test } from 'vitest'
import { workspaceOrigin } from './workspace-origin.ts'

test('a workspace stands below the root, with its scheme and port', () => {
  const origins = { root: 'http://startuptools.localhost:3000/' } as Parameters<typeof workspaceOrigin>[0]['origins']
  expect(workspaceOrigin({ origins }, 'acme')).toBe('http://acme.startuptools.localhost:3000')
})
