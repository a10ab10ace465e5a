import { expect, test } from 'vitest'
import { listHref, orderOf, readListQuery } from './views.ts'

const query = (search: string) => readListQuery(new URLSearchParams(search))

test('an address and its query are the same thing', () => {
  const search = 'view=pending&q=night+shift&order=created&cursor=abc'
  expect(listHref(query(search))).toBe(`/service/tickets?${search}`)
})

test('without a query the list starts with what is active', () => {
  expect(query('')).toEqual({ view: 'active', q: '', order: null, cursor: null })
  expect(listHref(query(''))).toBe('/service/tickets')
})

test('an unknown view or order is left aside', () => {
  expect(query('view=nonsense&order=best')).toMatchObject({ view: 'active', order: null })
})

test('queues go by waiting, other views and found words by their latest change', () => {
  expect(orderOf(query('view=mine'))).toBe('waiting')
  expect(orderOf(query('view=pending&order=waiting'))).toBe('updated')
  expect(orderOf(query('view=mine&q=shift'))).toBe('updated')
})
