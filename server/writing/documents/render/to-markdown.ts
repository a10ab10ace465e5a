import type {
  BlockNode,
  Document,
  DocumentNode,
  InlineNode,
  Mark,
  Picture,
  Table,
  TableCell,
  Text,
} from '#contract/writing/document.ts'
import { joinTexts } from '#contract/writing/merging/tidy.ts'
import { isSameMark } from '#server/writing/documents/check/inline.ts'
import type { ReferenceResolver } from './addresses.ts'
import { addressOf, renderEntryLink, renderInline } from './html-inline.ts'
import { renderAlone } from './to-html.ts'

/** Writes GitHub Flavored Markdown, and HTML where needed. `fromMarkdown` can restore the document from it. */
export const toMarkdown = (document: Document, resolver: ReferenceResolver): string =>
  `${writeBlocks(document.content, resolver)}\n`

const alerts = { note: 'NOTE', tip: 'TIP', warning: 'WARNING' }
const nothing = '<!-- -->'

/** Adjacent lists get different markers. Otherwise Markdown would join the lists. */
function writeBlocks(nodes: DocumentNode[], resolver: ReferenceResolver): string {
  let isOther = false
  const written = nodes.map((node, index) => {
    isOther = listFamily(nodes[index - 1]) !== null && listFamily(nodes[index - 1]) === listFamily(node) && !isOther
    return writeBlock(node, resolver, isOther)
  })
  return written.filter((text) => text !== '').join('\n\n') || nothing
}

function listFamily(node: DocumentNode | undefined): 'marked' | 'numbered' | null {
  if (node?.type === 'bulletList' || node?.type === 'taskList') return 'marked'
  return node?.type === 'orderedList' ? 'numbered' : null
}

function writeBlock(node: DocumentNode, resolver: ReferenceResolver, isOther: boolean): string {
  const bullet = isOther ? '* ' : '- '
  switch (node.type) {
    case 'paragraph':
      return inlineMarkdown(node.content, resolver, '\\\n')
    case 'heading':
      return `${'#'.repeat(node.attrs.level)} ${closedHeading(inlineMarkdown(node.content, resolver, '<br>'))}`.trimEnd()
    case 'bulletList':
      return writeList(node.content.map(({ content }) => ({ sign: bullet, text: writeItem(content, resolver) })))
    case 'taskList':
      return writeList(
        node.content.map(({ attrs, content }) => ({
          sign: bullet,
          text: `${attrs?.checked ? '[x] ' : '[ ] '}${writeItem(content, resolver)}`,
        })),
      )
    case 'orderedList': {
      const sign = (index: number) => `${(node.attrs?.start ?? 1) + index}${isOther ? ')' : '.'} `
      return writeList(
        node.content.map(({ content }, index) => ({ sign: sign(index), text: writeItem(content, resolver) })),
      )
    }
    case 'blockquote':
      return quote(writeBlocks(node.content, resolver))
    case 'callout':
      return quote(`[!${alerts[node.attrs.kind]}]\n\n${writeBlocks(node.content, resolver)}`)
    case 'codeBlock':
      return writeCode(node.content?.[0]?.text ?? '', node.attrs?.language ?? '')
    case 'horizontalRule':
      return '___'
    case 'table':
      return isPlainTable(node) ? writeTable(node, resolver) : asHtml(node, resolver)
    case 'picture':
      return isPlainPicture(node) ? writePicture(node, resolver) : asHtml(node, resolver)
    case 'file': {
      const href = resolver.file(node.attrs.file)
      return href === null ? '' : `[${escapeText(node.attrs.name)}](${writeAddress(href)})`
    }
    default:
      return writeContainer(node, resolver)
  }
}

function writeContainer(node: DocumentNode, resolver: ReferenceResolver): string {
  switch (node.type) {
    case 'steps': {
      const steps = node.content.map(({ content: [title, ...rest] }) => {
        const words = renderInline(title.content, resolver)
        return `<li>\n<p class="step-title">${words}</p>\n\n${writeBlocks(rest, resolver)}\n\n</li>`
      })
      return `<ol class="steps">\n${steps.join('\n')}\n</ol>`
    }
    case 'details': {
      const [summary, { content }] = node.content
      const words = renderInline(summary.content, resolver)
      return `<details>\n<summary>${words}</summary>\n\n${writeBlocks(content, resolver)}\n\n</details>`
    }
    case 'columns': {
      const columns = node.content.map(
        ({ content }) => `<div class="column">\n\n${writeBlocks(content, resolver)}\n\n</div>`,
      )
      return `<div class="columns">\n${columns.join('\n')}\n</div>`
    }
    default:
      return asHtml(node, resolver)
  }
}

