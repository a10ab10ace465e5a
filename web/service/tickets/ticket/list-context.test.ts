import { expect, test } from 'vitest'
import { placeIn } from './list-context.ts'

const list = { href: '/service/tickets', ids: ['a', 'b', 'c'], offset: 25, total: 42 }

test('a ticket of the second page knows its place in the whole list', () => {
  expect(placeIn(list, 'b')).toEqual({ words: '27 of 42', previousId: 'a', nextId: 'c' })
})

test('the ends of a page have one neighbour', () => {
  expect(placeIn(list, 'a')?.previousId).toBeNull()
  expect(placeIn(list, 'c')?.nextId).toBeNull()
})

test('of a search nobody knows the total', () => {
  expect(placeIn({ ...list, total: null }, 'b')).toMatchObject({ words: null, nextId: 'c' })
})

test('a ticket that came by a link has no place', () => {
  expect(placeIn(list, 'x')).toBeNull()
})
