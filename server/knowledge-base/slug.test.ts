import { expect, test } from 'vitest'
import { Slug } from '#contract/knowledge-base.ts'
import { freeSlug, slugOf, stemOf } from './slug.ts'

test.each([
  ['Reset a shift', 'reset-a-shift'],
  ['  “What’s new?” – in 2026  ', 'what-s-new-in-2026'],
  ['Über Größen', 'über-größen'],
  ['Cafe\u0301', 'café'],
  ['シフトを変更する', 'シフトを変更する'],
  ['हिन्दी में', 'हिन्दी-में'],
  ['???', 'untitled'],
  ['', 'untitled'],
])('%j makes %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test.each(['a'.repeat(500), `${'ab '.repeat(60)}`, '𠀀'.repeat(300)])('a long title makes a valid address', (title) => {
  const slug = slugOf(title)
  expect(Slug.parse(slug)).toBe(slug)
})

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
