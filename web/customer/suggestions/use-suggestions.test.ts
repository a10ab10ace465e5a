import { expect, test } from 'vitest'
import { askedText, preferredLanguage } from './use-suggestions.ts'

test('what is asked is as long as the API takes, whatever the letters', () => {
  const asked = askedText('Lamp', '💡'.repeat(2000))
  expect(new TextEncoder().encode(asked).length).toBeLessThanOrEqual(4096)
  expect(asked.endsWith('💡')).toBe(true)
  expect(askedText(' Lamp ', '')).toBe('Lamp')
})

test.each([
  [['de-AT', 'en'], ['en', 'de'], 'de'],
  [['pt-BR'], ['en', 'pt', 'pt-BR'], 'pt-BR'],
  [['ja', 'fr'], ['en', 'fr'], 'fr'],
  [['ja'], ['en', 'fr'], 'en'],
  [[], ['en'], 'en'],
])('who prefers %j of %j is looked for in %s', (preferred, written, expected) => {
  expect(preferredLanguage(preferred, written)).toBe(expected)
})
