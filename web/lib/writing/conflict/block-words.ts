import type { DocumentNode } from '#contract/writing/document.ts'

const lines = new Set(['paragraph', 'heading', 'codeBlock', 'stepTitle', 'detailsSummary'])

/** The words of a block, one line for each of its own; of what has none, what it is. */
export function wordsOf(node: DocumentNode): string {
  if (node.type === 'text') return node.text
  if (node.type === 'hardBreak') return '\n'
  if (node.type in things) return `[${formOf(node)}]`
  if (!('content' in node) || !node.content) return ''
  const parts = (node.content as DocumentNode[]).map(wordsOf)
  if (lines.has(node.type)) return parts.join('')
  return node.type === 'tableRow' ? parts.join(' | ') : parts.filter(Boolean).join('\n')
}

const things: Partial<Record<DocumentNode['type'], string>> = {
  picture: 'Picture',
  file: 'File',
  video: 'Video',
  entry: 'Entry',
  inlineEntry: 'Entry',
  horizontalRule: 'Divider',
  categoryList: 'List of a category',
  include: 'Part of another article',
}

const names: Partial<Record<DocumentNode['type'], string>> = {
  paragraph: 'Text',
  heading: 'Heading',
  bulletList: 'List',
  orderedList: 'Numbered list',
  taskItem: 'Task',
  callout: 'Callout',
  codeBlock: 'Code',
  tableCell: 'Cell',
  tableHeader: 'Header cell',
}

/** How a block looks, where its words do not say what differs. */
export function formOf(node: DocumentNode): string {
  const attrs = ('attrs' in node ? node.attrs : undefined) as Record<string, unknown> | undefined
  const said = Object.entries(attrs ?? {})
    .filter(([name, value]) => ['string', 'number', 'boolean'].includes(typeof value) && !hidden.has(name))
    .map(([name, value]) => (shownAlone.has(name) ? String(value) : `${name} ${String(value)}`))
  return [things[node.type] ?? names[node.type] ?? 'Block', ...said].join(', ')
}

const hidden = new Set(['file', 'poster', 'entry'])
const shownAlone = new Set(['alt', 'caption', 'name', 'title', 'url', 'kind', 'language'])
