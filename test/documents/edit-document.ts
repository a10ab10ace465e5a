import type { Document } from '#contract/writing/document.ts'
import { lineTypes, type Node, textOf, tidyDocument } from '#contract/writing/merging/tidy.ts'
import type { Random } from '#test/faults/fuzz/seeded.ts'

/** Returns a function that makes a new unique word at each call, so that a test can follow each word. */
export const wordMaker = (name: string) => {
  let count = 0
  return () => `${name}${count++}n`
}
type NewWord = () => string

/** Adds new words to each text of a document. */
export function withWords(document: Document, newWord: NewWord): Document {
  const add = (node: Node): Node => {
    if (node.type === 'text') return { ...node, text: `${node.text} ${newWord()} ${newWord()}` }
    return node.content ? { ...node, content: node.content.map(add) } : node
  }
  return add(document as Node) as Document
}

/** Returns the document after a few random edits. */
export function editDocument(
  random: Random,
  document: Document,
  newWord: NewWord,
  { edits = 1 + random.below(4), mayDivide = true } = {},
) {
  const edited = structuredClone(tidyDocument(document))
  for (let count = 0; count < edits; count++) {
    const edit = random.pick(kinds)
    if (mayDivide || !dividing.has(edit)) edit(random, edited, newWord)
  }
  return tidyDocument(edited as Document) as Document
}

const all = (node: Node): Node[] => [node, ...(node.content ?? []).flatMap(all)]
const oneOf = (random: Random, root: Node, isIt: (node: Node) => boolean) => {
  const found = all(root).filter(isIt)
  return found.length > 0 ? random.pick(found) : undefined
}
const line = (text: string): Node => ({ type: 'paragraph', content: [{ type: 'text', text }] })

type Edit = (random: Random, root: Node, newWord: NewWord) => void

const writeWord: Edit = (random, root, newWord) => {
  const text = oneOf(random, root, ({ type }) => type === 'text')
  if (!text) return
  const words = text.text!.split(' ')
  words.splice(random.below(words.length + 1), random.pick([0, 0, 1]), newWord())
  text.text = words.join(' ')
}

const writeTail: Edit = (random, root, newWord) => {
  const found = oneOf(random, root, ({ type }) => lineTypes.has(type))
  if (found) found.content = [...(found.content ?? []), { type: 'text', text: ` ${newWord()} and ${newWord()}` }]
}

const removeWords: Edit = (random, root) => {
  const text = oneOf(random, root, ({ type }) => type === 'text')
  if (!text) return
  const words = text.text!.split(' ')
  words.splice(random.below(words.length), 1 + random.below(2))
  text.text = words.join(' ')
}

const markWord: Edit = (random, root) => {
  const found = oneOf(random, root, ({ type, content }) => type === 'paragraph' && content?.[0]?.type === 'text')
  const [text, ...rest] = found?.content ?? []
  if (!found || !text) return
  const at = text.text!.indexOf(' ', random.below(text.text!.length)) + 1
  const isBold = text.marks?.some(({ type }) => type === 'bold')
  const marks = isBold
    ? text.marks!.filter(({ type }) => type !== 'bold')
    : [...(text.marks ?? []), { type: 'bold' as const }]
  found.content = [{ ...text, text: text.text!.slice(0, at) }, { ...text, text: text.text!.slice(at), marks }, ...rest]
}

const holders = new Set(['doc', 'blockquote', 'callout', 'detailsContent', 'column', 'tableCell', 'listItem', 'step'])
const writeBlock: Edit = (random, root, newWord) => {
  const holder = oneOf(random, root, ({ type }) => holders.has(type))!
  const least = ['listItem', 'step'].includes(holder.type) ? 1 : 0
  const block = random.pick([
    () => line(`${newWord()} ${newWord()}`),
    () => ({ type: 'paragraph' }),
    () => ({ type: 'bulletList', content: [{ type: 'listItem', content: [line(newWord())] }] }),
    () => ({ type: 'picture', attrs: { file: random.uuid(), alt: newWord() } }),
    () => ({ type: 'horizontalRule' }),
  ])()
  holder.content!.splice(least + random.below(holder.content!.length + 1 - least), 0, block as Node)
}

const lists = new Set(['bulletList', 'orderedList', 'taskList'])
const writeItem: Edit = (random, root, newWord) => {
  const list = oneOf(random, root, ({ type }) => lists.has(type))
  const item = { type: list?.type === 'taskList' ? 'taskItem' : 'listItem', content: [line(`${newWord()} item`)] }
  list?.content?.splice(random.below(list.content.length + 1), 0, item)
}

const manyHolders = new Set([...holders, ...lists, 'table', 'steps'])
const removePart: Edit = (random, root) => {
  const isHolder = ({ type, content = [] }: Node) => manyHolders.has(type) && content.length > (type === 'step' ? 2 : 1)
  const holder = oneOf(random, root, isHolder)
  const least = ['listItem', 'step'].includes(holder?.type ?? '') ? 1 : 0
  holder?.content?.splice(least + random.below(holder.content.length - least), 1)
}

