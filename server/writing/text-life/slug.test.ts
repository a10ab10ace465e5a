import { expect, test } from 'vitest'
import { slugOf } from '#contract/letters/slug.ts'
import { Slug } from '#contract/writing/slugs.ts'
import { freeSlug, isMadeOf, stemOf } from './slug.ts'

test.each(['a'.repeat(500), `${'ab '.repeat(60)}`, '𠀀'.repeat(300), 'ß'.repeat(300), 'İ'.repeat(300)])(
  'a long title makes a valid address',
  (title) => {
    for (const isPlain of [false, true]) {
      const slug = slugOf(title, { language: 'de', isPlain })
      expect(Slug.parse(slug)).toBe(slug)
    }
  },
)

test('an address that is taken gets the next free number', () => {
  expect(freeSlug('a', new Set())).toBe('a')
  expect(freeSlug('a', new Set(['a', 'a-2']))).toBe('a-3')
  const long = 'a'.repeat(120)
  expect(Slug.parse(freeSlug(long, new Set([long])))).toMatch(/^a+-2$/)
})

test.each(['a', 'a'.repeat(117), `${'ab-'.repeat(40)}`.slice(0, 119)])(
  '%s and all its numbers begin with one stem',
  (slug) => {
    const taken = new Set([slug])
    for (let number = 2; number < 12; number += 1) taken.add(freeSlug(slug, taken))
    expect([...taken].every((one) => one.startsWith(stemOf(slug)))).toBe(true)
  },
)

test.each([
  ['über-uns', 'Über uns', true],
  ['ueber-uns-2', 'Über uns', true],
  ['untitled-3', '???', true],
  ['about', 'Über uns', false],
])('%s was made of %s: %s', (slug, title, isMade) => {
  expect(isMadeOf(slug, title, 'de')).toBe(isMade)
})
