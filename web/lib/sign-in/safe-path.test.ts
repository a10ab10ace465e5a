import { expect, test } from 'vitest'
import { safePath } from './safe-path.ts'

test.each(['/', '/service/tickets?view=mine', '/customer/tickets/1#last'])('%s is a way back after sign-in', (path) => {
  expect(safePath(path)).toBe(path)
})

test.each([
  undefined,
  null,
  '',
  'service',
  'https://elsewhere.example/',
  'javascript:alert(1)',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/.//elsewhere.example',
  '/a/..//elsewhere.example',
])('%j leads nowhere', (path) => {
  expect(safePath(path)).toBeUndefined()
})
