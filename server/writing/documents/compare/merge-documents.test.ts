import { expect, test } from 'vitest'
import type { Document, FlowNode, Paragraph } from '#contract/writing/document.ts'
import { mergeDocuments } from '#contract/writing/merging/merge-documents.ts'
import { keyOf, lineTypes, type Node, textOf, tidyDocument } from '#contract/writing/merging/tidy.ts'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { countWords, editDocument, withWords, wordMaker } from '#test/documents/edit-document.ts'
import { generateDocument } from '#test/documents/generate-document.ts'
import { type Random, seeded, seedOfRun } from '#test/faults/fuzz/seeded.ts'
import { sized } from '#test/sized.ts'
import { compareDocuments } from './compare-documents.ts'

const p = (text: string): Paragraph => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const rule: FlowNode = { type: 'horizontalRule' }
const doc = (...blocks: (string | FlowNode)[]): Document => ({
  type: 'doc',
  content: blocks.map((block) => (typeof block === 'string' ? p(block) : block)),
})
const base = doc('Open the invoice first', 'Press the button below', 'Wait for the mail')

test('a heading that one made a paragraph and the other another heading is asked about, and stays one of the two', () => {
  const heading = (level: 2 | 3 | 4): FlowNode => ({
    type: 'heading',
    attrs: { level },
    content: [{ type: 'text', text: 'Ovens' }],
  })
  for (const sides of [[p('Ovens'), heading(3)] as const, [heading(3), p('Ovens')] as const])
    for (const choice of ['theirs', 'yours', 'both'] as const) {
      const { document, conflicts } = mergeDocuments(doc(heading(2)), doc(sides[0]), doc(sides[1]), choice)
      expect(conflicts).toHaveLength(1)
      expect(checkDocument(document).fault).toBeUndefined()
    }
})

test('of a word that is there twice each side takes out another one, and nobody is asked', () => {
  const { document, conflicts } = mergeDocuments(
    doc('First one0 o words of it, and the last other0 o', 'End'),
    doc('First one0 one1 words of it, and the last other0 o', 'End'),
    doc('First one0 o words of it, and the last other0 other1', 'End'),
  )
  expect(conflicts).toEqual([])
  expect(document).toEqual(doc('First one0 one1 words of it, and the last other0 other1', 'End'))
})

test.each([
  [
    'changes of different blocks',
    ['Open your invoice first', 'Press the button below', 'Wait for the mail'],
    ['Open the invoice first', 'Press the button below', 'Wait for our mail'],
    ['Open your invoice first', 'Press the button below', 'Wait for our mail'],
  ],
  [
    'a removal beside a change',
    ['Press the button below', 'Wait for the mail'],
    ['Open the invoice first', 'Press the button below', 'Wait for our mail'],
    ['Press the button below', 'Wait for our mail'],
  ],
  [
    'new blocks at one place, theirs first',
    ['Open the invoice first', 'Theirs', 'Press the button below', 'Wait for the mail'],
    ['Open the invoice first', 'Yours', 'Press the button below', 'Wait for the mail'],
    ['Open the invoice first', 'Theirs', 'Yours', 'Press the button below', 'Wait for the mail'],
  ],
  [
    'the same new block at one place, once',
    ['Open the invoice first', 'Press the button below', 'Wait for the mail', 'New'],
    ['Open our invoice first', 'Press the button below', 'Wait for the mail', 'New'],
    ['Open our invoice first', 'Press the button below', 'Wait for the mail', 'New'],
  ],
  [
    'a move of a block that the other changed',
    ['Press the button below', 'Wait for the mail', 'Open the invoice first'],
    ['Open your invoice first', 'Press the button below', 'Wait for the mail'],
    ['Press the button below', 'Wait for the mail', 'Open your invoice first'],
  ],
  [
    'moves of both',
    ['Wait for the mail', 'Open the invoice first', 'Press the button below'],
    ['Press the button below', 'Open the invoice first', 'Wait for the mail'],
    ['Wait for the mail', 'Press the button below', 'Open the invoice first'],
  ],
])('%s are joined', (_, theirs, yours, joined) => {
  expect(mergeDocuments(base, doc(...theirs), doc(...yours))).toEqual({ document: doc(...joined), conflicts: [] })
})

const cell = (text: string): FlowNode => ({ type: 'tableCell', content: [p(text)] }) as unknown as FlowNode
const table = (...rows: string[][]): FlowNode =>
  ({ type: 'table', content: rows.map((row) => ({ type: 'tableRow', content: row.map(cell) })) }) as unknown as FlowNode
const list = (...items: string[]): FlowNode => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [p(item)] })),
})

