import { expect, test } from 'vitest'
import { filterIn, readConditions, writeConditions } from './filter-words.ts'

const clock = { field: 'title', operator: 'contains', value: 'a & b' }
const cheap = { field: 'price', operator: 'lt', value: '10' }
const dear = { field: 'price', operator: 'gt', value: '2' }

test.each([
  [{ join: 'and' as const, items: [clock] }],
  [{ join: 'and' as const, items: [clock, cheap, dear] }],
  [{ join: 'or' as const, items: [cheap, clock] }],
])('what is written is read as it was', (conditions) => {
  expect(readConditions(writeConditions(conditions))).toEqual(conditions)
})

test('what is said without an operator is to be equal', () => {
  expect(readConditions('filter[size]=s')).toEqual({
    join: 'and',
    items: [{ field: 'size', operator: 'eq', value: 's' }],
  })
})

test.each([
  'filter[not][title][eq]=a',
  'filter[or][0][and][0][title][eq]=a',
  'filter[or][0][title][eq]=a&filter[price][lt]=1',
])('%s is deeper than it can be shown', (filter) => {
  expect(readConditions(filter)).toBeNull()
})

test('only the filter is taken of an address', () => {
  expect(filterIn(new URLSearchParams('model=post&filter[title][eq]=a&q=b'))).toBe('filter%5Btitle%5D%5Beq%5D=a')
})
