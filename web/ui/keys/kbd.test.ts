import { expect, test } from 'vitest'
import { printKeys } from './kbd.tsx'

test.each([
  ['mod+enter', '⌘↵', 'Ctrl ↵'],
  ['mod+shift+k', '⌘⇧K', 'Ctrl ⇧ K'],
  ['alt+up', '⌥↑', 'Alt ↑'],
  ['esc', 'Esc', 'Esc'],
  ['g', 'G', 'G'],
])('%s is printed as %s on Apple keyboards and as %s elsewhere', (keys, apple, other) => {
  expect(printKeys(keys)).toEqual({ apple, other })
})
