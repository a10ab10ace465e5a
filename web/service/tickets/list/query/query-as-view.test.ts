import { expect, test } from 'vitest'
import { listHref, readListQuery } from '#web/service/tickets/ticket/views.ts'
import { describeOrders } from './describe-orders.ts'
import { queryAsView } from './query-as-view.ts'

const asView = (search: string, base = '') => queryAsView(readListQuery(new URLSearchParams(search)), base)

test('a built-in view with filters becomes one query with its order', () => {
  expect(asView('view=mine')).toBe('status<solved -is:snoozed assignee:me order:waiting')
  expect(asView('view=pending&q=tag:vip', 'tag:vip')).toBe('status:pending -is:snoozed tag:vip')
  expect(asView('view=all&assignee=01a22602-f772-71fd-9644-371ec2b4f47e&order=created')).toBe(
    'assignee:01a22602-f772-71fd-9644-371ec2b4f47e order:-created',
  )
})

test('suspended mails and the tickets of inactive members cannot be saved', () => {
  expect([asView('view=suspended'), asView('view=all&assignee=inactive')]).toEqual([null, null])
})

test('each order is written into the query, and the default order is left out', () => {
  const orders = describeOrders('tag:vip order:-created', {})
  expect(orders).toMatchObject({ current: '-created' })
  expect(orders?.texts).toMatchObject({ '-updated': 'tag:vip', waiting: 'tag:vip order:waiting' })
  expect(describeOrders('colour:red', {})).toBeNull()
  expect(listHref({ view: 'all', q: orders!.texts.waiting })).toBe(
    '/service/tickets?view=all&q=tag%3Avip+order%3Awaiting',
  )
})
