import { type Mark, markOrder } from '#contract/writing/document.ts'
import { diffLists, type Hunk } from './diff.ts'
import { joinTexts, mapAll, marksKey, type Node } from './tidy.ts'

/** A word, a separator or another node of a line. In code, a line or a line break. */
type Piece = { key: string; node: Node; isWord: boolean }

/** The merged line, once with `theirs` and once with `yours` in each conflict. Both are equal if none exists. */
export type MergedWords = { theirs: Node[]; yours: Node[]; hasConflict: boolean }

const mostEdits = 600
// Minimum share of the words of the base that a side must keep. A side with fewer has rewritten the line, so the whole
// line is a conflict.
const leastKept = 0.5

/**
 * Merges two changed versions of a line word by word, with the marks of both sides. If both sides added different words
 * at the end, both additions stay, theirs first. Similar additions are a conflict.
 */
export function mergeWords(base: Node[], theirs: Node[], yours: Node[], isCode = false): MergedWords {
  const [began, first, second] = mapAll([base, theirs, yours], (line) => piecesOf(line, isCode))
  const sides = { theirs: sideOf(began, first), yours: sideOf(began, second) }
  if (!sides.theirs.isKept || !sides.yours.isKept) return { theirs, yours, hasConflict: true }
  const merged: Record<Name, Node[]> = { theirs: [], yours: [] }
  let hasConflict = false
  let at = 0
  const add = (settled: Settled) => {
    merged.theirs.push(...settled.theirs)
    merged.yours.push(...settled.yours)
    hasConflict ||= settled.hasConflict
  }
  for (const region of regionsOf(began, sides)) {
    for (; at < region.from; at++) add(keptPiece(began, sides, at))
    add(settleRegion(began, sides, region))
    at = region.to
  }
  for (; at < began.length; at++) add(keptPiece(began, sides, at))
  return { theirs: joinTexts(merged.theirs), yours: joinTexts(merged.yours), hasConflict }
}

type Line = Piece[]
type Name = 'theirs' | 'yours'
type Settled = { theirs: Node[]; yours: Node[]; hasConflict: boolean }

// Languages without spaces are compared by character, because a word could be a whole line.
const words =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{M}\p{N}])+|\s+|[^\s]/gu
const isWord = (text: string) => /[\p{L}\p{M}\p{N}]/u.test(text)

function piecesOf(line: Node[], isCode: boolean): Line {
  return line.flatMap((node): Line => {
    if (node.type !== 'text') return [{ key: `\0${JSON.stringify(node)}`, node, isWord: true }]
    const texts = node.text!.match(isCode ? /[^\n]+|\n/g : words) ?? []
    return texts.map((text) => ({ key: text, node: { ...node, text }, isWord: isWord(text) }))
  })
}

/** One side of a line. `kept[i]` is the index of base piece `i` in this side. */
type Side = { line: Line; hunks: Hunk[]; kept: (number | undefined)[]; isKept: boolean }

function sideOf(base: Line, line: Line): Side {
  const keys = mapAll([base, line], (pieces) => pieces.map(({ key }) => key))
  const hunks = joinHunks(diffLists(...keys, mostEdits), base)
  const kept: (number | undefined)[] = base.map(() => undefined)
  let [at, other] = [0, 0]
  for (const { from, to, otherTo } of [...hunks, { from: base.length, to: base.length, otherTo: line.length }]) {
    while (at < from) kept[at++] = other++
    at = to
    other = otherTo
  }
  const counted = [...base.keys()].filter((index) => base[index]!.isWord)
  const left = counted.filter((index) => kept[index] !== undefined)
  return { line, hunks, kept, isKept: left.length >= counted.length * leastKept }
}

/** Joins hunks with only separators between them. */
function joinHunks(hunks: Hunk[], base: Line): Hunk[] {
  const joined: Hunk[] = []
  for (const hunk of hunks) {
    const last = joined.at(-1)
    const isApart = !last || base.slice(last.to, hunk.from).some((piece) => piece.isWord)
    const isInserted = last && last.from === last.to && hunk.from === hunk.to
    if (isApart || isInserted) joined.push({ ...hunk })
    else Object.assign(last, { to: hunk.to, otherTo: hunk.otherTo })
  }
  return joined
}

