import type { InlineNode, Mark, Text } from '#contract/writing/document.ts'
import { isSameMark, joinTexts } from '#server/writing/documents/check/inline.ts'
import type { Addresses } from '#server/writing/documents/render/addresses.ts'
import { addressOf, renderEntryLink } from '#server/writing/documents/render/html-inline.ts'

const delimiters: Partial<Record<Mark['type'], string>> = { bold: '**', italic: '*', strike: '~~' }
const tags = { bold: 'strong', italic: 'em', strike: 's', highlight: 'mark', key: 'kbd' } as const

/** A line of Markdown. A mark without Markdown syntax, or whose syntax does not work here, becomes an HTML tag. */
export function inlineMarkdown(nodes: InlineNode[] = [], addresses: Addresses, lineBreak: '\\\n' | '<br>'): string {
  const seen = joinTexts(nodes.map((node) => withoutLostLink(node, addresses)))
  const writeLeaf = (node: Leaf) =>
    node.type === 'hardBreak' ? lineBreak : renderEntryLink(node.attrs.entry, addresses)
  const written = writeRuns(seen, 0, writeLeaf, addresses)
  return written.trim().split('\\\n').map(escapeLineStart).join('\\\n')
}

function withoutLostLink(node: InlineNode, addresses: Addresses): InlineNode {
  if (node.type !== 'text' || !node.marks) return node
  const marks = node.marks.filter((mark) => mark.type !== 'link' || addressOf(mark.attrs, addresses) !== null)
  return marks.length > 0 ? { ...node, marks } : { type: 'text', text: node.text }
}

type Leaf = Exclude<InlineNode, Text>
type WriteLeaf = (node: Leaf) => string

/** The first `depth` marks of each node are already written. */
function writeRuns(nodes: InlineNode[], depth: number, writeLeaf: WriteLeaf, addresses: Addresses): string {
  let written = ''
  for (let index = 0; index < nodes.length; ) {
    const node = nodes[index]!
    const mark = markAt(node, depth)
    const end = mark ? endOfRun(nodes, index, depth, mark) : index + 1
    if (!mark) written += node.type === 'text' ? escapeText(node.text) : writeLeaf(node)
    else {
      const run = nodes.slice(index, end)
      written += writeRun(
        run,
        mark,
        { before: rawEnd(nodes[index - 1]), after: rawStart(nodes[end], depth) },
        () => writeRuns(run, depth + 1, writeLeaf, addresses),
        addresses,
      )
    }
    index = end
  }
  return written
}

const markAt = (node: InlineNode | undefined, depth: number): Mark | undefined =>
  node?.type === 'text' ? node.marks?.[depth] : undefined

/** Breaks belong to the run if the mark continues after them. */
function endOfRun(nodes: InlineNode[], start: number, depth: number, mark: Mark): number {
  let end = start + 1
  for (let index = end; index < nodes.length; index++) {
    const node = nodes[index]!
    if (node.type === 'hardBreak') continue
    const other = markAt(node, depth)
    if (!other || !isSameMark(other, mark)) break
    end = index + 1
  }
  return end
}

const rawEnd = (node: InlineNode | undefined) => (node?.type === 'text' ? (node.text.at(-1) ?? '') : '')
const rawStart = (node: InlineNode | undefined, depth: number) =>
  markAt(node, depth) ? 'x' : node?.type === 'text' ? (node.text[0] ?? '') : ''

type Surroundings = { before: string; after: string }

function writeRun(
  run: InlineNode[],
  mark: Mark,
  around: Surroundings,
  inner: () => string,
  addresses: Addresses,
): string {
  if (mark.type === 'code') return writeCode((run as Text[]).map(({ text }) => text).join(''))
  if (mark.type === 'link') return writeLink(run, addressOf(mark.attrs, addresses)!, inner)
  const delimiter = delimiters[mark.type]
  if (delimiter && canDelimit(run, around)) return `${delimiter}${inner()}${delimiter}`
  return `<${tags[mark.type]}>${inner()}</${tags[mark.type]}>`
}

function writeLink(run: InlineNode[], address: string, inner: () => string): string {
  const [only, ...others] = run as Text[]
  const saysItself = others.length === 0 && only!.text === address && only!.marks!.length === 1
  if (saysItself && /^https?:\/\/[^\s<>]+$/.test(address)) return `<${address}>`
  return `[${inner()}](${writeAddress(address)})`
}

/** Delimiters work reliably only next to white space, or before punctuation if a letter or digit precedes them. */
function canDelimit(run: InlineNode[], { before, after }: Surroundings): boolean {
  const first = run[0]!.type === 'text' ? run[0]!.text[0]! : ' '
  const last = rawEnd(run.at(-1))
  if (/\s/.test(first) || /\s/.test(last) || last === '') return false
  const isClosed = after === '' || /\s/.test(after) || (/[.,;:!?)]/.test(after) && /[\p{L}\p{N}]/u.test(last))
  return isClosed && (before === '' || /\s/.test(before))
}

function writeCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const isPadded = /^`|`$/.test(text) || (/^ .* $/.test(text) && text.trim() !== '')
  return isPadded ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`
}

export function writeAddress(address: string): string {
  const escaped = address.replace(/[\\<>]/g, '\\$&').replace(/&(?=#?\w+;)/g, '\\&')
  return /[\s()]/.test(address) || address === '' ? `<${escaped}>` : escaped
}

export const escapeText = (text: string): string =>
  text
    .replace(/[\\`*[\]<~|]|!$/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=[#\p{L}])/gu, '\\&')
    .replace(/(https?|mailto):/gi, '$1\\:')

/** Escapes characters that start a block at the beginning of a line. */
const escapeLineStart = (line: string): string =>
  line
    .replace(/^\s+/, '')
    .replace(/^(?:[#>=]|[-+](?=[-+\s]|$)|:(?=-))/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
