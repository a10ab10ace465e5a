import { expect, test } from 'vitest'
import { type Block, joinBlocks, joinRecipients } from './join-drafts.ts'

const text = (words: string): Block[] =>
  words
    .split('|')
    .filter(Boolean)
    .map((words) => ({ html: `<p>${words}</p>`, key: words, words }))
const join = (base: string, mine: string, theirs: string) =>
  joinBlocks(text(base), text(mine), text(theirs))
    .map(({ html }) => html.slice(3, -4))
    .join('|')

test.each([
  ['what nobody changed stays once', 'a|b', 'a|b', 'a|b', 'a|b'],
  ['what one alone wrote is taken', 'a', 'a|b', 'a', 'a|b'],
  ['what the other alone wrote is taken', 'a', 'a', 'a|b', 'a|b'],
  ['two that begin write one below the other', '', 'mine', 'theirs', 'theirs|mine'],
  ['two who write on behind the same words write one paragraph', 'Dear', 'Dear Olga', 'Dear all', 'Dear all Olga'],
  ['of one word that both wrote on, both stay', 'wor', 'words', 'world', 'world|words'],
  ['of one paragraph that both changed, both stay', 'Dear', 'Hello Olga', 'Dear all', 'Dear all|Hello Olga'],
  ['one that goes on where the other ends stays alone', 'Dear', 'Dear Olga and', 'Dear Olga', 'Dear Olga and'],
  ['a paragraph that grew keeps its place before what came below', 'a', 'a and more', 'a|b', 'a and more|b'],
  ['what both wrote alike stays once', 'a', 'back|a', 'back|a', 'back|a'],
  ['what was sent from another window is gone, what was added stays', 'a|b', 'a|b|c', '', 'c'],
  ['a paragraph that was written on outlives its deletion', 'a|b', 'a|b and more', 'a', 'a|b and more'],
  ['changes in different places stand side by side', 'a|b|c', 'A|b|c', 'a|b|C', 'A|b|C'],
])('%s', (_, base, mine, theirs, joined) => {
  expect(join(base, mine, theirs)).toBe(joined)
})

test('recipients that either window removed are gone, and those that either added stay', () => {
  expect(joinRecipients(['a', 'b', 'c'], ['a', 'c', 'mine'], ['a', 'b', 'theirs'])).toEqual(['a', 'theirs', 'mine'])
  expect(joinRecipients(['a'], ['a', 'new'], ['new', 'a'])).toEqual(['new', 'a'])
})

test('of a thousand pairs of texts no word that either wrote is lost, and none that both left is doubled', () => {
  const random = seeded(7)
  for (let round = 0; round < 1000; round += 1) {
    const base = Array.from({ length: random(5) }, (_, at) => `b${at}`)
    const [mine, theirs] = [change(base, 'm'), change(base, 't')]
    const joined = join(base.join('|'), mine.join('|'), theirs.join('|')).split('|')
    const written = [...mine, ...theirs].filter((block) => !base.includes(block))
    const untouched = base.filter((block) => mine.includes(block) && theirs.includes(block))
    expect(written.filter((block) => !joined.includes(block))).toEqual([])
    expect(untouched.filter((block) => joined.indexOf(block) !== joined.lastIndexOf(block))).toEqual([])
    expect(untouched.filter((block) => !joined.includes(block))).toEqual([])
  }

  function change(blocks: string[], by: string) {
    const kept = blocks.flatMap((block, at) => [[block], [`${by}r${at}`], []][random(3)]!)
    return kept.flatMap((block, at) => (random(3) === 0 ? [`${by}i${at}`, block] : [block]))
  }
})

/** Returns a generator of random numbers that gives the same numbers in each run. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