type Region = { from: number; to: number; theirs: Hunk[]; yours: Hunk[] }

/** Returns the changed regions. Changes of both sides to the same words are one region. */
function regionsOf(base: Line, sides: Record<Name, Side>): Region[] {
  const all = (['theirs', 'yours'] as const)
    .flatMap((of) => sides[of].hunks.map((hunk) => ({ hunk, of })))
    .toSorted((one, other) => one.hunk.from - other.hunk.from || one.hunk.to - other.hunk.to)
  const regions: (Region & { end: Line })[] = []
  for (const { hunk, of } of all) {
    const last = regions.at(-1)
    const line = sides[of].line.slice(hunk.otherFrom, hunk.otherTo)
    const isPoint = last?.from === last?.to && hunk.from === hunk.to && last?.from === hunk.from
    const gap = last ? base.slice(last.to, hunk.from) : []
    const isBeside = last && last[of].length === 0 && !gap.some(isWordPiece)
    // Two insertions with only spaces between them count as insertions at the same position, because one may include
    // the space before its words and the other the space after them.
    const isBetween = last?.from === last?.to && hunk.from === hunk.to && gap.every(({ key }) => key.trim() === '')
    const isTangled =
      isBeside && (isBetween || !areOthers(last.end, line) || (gap.length === 0 && !areApart(last.end, line)))
    if (last && (hunk.from < last.to || isPoint || isTangled)) {
      last.to = Math.max(last.to, hunk.to)
      last[of].push(hunk)
      last.end = line
    } else regions.push({ from: hunk.from, to: hunk.to, theirs: [], yours: [], ...{ [of]: [hunk] }, end: line })
  }
  return regions
}

function settleRegion(base: Line, sides: Record<Name, Side>, region: Region): Settled {
  if (region.yours.length === 0) return both(changedBy(base, sides, 'theirs', region))
  if (region.theirs.length === 0) return both(changedBy(base, sides, 'yours', region))
  const theirs = lineIn(sides.theirs, region.theirs, region)
  const yours = lineIn(sides.yours, region.yours, region)
  if (region.from < region.to) {
    if (isSame(theirs, yours)) return both(nodesOf(theirs))
    return { theirs: nodesOf(theirs), yours: nodesOf(yours), hasConflict: true }
  }
  return settleAdded(theirs, yours, region.from === base.length && base.length > 0)
}

const both = (nodes: Node[]): Settled => ({ theirs: nodes, yours: nodes, hasConflict: false })
const nodesOf = (line: Line) => line.map(({ node }) => node)
const isSame = (one: Line, other: Line) =>
  one.length === other.length && one.every((piece, index) => isSamePiece(piece, other[index]))
const isSamePiece = (one: Piece | undefined, other: Piece | undefined) =>
  one?.key === other?.key && marksKey(one?.node.marks) === marksKey(other?.node.marks)

function lineIn({ line }: Side, hunks: Hunk[], { from, to }: Region): Line {
  const [first, last] = [hunks[0]!, hunks.at(-1)!]
  return line.slice(first.otherFrom - (first.from - from), last.otherTo + (to - last.to))
}

// Returns the new words of one side. If the other side changed the marks of all the old words alike, applies this
// change to the new words.
function changedBy(base: Line, sides: Record<Name, Side>, name: Name, { from, to, [name]: hunks }: Region): Node[] {
  const side = sides[name]
  const other = sides[name === 'theirs' ? 'yours' : 'theirs']
  const [hunk] = hunks
  const line = side.line.slice(hunk!.otherFrom, hunk!.otherTo)
  const marked = base.slice(from, to).map((piece, index) => ({
    before: piece.node.marks ?? [],
    after: other.line[other.kept[from + index]!]?.node.marks ?? [],
  }))
  const turns = marked.map(({ before, after }) => turnOf(before, after))
  if (turns.length === 0 || turns.some((turn) => turn.key !== turns[0]!.key)) return nodesOf(line)
  return line.map(({ node }) => (node.type === 'text' ? withMarks(node, turns[0]!.apply(node.marks ?? [])) : node))
}

