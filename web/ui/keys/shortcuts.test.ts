import { expect, test } from 'vitest'
import { advance, isSingle, nameOfPress } from './shortcuts.ts'

const plain = { metaKey: false, ctrlKey: false, altKey: false, shiftKey: false }

test.each([
  ['K with ⌘ on a Mac', { key: 'k', metaKey: true }, true, 'mod+k'],
  ['K with Ctrl elsewhere', { key: 'k', ctrlKey: true }, false, 'mod+k'],
  ['Ctrl K on a Mac is not the shortcut', { key: 'k', ctrlKey: true }, true, 'other+k'],
  ['a capital letter', { key: 'X', shiftKey: true }, false, 'shift+x'],
  ['a question mark, typed with shift', { key: '?', shiftKey: true }, false, '?'],
  ['escape', { key: 'Escape' }, false, 'esc'],
  ['⌘ and Enter', { key: 'Enter', metaKey: true }, true, 'mod+enter'],
])('%s', (_case, press, isApple, name) => {
  expect(nameOfPress({ ...plain, ...press }, isApple)).toBe(name)
})

test('a sequence waits for its second key', () => {
  expect(advance('', 'g', ['g d', 'd'])).toEqual({ begun: 'g' })
  expect(advance('g', 'd', ['g d', 'd'])).toEqual({ complete: 'g d', begun: '' })
})

test('a key that does not continue the sequence counts by itself', () => {
  expect(advance('g', 'j', ['g d', 'j'])).toEqual({ complete: 'j', begun: '' })
  expect(advance('g', 'g', ['g d'])).toEqual({ begun: 'g' })
})

test('a key nobody asked for ends the sequence', () => {
  expect(advance('g', 'q', ['g d'])).toEqual({ begun: '' })
})

test.each([
  ['j', true],
  ['shift+x', true],
  ['g d', true],
  ['mod+k', false],
  ['esc', false],
  ['f6', false],
  ['f', true],
])('%s is a single key: %s', (keys, expected) => {
  expect(isSingle(keys)).toBe(expected)
})
