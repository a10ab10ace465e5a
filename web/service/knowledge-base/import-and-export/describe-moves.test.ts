import { expect, test } from 'vitest'
import { exportWords } from '#web/service/exports/export-words.ts'
import { countWords, type ImportRow, importWords, remarkWords } from './describe-moves.ts'

const none = { create: 0, change: 0, skip: 0, unchanged: 0, problem: 0 }
const row = { counts: none, total: 0, begun: 0, done: 0, failed: 0, reason: null }

test.each([
  [{}, ''],
  [{ create: 12 }, '12 new'],
  [
    { create: 1, change: 2, skip: 40, unchanged: 30, problem: 3 },
    '1 new, 2 changed, 30 unchanged, 10 skipped, 3 with problems',
  ],
])('%o is told as “%s”', (counts, words) => {
  expect(countWords({ ...none, ...counts })).toBe(words)
})

test.each<[Partial<ImportRow>, string]>([
  [{ state: 'reading' }, 'Checking'],
  [{ state: 'ready', total: 2, counts: { ...none, create: 2 } }, 'Checked: 2 new'],
  [{ state: 'ready' }, 'Checked: nothing new'],
  [{ state: 'ready', counts: { ...none, skip: 9, unchanged: 9 } }, 'Checked: nothing new (9 unchanged)'],
  [{ state: 'running', total: 9, begun: 2 }, 'Creating 2 of 9 texts'],
  [{ state: 'running', total: 9, begun: 9, done: 3, failed: 1 }, '4 of 9 texts'],
  [{ state: 'done', total: 9, done: 9 }, 'Done, 9 texts imported'],
  [{ state: 'done', total: 9, done: 8, failed: 1 }, 'Done, 1 text failed'],
  [{ state: 'cancelled', total: 9, begun: 1, done: 1 }, 'Cancelled, 1 text imported'],
  [
    { state: 'cancelled', total: 9, begun: 7, done: 1, failed: 1 },
    'Cancelled, 1 text imported, 5 created without text',
  ],
  [{ state: 'failed', reason: 'This archive is encrypted.' }, 'This archive is encrypted.'],
])('an import that is %o is “%s”', (said, words) => {
  expect(importWords({ ...row, ...said } as ImportRow)).toBe(words)
})

test('a file that is gone is told, and a remark names its line and what it is about', () => {
  const done = { state: 'done', total: 3, done: 3, reason: null, expiresAt: null } as never
  expect(exportWords(done, 'article')).toBe('Done, 3 articles; the file was deleted')
  expect(remarkWords({ code: 'link-broken', line: 3, about: '../faq.md' })).toBe(
    'Line 3: The target of the link is missing (../faq.md)',
  )
  expect(remarkWords({ code: 'unchanged', line: null, about: '' })).toBe(
    'The article is here already and has not changed',
  )
})
