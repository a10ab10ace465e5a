import { expect, test } from 'vitest'
import { closestLanguage } from './languages.ts'

test.each<[string | null, string[], string | undefined]>([
  ['de', ['en', 'de'], 'de'],
  ['de-AT', ['en', 'de-AT', 'de'], 'de-AT'],
  ['de-AT', ['en', 'de'], 'de'],
  ['pt', ['en', 'pt-BR'], 'pt-BR'],
  ['PT-br', ['pt', 'pt-BR'], 'pt-BR'],
  ['fr', ['en', 'de'], undefined],
  [null, ['en', 'de'], undefined],
])('for %j of %j it is %j', (preferred, written, found) => {
  expect(closestLanguage(preferred, written)).toBe(found)
})
