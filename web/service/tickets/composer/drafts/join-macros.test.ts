import { expect, test } from 'vitest'
import type { PendingMacro } from '#contract/tickets/macros.ts'
import { joinMacros } from './join-macros.ts'

const macro = (name: string, ...tags: string[]): PendingMacro => ({
  ...{ name, afterwards: 'stay' },
  changes: tags.map((tag) => ({ action: { kind: 'add_tags', tags: [tag] }, words: `Tag + ${tag}` })),
})
const [a, ab, ac] = [macro('M', 'a'), macro('M', 'a', 'b'), macro('N', 'a', 'c')]

test('changes that only one window edited are taken, also when it removed all', () => {
  expect(joinMacros(a, a, ab)).toEqual(ab)
  expect(joinMacros(a, ab, a)).toEqual(ab)
  expect(joinMacros(ab, null, ab)).toBeNull()
  expect(joinMacros(ab, ab, null)).toBeNull()
})

test('changes of macros that two windows applied are kept once each', () => {
  expect(joinMacros(null, ab, ac)).toEqual(macro('N, M', 'a', 'c', 'b'))
})
