import { expect, test } from 'vitest'
import { splitWords } from './split-words.ts'

const wholesOf = (text: string, language = 'en') => [
  ...new Set(splitWords(text, language).flatMap(({ whole }) => whole ?? [])),
]

test.each([
  ['E-2001', 'e2001'],
  ['ERR_42', 'err42'],
  ['Node.js', 'nodejs'],
  ['z.B.', 'zb'],
  ['25,000', '25000'],
  ['1.000.000', '1000000'],
  ['1’000', '1000'],
  ['25\u202f000', '25000'],
  ['1,000.50', '1000.50'],
  ['2.4.1', '2.4.1'],
  ['192.168.0.1', '192.168.0.1'],
  ['v2.4', 'v24'],
  ['2026-11-27', '20261127'],
])('%s is also one word', (text, whole) => {
  expect(wholesOf(`Here is ${text}, and more. It ends.`)).toEqual([whole])
})

test.each(['One. Two', 'one, two', '12, 345', '12,34', '3,5', 'do not', 'a_b_c_d_e', '_'])('%s is no word', (text) => {
  expect(wholesOf(text)).toEqual([])
})

test('what a sign joins is one word also where words are written without spaces', () => {
  expect(wholesOf('ERR_42が出る', 'ja')).toEqual(['err42'])
})

test.each([
  ['カスタマーサポート', ['カスタマー']],
  ['クラウドストレージへ', ['クラウド']],
  ['パスワードリセット', []],
  ['サポートキー', []],
])('the bits into which %s is cut are the words %j', (text, words) => {
  expect(wholesOf(text, 'ja')).toEqual(words)
})