test.each<[string, FlowNode, FlowNode, FlowNode, FlowNode]>([
  ['words of one paragraph', p('a b c d'), p('x b c d'), p('a b c y'), p('x b c y')],
  ['tails of one paragraph, theirs first', p('Begun'), p('Begun by A'), p('Begun, done'), p('Begun by A, done')],
  ['items of one list', list('a', 'b'), list('a', 'b', 'c'), list('A', 'b'), list('A', 'b', 'c')],
  [
    'a new column and a changed cell',
    table(['a', 'b'], ['c', 'd']),
    table(['a', 'new', 'b'], ['c', '', 'd']),
    table(['a', 'b'], ['c', 'D'], ['e', 'f']),
    table(['a', 'new', 'b'], ['c', '', 'D'], ['e', '', 'f']),
  ],
  [
    'one new column in which one wrote on',
    table(['a', 'b'], ['c', 'd']),
    table(['a', 'b', 'price'], ['c', 'd', 'ten']),
    table(['a', 'b', 'price'], ['c', 'd', 'ten and more']),
    table(['a', 'b', 'price'], ['c', 'd', 'ten and more']),
  ],
  [
    'one new column beside a column that one took out',
    table(['a', 'b'], ['c', 'd']),
    table(['a', 'b', 'price'], ['c', 'd', 'ten']),
    table(['a', 'price'], ['c', 'ten']),
    table(['a', 'price'], ['c', 'ten']),
  ],
  [
    'one new item in which one wrote on after it was moved',
    list('open it', 'close it'),
    list('open it', 'new thing', 'close it'),
    list('open it', 'close it', 'new thing in red'),
    list('open it', 'new thing in red', 'close it'),
  ],
  ['one text of two that began an empty page', { type: 'paragraph' }, p('Dear all'), p('Dear all,'), p('Dear all,')],
])('%s are joined', (_, before, theirs, yours, joined) => {
  expect(mergeDocuments(doc(before), doc(theirs), doc(yours)).conflicts).toEqual([])
  expect(tidyDocument(mergeDocuments(doc(before), doc(theirs), doc(yours)).document)).toEqual(tidyDocument(doc(joined)))
})

test('of both, a list and a table beside a contested paragraph are there once', () => {
  const rest = [list('a', 'b'), table(['c', 'd'])]
  const sides = ['Press it', 'Press this', 'Press that'].map((text) => doc(text, ...rest))
  const { document, conflicts } = mergeDocuments(...(sides as [Document, Document, Document]), 'both')
  expect(conflicts).toHaveLength(1)
  expect(document).toEqual(doc('Press this', 'Press that', ...rest))
})

test('lines of both at different places both stay', () => {
  const [one, two, three] = base.content as [FlowNode, FlowNode, FlowNode]
  expect(mergeDocuments(base, doc(one, rule, two, three), doc(one, two, rule, three))).toEqual({
    document: doc(one, rule, two, rule, three),
    conflicts: [],
  })
})

test.each([
  ['changed it in different ways', 'Press the red button below', 'Press the blue button below'],
  ['wrote it anew', 'Something else', 'Nothing of the kind'],
])('a block is asked about where both %s', (_, theirs, yours) => {
  const merge = mergeDocuments(
    base,
    doc('Open the invoice first', theirs, 'Wait for the mail'),
    doc('Open the invoice first', yours, 'Wait for the mail'),
  )
  expect(merge.conflicts).toEqual([{ base: base.content[1], theirs: p(theirs), yours: p(yours) }])
})

test('a picture stays that one put into a list which the other wrote on', () => {
  const picture = { type: 'picture', attrs: { file: '0193a1b2-0000-7000-8000-000000000000', alt: 'Rota' } } as FlowNode
  const item = (...content: FlowNode[]) =>
    ({ type: 'bulletList', content: [{ type: 'listItem', content }] }) as FlowNode
  const sides = [item(p('Open it'), p('and close it')), item(p('Open it'), picture)]
  for (const [theirs, yours] of [sides, sides.toReversed()]) {
    const { document } = mergeDocuments(doc('Before'), doc('Before', theirs!), doc('Before', yours!))
    expect(JSON.stringify(document)).toContain('Rota')
    expect(JSON.stringify(document)).toContain('and close it')
  }
})

test('two beginnings of an empty page that say much the same are asked about', () => {
  const [theirs, yours] = ['We open at nine on Monday', 'Now we open at ten on Monday'].map((text) => doc(text))
  expect(mergeDocuments(doc({ type: 'paragraph' }), theirs!, yours!).conflicts).toHaveLength(1)
})

test('a block is asked about where one changed what the other took out', () => {
  const without = doc('Open the invoice first', 'Wait for the mail')
  const changed = doc('Open the invoice first', 'Press the big button below', 'Wait for the mail')
  const [, button] = changed.content
  expect(mergeDocuments(base, without, changed).conflicts).toEqual([
    { base: base.content[1], theirs: null, yours: button },
  ])
  expect(mergeDocuments(base, changed, without).conflicts).toEqual([
    { base: base.content[1], theirs: button, yours: null },
  ])
})

