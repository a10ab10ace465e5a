import { expect, test } from 'vitest'
import { type FoundWords, patternOf, replaceInLine } from './replace-words.ts'

function placesIn(line: string): FoundWords[] {
  const found: FoundWords[] = []
  const pattern = patternOf({ find: 'rota', matchCase: false, wholeWords: true })
  replaceInLine(line, { pattern, addresses: false }, (one) => found.push(one))
  return found
}

test('what stands around a find is cut at whole words, and says that it was cut', () => {
  const long =
    'The planner opens the week before last and copies the rota into the next one, which everybody is told of'
  expect(placesIn(long)).toMatchObject([
    {
      before: '…the week before last and copies the ',
      found: 'rota',
      after: ' into the next one, which everybody is…',
    },
  ])
  expect(placesIn('A rota here')).toMatchObject([{ before: 'A ', found: 'rota', after: ' here' }])
})