function turnOf(before: Mark[], after: Mark[]) {
  const added = after.filter((mark) => !hasMark(before, mark))
  const removed = before.filter((mark) => !hasMark(after, mark))
  return {
    key: JSON.stringify([added, removed]),
    apply: (marks: Mark[]) => inOrder([...marks.filter((mark) => !hasMark(removed, mark)), ...added]),
  }
}

const hasMark = (marks: Mark[], mark: Mark) => marks.some((one) => JSON.stringify(one) === JSON.stringify(mark))
const inOrder = (marks: Mark[]) => markOrder.flatMap((name) => marks.findLast(({ type }) => type === name) ?? [])
const withMarks = ({ marks: _, ...node }: Node, marks: Mark[]): Node => (marks.length > 0 ? { ...node, marks } : node)

// Merges the marks of an unchanged piece: adds the marks that either side added, removes the marks that either side
// removed.
function keptPiece(base: Line, sides: Record<Name, Side>, index: number): Settled {
  const { node } = base[index]!
  const before = node.marks ?? []
  const marksIn = ({ line, kept }: Side) => line[kept[index]!]?.node.marks ?? []
  const [theirs, yours] = [marksIn(sides.theirs), marksIn(sides.yours)]
  if (node.type !== 'text') return both([node])
  if (marksKey(theirs) === marksKey(before)) return both([withMarks(node, yours)])
  if (marksKey(yours) === marksKey(before) || marksKey(yours) === marksKey(theirs))
    return both([withMarks(node, theirs)])
  const links = [before, theirs, yours].map((marks) => JSON.stringify(marks.find(({ type }) => type === 'link')))
  const hasConflict = links[1] !== links[0] && links[2] !== links[0] && links[1] !== links[2]
  const joined = (first: Mark[], second: Mark[]) => withMarks(node, turnOf(before, first).apply(second))
  // If both sides changed the link, each version of the line has the link of its own side.
  return { theirs: [joined(theirs, yours)], yours: [joined(yours, theirs)], hasConflict }
}

function settleAdded(theirs: Line, yours: Line, isEnd: boolean): Settled {
  if (theirs.map(({ key }) => key).join('\0') === yours.map(({ key }) => key).join('\0'))
    return both(theirs.map(({ node }, index) => withAllMarks(node, yours[index]!.node)))
  const most = Math.min(theirs.length, yours.length)
  let start = 0
  while (start < most && isSamePiece(theirs[start], yours[start])) start++
  let end = 0
  while (end < most - start && isSamePiece(theirs.at(-1 - end), yours.at(-1 - end))) end++
  const isWithin =
    start + end === most && [...theirs.slice(0, start), ...theirs.slice(-end || theirs.length)].some(isWordPiece)
  if (isWithin) return both(nodesOf(theirs.length > yours.length ? theirs : yours))
  if (isEnd && areApart(theirs, yours) && areApart(yours, theirs) && !saySame(theirs, yours))
    return both(nodesOf([...theirs, ...yours]))
  return { theirs: nodesOf(theirs), yours: nodesOf(yours), hasConflict: true }
}

function saySame(one: Line, other: Line): boolean {
  const [first, second] = mapAll([one, other], (line) => line.filter(isWordPiece).map(({ key }) => key))
  const [ofOne, ofOther] = [new Set(first), new Set(second)]
  const shared = [...ofOne].filter((word) => ofOther.has(word)).length
  const isEdge = first.length > 0 && (first[0] === second[0] || first.at(-1) === second.at(-1))
  return isEdge || (shared > 0 && 2 * shared >= Math.min(ofOne.size, ofOther.size))
}

const withAllMarks = (one: Node, other: Node) =>
  one.type === 'text' ? withMarks(one, inOrder([...(one.marks ?? []), ...(other.marks ?? [])])) : one

const isWordPiece = (piece: Piece) => piece.isWord

const areOthers = (one: Line, other: Line) => {
  const keys = new Set(one.filter(isWordPiece).map(({ key }) => key))
  return !other.some((piece) => piece.isWord && keys.has(piece.key))
}

const areApart = (one: Line, other: Line) => !(one.at(-1)?.isWord && other[0]?.isWord && other[0].node.type === 'text')
