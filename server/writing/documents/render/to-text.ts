import type { Document, DocumentNode, InlineNode, Table } from '#contract/writing/document.ts'

export const toText = (document: Document): string => blocksToText(document.content)

export const blocksToText = (blocks: DocumentNode[]): string =>
  blocks
    .map(blockToText)
    .filter((text) => text !== '')
    .join('\n\n')

export const inlineToText = (nodes: InlineNode[] = []): string =>
  nodes
    .map((node) => (node.type === 'text' ? node.text : node.type === 'hardBreak' ? '\n' : ''))
    .join('')
    .trim()

export function excerptOf(document: Document, most = 300): string {
  const first = document.content.find((node) => node.type === 'paragraph' && inlineToText(node.content) !== '')
  const text = (first ? blockToText(first) : toText(document)).replace(/\s+/g, ' ')
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')
  const end = text.lastIndexOf(' ', most - 1)
  return `${end > 0 ? text.slice(0, end) : cut}…`
}

function blockToText(node: DocumentNode): string {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
    case 'stepTitle':
    case 'detailsSummary':
      return inlineToText(node.content)
    case 'codeBlock':
      return node.content?.map(({ text }) => text).join('') ?? ''
    case 'bulletList':
      return listToText(node.content, () => '- ')
    case 'taskList':
      return listToText(node.content, (index) => (node.content[index]!.attrs?.checked ? '[x] ' : '[ ] '))
    case 'orderedList':
      return listToText(node.content, (index) => `${(node.attrs?.start ?? 1) + index}. `)
    case 'steps':
      return listToText(node.content, (index) => `${index + 1}. `)
    case 'table':
      return tableToText(node)
    case 'picture':
      return [node.attrs.alt, node.attrs.caption].filter(Boolean).join('\n')
    case 'file':
      return node.attrs.name
    case 'video':
      return node.attrs.title ?? node.attrs.url
    default:
      return 'content' in node && node.content ? blocksToText(node.content) : ''
  }
}

function listToText(items: { content: DocumentNode[] }[], prefixOf: (index: number) => string): string {
  return items
    .map(({ content }, index) => {
      const prefix = prefixOf(index)
      const text = content
        .map(blockToText)
        .filter((part) => part !== '')
        .join('\n')
      return `${prefix}${text.replaceAll('\n', `\n${' '.repeat(prefix.length)}`)}`.trimEnd()
    })
    .join('\n')
}

const tableToText = ({ content }: Table): string =>
  content
    .map(({ content: cells = [] }) =>
      cells
        .map((cell) => blocksToText(cell.content).replace(/\s+/g, ' '))
        .join(' | ')
        .trim(),
    )
    .join('\n')
