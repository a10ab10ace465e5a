import { describe, expect, test } from 'vitest'
import { heightOf, inTreeOrder, isWithin, pathOf, placeBefore } from './tree.ts'

// a ─ b ─ d        c
//     └─ e
const rows = [
  { id: 'a', parentId: null },
  { id: 'c', parentId: null },
  { id: 'b', parentId: 'a' },
  { id: 'd', parentId: 'b' },
  { id: 'e', parentId: 'b' },
]
const places = new Map(rows.map((row) => [row.id, row]))

test('the way up begins at the place itself and ends at the root', () => {
  expect(pathOf(places, 'd')).toEqual(['d', 'b', 'a'])
})

test('a broken tree has an end all the same', () => {
  const circle = new Map([
    ['x', { id: 'x', parentId: 'y' }],
    ['y', { id: 'y', parentId: 'x' }],
  ])
  expect(pathOf(circle, 'x')).toEqual(['x', 'y'])
})

test.each([
  ['d', 'a', true],
  ['d', 'd', true],
  ['a', 'd', false],
  ['c', 'a', false],
])('%s stands in %s: %s', (id, other, expected) => {
  expect(isWithin(places, id, other)).toBe(expected)
})

test.each([
  ['a', 3],
  ['b', 2],
  ['e', 1],
])('from %s down there are %s levels', (id, height) => {
  expect(heightOf(places, id)).toBe(height)
})

test('a tree is told with each place behind the one it stands in', () => {
  expect(inTreeOrder(rows).map(({ id }) => id)).toEqual(['a', 'b', 'd', 'e', 'c'])
})

describe('a place in an order', () => {
  test.each([
    ['before the first', 'c', 'a', ['c', 'a', 'b']],
    ['last', 'a', null, ['b', 'c', 'a']],
    ['where it stands already', 'b', 'c', ['a', 'b', 'c']],
    ['as a new one', 'x', 'b', ['a', 'x', 'b', 'c']],
  ])('%s', (_, id, before, expected) => {
    expect(placeBefore(['a', 'b', 'c'], id, before)).toEqual(expected)
  })

  test('before a stranger is none', () => {
    expect(placeBefore(['a', 'b'], 'a', 'x')).toBeUndefined()
    expect(placeBefore(['a', 'b'], 'a', 'a')).toBeUndefined()
  })
})
