import { expect, test } from 'vitest'
import type { TicketRow } from '#web/service/tickets/ticket/types.ts'
import { sectionsOf } from './sections.ts'

const row = (id: string, status: string) => ({ id, status }) as TicketRow
const groups = ['new', 'open', 'pending', 'solved'].map((value) => ({ value, name: null, count: 3, isMore: false }))
const items = [row('a', 'open'), row('b', 'open'), row('c', 'pending')]
const shown = (hasBefore: boolean, hasAfter: boolean) =>
  sectionsOf({ items, groups, grouping: 'status', hasBefore, hasAfter }).map(({ group, ids }) => [
    group.value,
    [...ids].join(''),
  ])

test('a list of one page shows all groups, also those without a row', () => {
  expect(shown(false, false)).toEqual([
    ['new', ''],
    ['open', 'ab'],
    ['pending', 'c'],
    ['solved', ''],
  ])
})

test('groups before the first row and after the last row are on other pages', () => {
  expect(shown(true, true)).toEqual([
    ['open', 'ab'],
    ['pending', 'c'],
  ])
})
