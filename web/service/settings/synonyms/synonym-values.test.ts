import { describe, expect, test } from 'vitest'
import { changed, emptyTyped, faultsIn, type Synonym, synonymOf, takenBack, typedOf } from './synonym-values.ts'

const leave: Synonym = { words: ['vacation', 'leave'], leadsTo: [], language: null }
const pay: Synonym = { words: ['pay'], leadsTo: ['salary'], language: 'en' }

describe('a synonym', () => {
  test('is typed with commas between its words, each once', () => {
    const typed = { ...emptyTyped, words: ' vacation,  day   off,, Vacation ,leave' }
    expect(synonymOf(typed)).toEqual({ words: ['Vacation', 'day off', 'leave'], leadsTo: [], language: null })
    expect(synonymOf(typedOf(pay))).toEqual(pay)
  })

  test.each([
    [{ words: 'leave' }, { words: 'Enter at least two words, separated by commas' }],
    [
      { words: '', leadsTo: '', isOneWay: true },
      { words: 'Enter a word', leadsTo: 'Enter a word' },
    ],
    [{ words: `a, ${'b'.repeat(61)}` }, { words: 'Use at most 60 characters per word' }],
    [{ words: Array.from({ length: 21 }, (_, at) => `w${at}`).join() }, { words: 'Use at most 20 words' }],
    [{ words: 'vacation, leave' }, { words: 'This synonym already exists' }],
    [{ words: 'vacation, leave', language: 'en' }, {}],
  ])('that is typed as %o has the faults %o', (typed, faults) => {
    expect(faultsIn({ ...emptyTyped, ...typed }, [leave])).toEqual(faults)
  })
})

describe('a change of the list', () => {
  test('keeps the place of what is changed, and is taken back', () => {
    const change = { before: leave, after: { ...leave, words: ['vacation', 'holiday'] }, at: 0 }
    const after = changed([leave, pay], change)
    expect(after.map(({ words }) => words[1])).toEqual(['holiday', undefined])
    expect(changed(after, takenBack(change))).toEqual([leave, pay])
    const removal = { before: leave, after: null, at: 0 }
    expect(changed([leave, pay], removal)).toEqual([pay])
    expect(changed([pay], takenBack(removal))).toEqual([leave, pay])
  })

  test('that is asked for twice is made once', () => {
    expect(changed([leave], { before: null, after: leave, at: 1 })).toEqual([leave])
  })

  test('leaves what somebody else did meanwhile', () => {
    const theirs: Synonym = { words: ['a', 'b'], leadsTo: [], language: null }
    expect(changed([theirs], { before: leave, after: null, at: 0 })).toEqual([theirs])
    expect(changed([theirs], { before: leave, after: pay, at: 4 })).toEqual([theirs, pay])
  })
})
