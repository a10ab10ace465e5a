import type { Document, DocumentNode } from '#contract/writing/document.ts'

const beginsWithParagraph = new Set(['listItem', 'taskItem'])
const neverEmpty = new Set([
  ...['doc', 'blockquote', 'callout', 'tableCell', 'tableHeader', 'detailsContent', 'column', 'listItem', 'taskItem'],
])

const isEmpty = (node: DocumentNode) => node.type === 'paragraph' && !node.content

/** Returns the document without empty paragraphs and headings, because HTML and Markdown cannot express them. */
export const carried = (document: Document): Document => carriedNode(document) as Document

function carriedNode(node: DocumentNode): DocumentNode {
  if (!('content' in node) || !node.content || node.type === 'codeBlock') return node
  const inner = (node.content as DocumentNode[]).map(carriedNode)
  const content = inner.filter((child) => !isEmpty(child) && !(child.type === 'heading' && !child.content))
  const needsParagraph =
    (neverEmpty.has(node.type) && content.length === 0) ||
    (node.type === 'step' && content.length === 1) ||
    (beginsWithParagraph.has(node.type) && content[0]?.type !== 'paragraph')
  if (!needsParagraph) return { ...node, content } as DocumentNode
  return {
    ...node,
    content: node.type === 'step' ? [...content, { type: 'paragraph' }] : [{ type: 'paragraph' }, ...content],
  } as DocumentNode
}
