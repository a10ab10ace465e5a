import { expect, test } from 'vitest'
import { sized } from '#test/sized.ts'
import { plainWords } from './plain-words.ts'

test.each([
  ['Plan | Price\nStarter | 9 €\nPro | 19 €', 'Plan · Price Starter · 9 € Pro · 19 €'],
  ['| Plan | Price |\n|------|:-----:|\n| Pro | 19 € |', 'Plan · Price Pro · 19 €'],
  ['Plan |  | Price', 'Plan · Price'],
  [
    '## How it works\n\n> **Press** the *red* button, ~~not~~ `Enter`.',
    'How it works Press the red button, not Enter.',
  ],
  ['- [x] Done\n- [ ] Open\n* One\n1. First', 'Done Open One 1. First'],
  ['```js\nrun()\n```\n---\nAfter', 'run() After'],
  ['See [the guide](https://a.example/x "Guide") and ![a lamp](lamp.png).', 'See the guide and a lamp.'],
  ['<p>One<br/>two</p><b>th</b>ree<!-- not this --> &amp; four', 'One two three & four'],
])('%s reads as its words', (text, words) => {
  expect(plainWords(text)).toBe(words)
})

test.each([
  ...[
    '2 * 3 * 4 = 24',
    'snake_case_name and __init__',
    'a < b and c > d',
    'A tapir - sleeps',
    'Array<string>',
    'C# and #42',
  ],
  ...['either/or, a||b', '5 > 3', 'C:\\_old_', '#help', 'Use * or _', 'What? [sic]'],
])('%s stays as it is', (text) => {
  expect(plainWords(text)).toBe(text)
})

test.each(['<!--', '**a', '[a](', '| ', '<p ', '_a', '`a', '#', '- [x] '])('megabytes of %s are read', (text) => {
  expect(plainWords(text.repeat(sized(20_000, 200_000))).length).toBeGreaterThanOrEqual(0)
})
