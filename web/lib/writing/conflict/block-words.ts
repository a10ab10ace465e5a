import type { DocumentNode } from '#contract/writing/document.ts'

const lines = new Set(['paragraph', 'heading', 'codeBlock', 'stepTitle', 'detailsSummary'])

/** The words of a block, line by line. A block without words is named by its kind. */
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

/** Describes a block by its form, for blocks with the same words. */
export function formOf(node: DocumentNode): string {
  const attrs = ('attrs' in node ? node.attrs : undefined) as Record<string, unknown> | undefined
  const said = Object.entries(attrs ?? {})
    .filter(([name, value]) => ['string', 'number', 'boolean'].includes(typeof value) && !hidden.has(name))
    .map(([name, value]) => (shownAlone.has(name) ? String(value) : `${name} ${String(value)}`))
  return [things[node.type] ?? names[node.type] ?? 'Block', ...said].join(', ')
}

const hidden = new Set(['file', 'poster', 'entry'])
const shownAlone = new Set(['alt', 'caption', 'name', 'title', 'url', 'kind', 'language'])