/** Writes a node as HTML on one line. An empty line would end the HTML block in Markdown. */
const asHtml = (node: DocumentNode, resolver: ReferenceResolver) =>
  renderAlone(node, resolver).replace(/\n/g, '&#10;').replace(/\t/g, '&#9;')

/** Escapes `#` characters at the end of a heading, which Markdown would remove. */
const closedHeading = (text: string) => text.replace(/(?<=^|\s)(#+)$/, '\\$1')

const quote = (text: string) =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')

function writeItem([first, ...rest]: [DocumentNode, ...BlockNode[]], resolver: ReferenceResolver): string {
  const begin = writeBlock(first, resolver, false) || nothing
  if (rest.length === 0) return begin
  const isTight = rest.length === 1 && canFollow(rest[0]!)
  return `${begin}${isTight ? '\n' : '\n\n'}${writeBlocks(rest, resolver)}`
}

// Returns whether a list can follow a paragraph without an empty line. Markdown allows this only for a list that starts
// at 1 and whose first item has text.
function canFollow(node: BlockNode): boolean {
  if (node.type === 'orderedList' && node.attrs) return false
  if (node.type !== 'bulletList' && node.type !== 'orderedList' && node.type !== 'taskList') return false
  return node.content[0]!.content[0].content !== undefined
}

function writeList(items: { sign: string; text: string }[]): string {
  const isLoose = items.some(({ text }) => text.includes('\n\n'))
  const written = items.map(
    ({ sign, text }) => `${sign}${text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(sign.length)}`)}`,
  )
  return written.join(isLoose ? '\n\n' : '\n')
}

function writeCode(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text === '' ? '' : `${text}\n`}${fence}`
}

const isPlainPicture = ({ attrs: { width, link } }: Picture) => !width && !link

function writePicture({ attrs: { file, alt = '', caption } }: Picture, resolver: ReferenceResolver): string {
  const picture = resolver.picture(file)
  if (!picture) return ''
  const title = caption ? ` "${escapeText(caption).replaceAll('"', '\\"')}"` : ''
  return `![${escapeText(alt)}](${writeAddress(picture.src)}${title})`
}

function isPlainTable({ content: [head, ...rows] }: Table): boolean {
  const columns = head!.content ?? []
  const isPlainCell = (cell: TableCell | undefined, index: number) =>
    cell !== undefined &&
    !cell.attrs?.colspan &&
    !cell.attrs?.rowspan &&
    !cell.attrs?.colwidth &&
    cell.attrs?.align === columns[index]?.attrs?.align &&
    cell.content.length === 1 &&
    cell.content[0]!.type === 'paragraph' &&
    !JSON.stringify(cell.content).includes('"code"')
  const hasHead =
    columns.length > 0 && columns.every((cell, index) => cell.type === 'tableHeader' && isPlainCell(cell, index))
  return (
    hasHead &&
    rows.every(
      ({ content: cells = [] }) =>
        cells.length === columns.length &&
        cells.every((cell, index) => cell.type === 'tableCell' && isPlainCell(cell, index)),
    )
  )
}

const rules = { left: ':--', center: ':-:', right: '--:', none: '---' }

function writeTable({ content: [head, ...rows] }: Table, resolver: ReferenceResolver): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const words = (cells: TableCell[] = []) =>
    line(
      cells.map(({ content: [only] }) =>
        inlineMarkdown(only!.type === 'paragraph' ? only!.content : [], resolver, '<br>'),
      ),
    )
  const rule = line(head!.content!.map(({ attrs }) => rules[attrs?.align ?? 'none']))
  return [words(head!.content), rule, ...rows.map(({ content }) => words(content))].join('\n')
}

