import { expect, test } from 'vitest'
import { listHref, orderOf, readListQuery } from './views.ts'

const query = (search: string) => readListQuery(new URLSearchParams(search))

test('an address and its query are the same thing', () => {
  const search = 'view=pending&q=night+shift&assignee=inactive&order=created&cursor=abc'
  expect(listHref(query(search))).toBe(`/service/tickets?${search}`)
})

test('without a query the list starts with what is active', () => {
  expect(query('')).toEqual({ view: 'active', q: '', assignee: null, order: null, cursor: null })
  expect(listHref(query(''))).toBe('/service/tickets')
})

test('an unknown view or order is left aside', () => {
  expect(query('view=nonsense&order=best')).toMatchObject({ view: 'active', order: null })
})

test('an assignee is a member or all who are inactive, in views that take one', () => {
  const id = '01a22602-f772-71fd-9644-371ec2b4f47e'
  expect(query(`assignee=${id}`)).toMatchObject({ assignee: id })
  expect(query('assignee=somebody')).toMatchObject({ assignee: null })
  expect(query(`view=mine&assignee=${id}`)).toMatchObject({ assignee: null })
})

test('queues go by waiting, other views and found words by their latest change', () => {
  expect(orderOf(query('view=mine'))).toBe('waiting')
  expect(orderOf(query('view=pending&order=waiting'))).toBe('updated')
  expect(orderOf(query('view=mine&q=shift'))).toBe('updated')
})
