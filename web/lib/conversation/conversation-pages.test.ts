import { expect, test } from 'vitest'
import { earlierOf, joinPages, keepDropped, type MessagePage, readBack } from './conversation-pages.ts'

/** Creates a page with the messages `from` to `to`. Their texts contain `round`. */
const page = (from: number, to: number, round = 1): MessagePage => ({
  items: Array.from({ length: to - from + 1 }, (_, at) => messageOf(from + at, round)),
  next: from > 1 ? String(from) : null,
  earlier: from - 1,
  seenSeq: 0,
})
const messageOf = (position: number, round: number) =>
  ({ id: `m${position}`, position, bodyText: `round ${round}` }) as MessagePage['items'][number]
const numbers = ({ items }: MessagePage) => items.map(({ position }) => position)

test('a page stands before what was loaded, and nothing twice', () => {
  const joined = joinPages(page(1, 4), page(4, 6, 2))
  expect(numbers(joined)).toEqual([1, 2, 3, 4, 5, 6])
  expect(joined.items[3]).toMatchObject({ bodyText: 'round 2' })
  expect(joined).toMatchObject({ next: null, earlier: 0 })
})

test('what a newer latest page has no room for stays on the screen', () => {
  const kept = keepDropped(page(4, 6), page(7, 10), page(9, 12))
  expect(numbers(kept)).toEqual([4, 5, 6, 7, 8])
  expect(kept).toMatchObject({ next: '4', earlier: 3 })
})

test('what stands on the latest page is shown there', () => {
  expect(numbers(earlierOf(page(4, 8), page(7, 10)))).toEqual([4, 5, 6])
  expect(earlierOf(null, page(7, 10))).toEqual({ items: [], next: '7', earlier: 6, seenSeq: 0 })
})

test('what was shown is read back without a gap, and not further', async () => {
  const asked: number[] = []
  const all = await readBack(page(20, 25), 8, async (before) => {
    asked.push(before)
    return page(Math.max(1, before - 5), before - 1, 2)
  })
  expect(asked).toEqual([20, 15, 10])
  expect(numbers(all!)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
  expect(all).toMatchObject({ next: '5', earlier: 4 })
})

test('a page that cannot be read leaves what was shown', async () => {
  expect(await readBack(page(20, 25), 1, async () => null)).toBeNull()
})