test('versions show changed words inside of blocks, and moved blocks as moved', () => {
  const after = doc('Wait for the mail', 'Open your invoice first', 'Press the button below', 'New')
  expect(compareDocuments(base, after)).toMatchObject([
    { kind: 'moved', after: p('Wait for the mail') },
    {
      kind: 'changed',
      isMoved: false,
      words: [
        { kind: 'same', text: 'Open ' },
        { kind: 'removed', text: 'the' },
        { kind: 'added', text: 'your' },
        { kind: 'same', text: ' invoice first' },
      ],
    },
    { kind: 'same' },
    { kind: 'added', after: p('New') },
  ])
})

test('what is gone is told where it was', () => {
  expect(compareDocuments(base, doc('Open the invoice first', 'Wait for the mail')).map(({ kind }) => kind)).toEqual([
    'same',
    'removed',
    'same',
  ])
})

test.each([
  ['the same', doc(...Array<string>(15_000).fill('a')), doc(...Array<string>(15_000).fill('a'), 'b')],
  [
    'nothing alike',
    doc(...Array.from({ length: 9_000 }, (_, index) => `a${index}`)),
    doc(...Array.from({ length: 9_000 }, (_, index) => `b${index}`)),
  ],
  [
    'all turned round',
    doc(...Array.from({ length: 9_000 }, (_, index) => `a${index}`)),
    doc(...Array.from({ length: 9_000 }, (_, index) => `a${9_000 - index}`)),
  ],
  ['one long block', doc('a b '.repeat(200_000)), doc('b c '.repeat(200_000))],
  [
    'many half alike',
    doc(...Array.from({ length: 190 }, (_, index) => `${index} ${'a . '.repeat(1_000)}`)),
    doc(...Array.from({ length: 190 }, (_, index) => `${index} ${'a , '.repeat(1_000)}`)),
  ],
])('documents of %s are compared and merged to the end', (_, before, after) => {
  expect(compareDocuments(before, after).length).toBeGreaterThan(0)
  expect(mergeDocuments(before, doc(p('first'), ...before.content), after)).toBeDefined()
})

const seed = seedOfRun()
const random = seeded(seed)
const runs = Number(process.env.DOCUMENT_RUNS ?? 100)
const made = () => checkDocument(generateDocument(random, 12)).document!

test(`who changed nothing takes what the other made, and a comparison tells both documents (SEED=${seed})`, () => {
  for (let run = 0; run < runs; run++) {
    const [one, other] = [made(), made()]
    expect(mergeDocuments(one, one, other)).toEqual({ document: other, conflicts: [] })
    expect(mergeDocuments(one, other, one)).toEqual({ document: other, conflicts: [] })
    const changes = compareDocuments(one, other)
    expect(changes.flatMap((change) => ('after' in change ? [change.after] : []))).toEqual(other.content)
    const told = changes.flatMap((change) => ('before' in change ? [keyOf(change.before)] : []))
    expect(told.toSorted()).toEqual(one.content.map(keyOf).toSorted())
  }
})

test(`changes of different blocks never meet, and nothing of either is lost (SEED=${seed})`, () => {
  for (let run = 0; run < runs; run++) {
    const blocks = Array.from(
      { length: 2 + random.below(20) },
      (_, index) => `Block ${index} says ${random.uuid()} and more of ${index}`,
    )
    const { theirs, yours, joined } = changeApart(blocks, random)
    expect(mergeDocuments(doc(...blocks), doc(...theirs), doc(...yours))).toEqual({
      document: doc(...joined),
      conflicts: [],
    })
  }
})

/** Changes or removes each block on at most one side. Adds new blocks on both sides. */
function changeApart(blocks: string[], random: Random) {
  const sides: Record<'theirs' | 'yours' | 'joined', (string | FlowNode)[]> = { theirs: [], yours: [], joined: [] }
  blocks.forEach((block, index) => {
    const owner = random.pick(['theirs', 'yours'] as const)
    const other = owner === 'theirs' ? 'yours' : 'theirs'
    const changed = index === 0 ? block : random.pick([block, block, `${block}, rewritten`, null])
    sides[other].push(block)
    if (changed) sides[owner].push(changed)
    if (changed) sides.joined.push(changed)
    for (const side of ['theirs', 'yours'] as const) {
      if (changed === null || random.chance(0.7)) continue
      // Adds a code block, so that the merge does not take it for a rewritten form of a removed block.
      const fresh: FlowNode = { type: 'codeBlock', content: [{ type: 'text', text: random.uuid().slice(-12) }] }
      sides[side].push(fresh)
      sides.joined.push(fresh)
    }
  })
  return sides
}