const movePart: Edit = (random, root) => {
  const holder = oneOf(
    random,
    root,
    ({ type, content = [] }) => (type === 'doc' || lists.has(type)) && content.length > 1,
  )
  if (!holder) return
  const [part] = holder.content!.splice(random.below(holder.content!.length), 1)
  holder.content!.splice(random.below(holder.content!.length + 1), 0, part!)
}

const cell = (text: string): Node => ({ type: 'tableCell', content: [text ? line(text) : { type: 'paragraph' }] })
const changeTable: Edit = (random, root, newWord) => {
  const table = oneOf(random, root, ({ type }) => type === 'table')
  if (!table) return
  const width = table.content![0]!.content!.length
  const isPlain = all(table).every(({ attrs }) => !attrs?.colspan && !attrs?.rowspan)
  const text = () => random.pick([newWord(), ''])
  const turn = isPlain ? random.pick(['row', 'column', 'without']) : 'row'
  if (turn === 'row') {
    const row = { type: 'tableRow', content: Array.from({ length: width }, () => cell(text())) }
    table.content!.splice(random.below(table.content!.length + 1), 0, row)
  } else if (turn === 'without' && width > 1) {
    const at = random.below(width)
    for (const row of table.content!) row.content!.splice(at, 1)
  } else {
    const at = random.below(width + 1)
    for (const row of table.content!) row.content!.splice(at, 0, cell(text()))
  }
}

const changeForm: Edit = (random, root) => {
  const node = oneOf(random, root, ({ type }) =>
    ['heading', 'callout', 'picture', 'taskItem', 'tableCell', 'codeBlock', 'orderedList'].includes(type),
  )
  if (!node) return
  const forms: Record<string, () => Record<string, unknown>> = {
    heading: () => ({ level: random.pick([2, 3, 4]) }),
    callout: () => ({ kind: random.pick(['note', 'tip', 'warning']) }),
    picture: () => (random.chance(0.3) ? { file: random.uuid(), alt: null } : { width: 20 + random.below(500) }),
    taskItem: () => ({ checked: !node.attrs?.checked }),
    tableCell: () => ({ align: random.pick(['left', 'center', 'right']) }),
    codeBlock: () => ({ language: random.pick(['js', 'sql', 'css']) }),
    orderedList: () => ({ start: 1 + random.below(9) }),
  }
  node.attrs = { ...node.attrs, ...forms[node.type]!() }
}

const divideLine: Edit = (random, root) => {
  const holder = oneOf(random, root, ({ content = [] }) => content.some(isLongLine))
  const at = holder?.content?.findIndex(isLongLine) ?? -1
  if (!holder || at < 0) return
  const { content = [], ...rest } = holder.content![at]!
  const cut = 1 + random.below(content.length - 1 || 1)
  const [text, ...others] = content
  const halves: [Node[], Node[]] =
    content.length > 1
      ? [content.slice(0, cut), content.slice(cut)]
      : [
          [{ ...text!, text: text!.text!.slice(0, text!.text!.indexOf(' ')) }],
          [{ ...text!, text: text!.text!.slice(text!.text!.indexOf(' ') + 1) }, ...others],
        ]
  holder.content!.splice(at, 1, ...halves.map((content) => ({ ...rest, content })))
}
const isLongLine = ({ type, content = [] }: Node) =>
  type === 'paragraph' && content[0]?.type === 'text' && /\S \S/.test(content[0].text!)

const joinLines: Edit = (random, root) => {
  const isPair = (content: Node[], at: number) =>
    content[at]?.type === 'paragraph' && content[at + 1]?.type === 'paragraph'
  const holder = oneOf(random, root, ({ content = [] }) => content.some((_, at) => isPair(content, at)))
  const at = holder?.content?.findIndex((_, index) => isPair(holder.content!, index)) ?? -1
  if (!holder || at < 0) return
  const [one, other] = holder.content!.splice(at, 2)
  const content = [...(one!.content ?? []), ...(other!.content ?? [])]
  holder.content!.splice(at, 0, { type: 'paragraph', content })
}

const kinds: Edit[] = [
  ...[writeWord, writeWord, writeWord, writeTail, writeTail, removeWords, markWord, writeBlock, writeBlock, writeItem],
  ...[removePart, movePart, changeTable, changeTable, changeForm, changeForm, divideLine, joinLines],
]

const dividing = new Set([divideLine, joinLines])

/** Counts each word that `wordMaker` made, in texts and in the alternative texts of pictures. */
export function countWords(root: Node | null): Map<string, number> {
  const counts = new Map<string, number>()
  if (!root) return counts
  const found = all(root).flatMap((node) =>
    lineTypes.has(node.type)
      ? (textOf(node).match(/(?:base|shared|theirs|yours)\d+n/g) ?? [])
      : node.type === 'picture'
        ? [String(node.attrs?.alt)].filter((alt) => /^(?:shared|theirs|yours)\d+n$/.test(alt))
        : [],
  )
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
