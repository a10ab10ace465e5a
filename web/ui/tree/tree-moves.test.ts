import { describe, expect, test } from 'vitest'
import { placeAfter, placeOf, placeOfDrop, type TreeItem, withMoved } from './tree-moves.ts'

const tree: TreeItem[] = [
  { id: 'a', parent: null },
  { id: 'a1', parent: 'a' },
  { id: 'x', parent: 'a1' },
  { id: 'a2', parent: 'a' },
  { id: 'b', parent: null },
]
const drawn = (items: TreeItem[]) => items.map(({ id, parent }) => (parent ? `${parent}/${id}` : id))

describe('a step', () => {
  test.each([
    ['a2', 'up', { parent: 'a', before: 'a1' }],
    ['a1', 'up', null],
    ['a1', 'down', { parent: 'a', before: null }],
    ['a', 'down', { parent: null, before: null }],
    ['b', 'down', null],
    ['a2', 'in', { parent: 'a1', before: null }],
    ['a1', 'in', null],
    ['x', 'out', { parent: 'a', before: 'a2' }],
    ['a2', 'out', { parent: null, before: 'b' }],
    ['b', 'out', null],
  ] as const)('of %s %s leads to its place', (id, step, place) => {
    expect(placeAfter(tree, id, step)).toEqual(place)
  })
})

describe('a drop', () => {
  test.each([
    ['b', { target: 'a1', side: 'before' }, { parent: 'a', before: 'a1' }],
    ['b', { target: 'a2', side: 'after' }, { parent: 'a', before: null }],
    ['a1', { target: 'b', side: 'into' }, { parent: 'b', before: null }],
    ['a', { target: 'b', side: 'after' }, { parent: null, before: null }],
    ['a', { target: 'x', side: 'into' }, { parent: 'x', before: null }],
  ] as const)('of %s is put there', (id, drop, place) => {
    expect(placeOfDrop(tree, id, drop)).toEqual(place)
  })

  test.each([
    ['into itself', 'a', { target: 'a', side: 'into' }],
    ['where it stands', 'a1', { target: 'a2', side: 'before' }],
    ['behind the one before it', 'a2', { target: 'a1', side: 'after' }],
  ] as const)('%s changes nothing', (_, id, drop) => {
    expect(placeOfDrop(tree, id, drop)).toBeNull()
  })
})

test.each([
  ['below itself', 'a', { parent: 'x', before: null }],
  ['into itself', 'a', { parent: 'a', before: null }],
  ['into what is gone', 'b', { parent: 'gone', before: null }],
  ['that is gone', 'gone', { parent: null, before: null }],
] as const)('nothing is lost of what is moved %s', (_, id, place) => {
  expect(withMoved(tree, id, place)).toEqual(tree)
})

test('what is moved takes along what stands in it, and its place of before leads back', () => {
  const moved = withMoved(tree, 'a1', { parent: 'b', before: null })
  expect(drawn(moved)).toEqual(['a', 'a/a2', 'b', 'b/a1', 'a1/x'])
  expect(withMoved(moved, 'a1', placeOf(tree, 'a1'))).toEqual(tree)
})
