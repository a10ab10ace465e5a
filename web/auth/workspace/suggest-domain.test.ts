import { expect, test } from 'vitest'
import { suggestDomain } from './suggest-domain.ts'

test.each([
  ['Halyard', 'halyard'],
  ['Café Müller & Co.', 'cafe-muller-co'],
  ['  42 — the answer ', '42-the-answer'],
  ['İş Kırım', 'is-kirim'],
  ['東京', ''],
  ['a'.repeat(60), 'a'.repeat(40)],
])('%j suggests %j', (name, domain) => {
  expect(suggestDomain(name)).toBe(domain)
})