/** Makes a document and two edited versions of it. Sometimes both versions share an edit. */
function editTwice(random: Random) {
  const empty: Document = { type: 'doc', content: [{ type: 'paragraph' }] }
  const base = checkDocument(withWords(random.chance(0.03) ? empty : generateDocument(random), wordMaker('base')))
    .document!
  const isShared = random.chance(0.2)
  const began = isShared ? editDocument(random, base, wordMaker('shared'), { edits: 1, mayDivide: false }) : base
  // Does not divide or join lines if both versions share an edit. Otherwise a shared word could move to another
  // paragraph and no longer match.
  const options = { mayDivide: !isShared }
  return {
    base,
    theirs: editDocument(random, began, wordMaker('theirs'), options),
    yours: editDocument(random, began, wordMaker('yours'), options),
  }
}

const choices = ['theirs', 'yours', 'both'] as const

/** Returns the words that a merge wrongly lost or doubled, and the merges that are no valid documents. */
function findFaults({ base, theirs, yours }: ReturnType<typeof editTwice>): string[] {
  const counts = [base, theirs, yours].map((one) => countWords(one as Node)) as [Counts, Counts, Counts]
  const words = [...new Set(counts.flatMap((one) => [...one.keys()]))]
  return choices.flatMap((choice) => {
    const { document, conflicts } = mergeDocuments(base, theirs, yours, choice)
    const now = countWords(document)
    const asked = conflicts.map((one) => [one.theirs, one.yours].map((side) => countWords(side)))
    const wrong = words.filter((word) => {
      const [was, first, second] = counts.map((one) => one.get(word) ?? 0) as [number, number, number]
      const count = now.get(word) ?? 0
      // A conflict can keep both sides, so a word in a conflict may occur more often.
      const contested = asked
        .filter((sides) => sides.some((side) => side.has(word)))
        .reduce((sum, sides) => sum + Math.max(1, Math.min(...sides.map((side) => side.get(word) ?? 0))), 0)
      const isDoubled = count > Math.max(first, second) + contested && !isInOtherLines(theirs, yours, document, word)
      const isKept = was === 0 || (first > 0 && second > 0)
      const isOwn = was === 0 && (choice === 'theirs' ? first : choice === 'yours' ? second : 1) > 0
      return isDoubled || (count === 0 && ((isKept && contested === 0) || isOwn))
    })
    const { document: checked, fault } = checkDocument(document)
    const isTidy = checked && keyOf(tidyDocument(checked)) === keyOf(tidyDocument(document))
    return [
      ...wrong.map((word) => `${choice}: ${word} is there ${now.get(word) ?? 0} times`),
      ...(isTidy ? [] : [`${choice} is no document: ${fault?.path} ${fault?.message}`]),
    ]
  })
}
type Counts = Map<string, number>

// Returns whether the lines with a shared word may both be in the merge, because they differ too much. They have less
// than 30% of their words in common, or less than 60% if other lines are between them.
function isInOtherLines(theirs: Document, yours: Document, merged: Document, word: string): boolean {
  if (!word.startsWith('shared')) return false
  const [one, other] = [theirs, yours].map((side) => linesOf(side).find((line) => line.includes(word)) ?? [])
  const shared = one!.filter((each) => other!.includes(each)).length
  const places = [...linesOf(merged).entries()].filter(([, line]) => line.includes(word)).map(([at]) => at)
  const areApart = places.length === 2 && places[1]! - places[0]! > 1
  return (2 * shared) / (one!.length + other!.length) < (areApart ? 0.6 : 0.3)
}

const linesOf = (node: Node): string[][] =>
  lineTypes.has(node.type) ? [textOf(node).split(/\s+/).filter(Boolean)] : (node.content?.flatMap(linesOf) ?? [[]])

/** Merges in both orders and returns how the results differ. */
function findSides({ base, theirs, yours }: ReturnType<typeof editTwice>): string[] {
  const [one, other] = [mergeDocuments(base, theirs, yours), mergeDocuments(base, yours, theirs)]
  if (one.conflicts.length > 0 !== other.conflicts.length > 0) return ['one is asked, the other is not']
  const words = [one, other].map(({ document }) => [...countWords(document)].toSorted().join())
  return one.conflicts.length > 0 || words[0] === words[1] ? [] : ['one has other words than the other']
}

const pairs = Number(process.env.MERGE_RUNS ?? sized(100, 1000))

test(`of whatever two write in one document nothing is lost and nothing is there twice (SEED=${seed})`, () => {
  const faults: string[] = []
  for (let run = 0; run < pairs; run++) {
    const edits = editTwice(seeded(seed + run))
    faults.push(...[...findFaults(edits), ...findSides(edits)].map((fault) => `SEED=${seed + run}: ${fault}`))
  }
  expect(faults).toEqual([])
})
