import { expect, test } from 'vitest'
import type { CountedView } from '#contract/tickets/views.ts'
import { isEdited, listHref, orderOf, readListQuery, savedIdIn, shownGroups } from './views.ts'

const query = (search: string) => readListQuery(new URLSearchParams(search))

test('an address and its query are the same thing', () => {
  const search = 'view=pending&q=night+shift&assignee=inactive&order=created&cursor=abc'
  expect(listHref(query(search))).toBe(`/service/tickets?${search}`)
})

test('without a query the list starts with what is active', () => {
  expect(query('')).toEqual({ view: 'active', saved: null, q: '', assignee: null, order: null, cursor: null })
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

test('queues go by waiting, other views by their latest change', () => {
  expect(orderOf(query('view=mine'))).toBe('waiting')
  expect(orderOf(query('view=pending&order=waiting'))).toBe('updated')
})

const saved = {
  id: '01a22602-f772-71fd-9644-371ec2b4f47e',
  name: 'Refunds',
  q: 'tag:refund',
  canChange: true,
  missing: null,
}
const open = (search: string) => readListQuery(new URLSearchParams(search), saved)

test('a saved view shows its query until the address has another one', () => {
  expect(savedIdIn(new URLSearchParams(`view=${saved.id}`))).toBe(saved.id)
  expect(savedIdIn(new URLSearchParams('view=mine'))).toBeNull()
  expect([open(`view=${saved.id}`)].map((query) => [query.q, isEdited(query)])).toEqual([['tag:refund', false]])
  expect([open(`view=${saved.id}&q=`)].map((query) => [query.q, isEdited(query)])).toEqual([['', true]])
})

test('the address of a saved view has its query only if it was edited', () => {
  const query = open(`view=${saved.id}`)
  expect(listHref(query)).toBe(`/service/tickets?view=${saved.id}`)
  expect(listHref({ ...query, q: '' })).toBe(`/service/tickets?view=${saved.id}&q=`)
  expect(listHref({ ...query, q: 'tag:vip' })).toBe(`/service/tickets?view=${saved.id}&q=tag%3Avip`)
})

test('hidden views are left out, and a count above a thousand is rounded', () => {
  const builtIn = { kind: 'built-in', isHidden: false, count: 4, isMore: false } as const
  const views = [
    { ...builtIn, id: 'mine' },
    { ...builtIn, id: 'all', count: 1000, isMore: true },
    { ...builtIn, id: 'spam', isHidden: true, count: null },
    { ...builtIn, kind: 'saved', id: saved.id, name: 'Refunds', visibility: 'me', missing: null },
  ] as CountedView[]
  expect(
    shownGroups(views).map(({ label, shown }) => [label, shown.map(({ name, count }) => `${name} ${count}`)]),
  ).toEqual([
    ['My work', ['My tickets 4']],
    ['My views', ['Refunds 4']],
    ['Archive', ['All tickets 1k+']],
  ])
})
