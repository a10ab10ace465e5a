import { expect, test } from 'vitest'
import { sectionsOf } from './sections.ts'

const group = (value: string, shown: number) => ({ value, name: null, shown, count: 3, isMore: false })

test('a page shows its rows below their groups, and folded groups without rows', () => {
  const sections = sectionsOf(['a', 'b', 'c'], [group('new', 0), group('open', 2), group('pending', 1)])
  expect(sections.map(({ group, ids }) => [group.value, [...ids].join('')])).toEqual([
    ['new', ''],
    ['open', 'ab'],
    ['pending', 'c'],
  ])
})
