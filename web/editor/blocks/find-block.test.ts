import { expect, test } from 'vitest'
import { findBlock } from './find-block.ts'

const texts = ['Turn the lamp on', 'Wait a minute', 'Turn the lamp off', 'Wait a minute', '']

test.each<[string, string, number, number | null]>([
  ['its words', 'Turn the lamp off', 2, 2],
  ['some of its words', 'lamp off', 0, 2],
  ['the nearest of several', 'Wait a minute', 3, 3],
  ['the nearest of several', 'Wait a minute', 0, 1],
  ['other spaces', 'Turn  the\nlamp on', 0, 0],
  ['most of its words', 'Turn the old lamp on now', 9, 0],
  ['the nearest of what is as much alike', 'Turn the lamp up', 2, 2],
  ['words that nothing has', 'Call an electrician', 1, null],
  ['few of its words', 'Wait until the lamp is cold and call us', 1, null],
  ['nothing to go by', ' ', 4, 4],
])('%s: %j near %i is block %j', (_, text, place, found) => {
  expect(findBlock(texts, { text, place })).toBe(found)
})

test('in no text there is none', () => {
  expect(findBlock([], { text: 'Turn', place: 0 })).toBe(null)
})
