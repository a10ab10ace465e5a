import { expect, test } from 'vitest'
import { summedUp } from './unanswered.ts'

const search = (query: string, minute: number, language = 'en') => ({
  ...{ query, language },
  at: `2026-01-01T10:${minute}:00.000Z`,
})

test('searches of the same words count together, the most often made first, of those the latest', () => {
  const searches = [search('refund', 40), search('shift', 30), search('refund', 20), search('shift', 50, 'de')]
  expect(summedUp(searches)).toEqual([
    { ...search('refund', 40), times: 2 },
    { ...search('shift', 50, 'de'), times: 1 },
    { ...search('shift', 30), times: 1 },
  ])
})
