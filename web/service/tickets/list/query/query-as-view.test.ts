import { expect, test } from 'vitest'
import { listOrderOf } from '#web/service/tickets/list/bar/orders.ts'
import { listHref, readListQuery } from '#web/service/tickets/ticket/views.ts'
import { describeOrders } from './describe-orders.ts'
import { queryAsView } from './query-as-view.ts'

function asView(search: string, base = '') {
  const query = readListQuery(new URLSearchParams(search))
  return queryAsView(query, base, describeOrders(query.q, {}, listOrderOf(query)))
}

test('a built-in view with filters becomes one query with its order', () => {
  expect(asView('view=mine')).toBe('status<solved -is:snoozed assignee:me order:waiting')
  expect(asView('view=pending&q=tag:vip', 'tag:vip')).toBe('status:pending -is:snoozed tag:vip')
  expect(asView('view=mine&q=tag:vip', 'tag:vip')).toBe('status<solved -is:snoozed assignee:me tag:vip order:waiting')
  expect(asView('view=mine&q=roof', 'roof')).toBe('status<solved -is:snoozed assignee:me roof')
  expect(asView('view=all&assignee=01a22602-f772-71fd-9644-371ec2b4f47e&order=created')).toBe(
    'assignee:01a22602-f772-71fd-9644-371ec2b4f47e order:-created',
  )
})

test('a condition that the built-in view has is not repeated', () => {
  expect(asView('view=mine&q=tag:vip', 'status<solved tag:vip')).toBe(
    '-is:snoozed assignee:me status<solved tag:vip order:waiting',
  )
  expect(asView('view=mine&q=tag:vip', 'status<solved OR tag:vip')).toContain('assignee:me status<solved OR tag:vip')
})

test('suspended mails and the tickets of inactive members cannot be saved', () => {
  expect([asView('view=suspended'), asView('view=all&assignee=inactive')]).toEqual([null, null])
})

test('each order is written into the query, and the default order is left out', () => {
  const orders = describeOrders('tag:vip order:-created', {}, '-updated')
  expect(orders).toMatchObject({ current: '-created' })
  expect(orders?.texts).toMatchObject({ '-updated': 'tag:vip', waiting: 'tag:vip order:waiting' })
  expect(describeOrders('colour:red', {}, '-updated')).toBeNull()
  expect(describeOrders('tag:vip', {}, 'waiting')).toMatchObject({
    ...{ current: 'waiting', texts: { '-updated': 'tag:vip order:-updated', waiting: 'tag:vip' } },
  })
  expect(describeOrders('roof', {}, 'waiting')).toMatchObject({ current: '-updated' })
  expect(listHref({ view: 'all', q: orders!.texts.waiting })).toBe(
    '/service/tickets?view=all&q=tag%3Avip+order%3Awaiting',
  )
})