const delimiters: Partial<Record<Mark['type'], string>> = { bold: '**', italic: '*', strike: '~~' }
const tags = { bold: 'strong', italic: 'em', strike: 's', highlight: 'mark', key: 'kbd' } as const

// Writes the content of a line as Markdown. A mark becomes an HTML tag if Markdown has no syntax for it, or if the
// syntax does not work at this position.
function inlineMarkdown(nodes: InlineNode[] = [], resolver: ReferenceResolver, lineBreak: '\\\n' | '<br>'): string {
  const seen = joinTexts(nodes.map((node) => withoutLostLink(node, resolver)))
  const writeLeaf = (node: Leaf) =>
    node.type === 'hardBreak' ? lineBreak : renderEntryLink(node.attrs.entry, resolver)
  const written = writeRuns(seen, 0, writeLeaf, resolver)
  return written.trim().split('\\\n').map(escapeLineStart).join('\\\n')
}

function withoutLostLink(node: InlineNode, resolver: ReferenceResolver): InlineNode {
  if (node.type !== 'text' || !node.marks) return node
  const marks = node.marks.filter((mark) => mark.type !== 'link' || addressOf(mark.attrs, resolver) !== null)
  return marks.length > 0 ? { ...node, marks } : { type: 'text', text: node.text }
}

type Leaf = Exclude<InlineNode, Text>
type WriteLeaf = (node: Leaf) => string

/** Writes nodes with their marks as Markdown. The caller writes the first `depth` marks of each node. */
function writeRuns(nodes: InlineNode[], depth: number, writeLeaf: WriteLeaf, resolver: ReferenceResolver): string {
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
        () => writeRuns(run, depth + 1, writeLeaf, resolver),
        resolver,
      )
    }
    index = end
  }
  return written
}

const markAt = (node: InlineNode | undefined, depth: number): Mark | undefined =>
  node?.type === 'text' ? node.marks?.[depth] : undefined

// Returns the index after the last node of a run with the same mark. A line break belongs to the run if the mark
// continues after the line break.
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
  resolver: ReferenceResolver,
): string {
  if (mark.type === 'code') return writeInlineCode(run.map((node) => (node.type === 'text' ? node.text : '')).join(''))
  if (mark.type === 'link') return writeLink(run, addressOf(mark.attrs, resolver)!, inner)
  const delimiter = delimiters[mark.type]
  if (delimiter && canDelimit(run, around)) return `${delimiter}${inner()}${delimiter}`
  return `<${tags[mark.type]}>${inner()}</${tags[mark.type]}>`
}

function writeLink(run: InlineNode[], address: string, inner: () => string): string {
  const [only] = run
  const saysItself = run.length === 1 && only?.type === 'text' && only.text === address && only.marks?.length === 1
  if (saysItself && /^https?:\/\/[^\s<>]+$/.test(address)) return `<${address}>`
  return `[${inner()}](${writeAddress(address)})`
}

// Returns whether a delimiter such as `**` works around these nodes. It can fail next to letters or punctuation.
function canDelimit(run: InlineNode[], { before, after }: Surroundings): boolean {
  const first = run[0]!.type === 'text' ? run[0]!.text[0]! : ' '
  const last = rawEnd(run.at(-1))
  if (/\s/.test(first) || /\s/.test(last) || last === '') return false
  const isClosed = after === '' || /\s/.test(after) || (/[.,;:!?)]/.test(after) && /[\p{L}\p{N}]/u.test(last))
  return isClosed && (before === '' || /\s/.test(before))
}

function writeInlineCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const isPadded = /^`|`$/.test(text) || (/^ .* $/.test(text) && text.trim() !== '')
  return isPadded ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`
}

function writeAddress(address: string): string {
  const escaped = address.replace(/[\\<>]/g, '\\$&').replace(/&(?=#?\w+;)/g, '\\&')
  return /[\s()]/.test(address) || address === '' ? `<${escaped}>` : escaped
}

export const escapeText = (text: string): string =>
  text
    .replace(/[\\`*[\]<~|]|!$/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=[#\p{L}])/gu, '\\&')
    .replace(/(https?|mailto):/gi, '$1\\:')

const escapeLineStart = (line: string): string =>
  line
    .replace(/^\s+/, '')
    .replace(/^(?:[#>=]|[-+](?=[-+\s]|$)|:(?=-))/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
