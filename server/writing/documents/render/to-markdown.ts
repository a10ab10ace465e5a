import type { BlockNode, Document, DocumentNode, Picture, Table, TableCell } from '#contract/writing/document.ts'
import type { Addresses } from '#server/writing/documents/render/addresses.ts'
import { renderInline } from '#server/writing/documents/render/html-inline.ts'
import { renderAlone } from '#server/writing/documents/render/to-html.ts'
import { escapeText, inlineMarkdown, writeAddress } from './inline-markdown.ts'

/** GitHub's Markdown, with HTML where it has no syntax. `fromMarkdown` reads back the same document. */
export const toMarkdown = (document: Document, addresses: Addresses): string =>
  `${writeBlocks(document.content, addresses)}\n`

const alerts = { note: 'NOTE', tip: 'TIP', warning: 'WARNING' }
const nothing = '<!-- -->'

/** Adjacent lists get different markers. Otherwise they would be one list. */
function writeBlocks(nodes: DocumentNode[], addresses: Addresses): string {
  let isOther = false
  const written = nodes.map((node, index) => {
    isOther = listFamily(nodes[index - 1]) !== null && listFamily(nodes[index - 1]) === listFamily(node) && !isOther
    return writeBlock(node, addresses, isOther)
  })
  return written.filter((text) => text !== '').join('\n\n') || nothing
}

function listFamily(node: DocumentNode | undefined): 'marked' | 'numbered' | null {
  if (node?.type === 'bulletList' || node?.type === 'taskList') return 'marked'
  return node?.type === 'orderedList' ? 'numbered' : null
}

function writeBlock(node: DocumentNode, addresses: Addresses, isOther: boolean): string {
  switch (node.type) {
    case 'paragraph':
      return inlineMarkdown(node.content, addresses, '\\\n')
    case 'heading':
      return `${'#'.repeat(node.attrs.level)} ${closedHeading(inlineMarkdown(node.content, addresses, '<br>'))}`.trimEnd()
    case 'bulletList':
    case 'taskList':
    case 'orderedList':
      return writeListNode(node, addresses, isOther)
    case 'blockquote':
      return quote(writeBlocks(node.content, addresses))
    case 'callout':
      return quote(`[!${alerts[node.attrs.kind]}]\n\n${writeBlocks(node.content, addresses)}`)
    case 'codeBlock':
      return writeCode(node.content?.[0]?.text ?? '', node.attrs?.language ?? '')
    case 'horizontalRule':
      return '___'
    case 'table':
      return isPlainTable(node) ? writeTable(node, addresses) : asHtml(node, addresses)
    case 'picture':
      return isPlainPicture(node) ? writePicture(node, addresses) : asHtml(node, addresses)
    case 'file': {
      const href = addresses.file(node.attrs.file)
      return href === null ? '' : `[${escapeText(node.attrs.name)}](${writeAddress(href)})`
    }
    default:
      return writeContainer(node, addresses)
  }
}

type ListNode = Extract<DocumentNode, { type: 'bulletList' | 'taskList' | 'orderedList' }>

function writeListNode(node: ListNode, addresses: Addresses, isOther: boolean): string {
  switch (node.type) {
    case 'bulletList':
      return writeList(
        node.content.map(({ content }) => ({ sign: isOther ? '* ' : '- ', text: writeItem(content, addresses) })),
      )
    case 'taskList': {
      const box = (isChecked?: true) => (isChecked ? '[x] ' : '[ ] ')
      const items = node.content.map(({ attrs, content }) => `${box(attrs?.checked)}${writeItem(content, addresses)}`)
      return writeList(items.map((text) => ({ sign: isOther ? '* ' : '- ', text })))
    }
    case 'orderedList': {
      const start = node.attrs?.start ?? 1
      const sign = (index: number) => `${start + index}${isOther ? ')' : '.'} `
      return writeList(
        node.content.map(({ content }, index) => ({ sign: sign(index), text: writeItem(content, addresses) })),
      )
    }
  }
}

/** Tags on separate lines, with Markdown between them. */
function writeContainer(node: DocumentNode, addresses: Addresses): string {
  switch (node.type) {
    case 'steps': {
      const steps = node.content.map(({ content: [title, ...rest] }) => {
        const words = renderInline(title.content, addresses)
        return `<li>\n<p class="step-title">${words}</p>\n\n${writeBlocks(rest, addresses)}\n\n</li>`
      })
      return `<ol class="steps">\n${steps.join('\n')}\n</ol>`
    }
    case 'details': {
      const [summary, { content }] = node.content
      const words = renderInline(summary.content, addresses)
      return `<details>\n<summary>${words}</summary>\n\n${writeBlocks(content, addresses)}\n\n</details>`
    }
    case 'columns': {
      const columns = node.content.map(
        ({ content }) => `<div class="column">\n\n${writeBlocks(content, addresses)}\n\n</div>`,
      )
      return `<div class="columns">\n${columns.join('\n')}\n</div>`
    }
    default:
      return asHtml(node, addresses)
  }
}

/** On one line, because an empty line would end the HTML. */
const asHtml = (node: DocumentNode, addresses: Addresses) =>
  renderAlone(node, addresses).replace(/\n/g, '&#10;').replace(/\t/g, '&#9;')

/** `#` at the end of a heading would close it. */
const closedHeading = (text: string) => text.replace(/(?<=^|\s)(#+)$/, '\\$1')

const quote = (text: string) =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')

function writeItem([first, ...rest]: [DocumentNode, ...BlockNode[]], addresses: Addresses): string {
  const begin = writeBlock(first, addresses, false) || nothing
  if (rest.length === 0) return begin
  const isTight = rest.length === 1 && canFollow(rest[0]!)
  return `${begin}${isTight ? '\n' : '\n\n'}${writeBlocks(rest, addresses)}`
}

/** A list needs no empty line before it if it starts at 1 and with text. */
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

function writePicture({ attrs: { file, alt = '', caption } }: Picture, addresses: Addresses): string {
  const picture = addresses.picture(file)
  if (!picture) return ''
  const title = caption ? ` "${escapeText(caption).replaceAll('"', '\\"')}"` : ''
  return `![${escapeText(alt)}](${writeAddress(picture.src)}${title})`
}

/** Whether Markdown can write the table: a header row, one paragraph per cell, one alignment per column. */
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

function writeTable({ content: [head, ...rows] }: Table, addresses: Addresses): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const words = (cells: TableCell[] = []) =>
    line(
      cells.map(({ content: [only] }) =>
        inlineMarkdown(only!.type === 'paragraph' ? only!.content : [], addresses, '<br>'),
      ),
    )
  const rule = line(head!.content!.map(({ attrs }) => rules[attrs?.align ?? 'none']))
  return [words(head!.content), rule, ...rows.map(({ content }) => words(content))].join('\n')
}
