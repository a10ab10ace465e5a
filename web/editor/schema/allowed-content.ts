import { type AnyExtension, type Editor, Extension } from '@tiptap/core'
import type { Document, DocumentNode, FlowNode, Mark } from '#contract/writing/document.ts'

/** The blocks and marks that a CMS text allows. An undefined list allows all blocks or all marks. */
export type AllowedContent = { blocks?: readonly string[] | undefined; marks?: readonly string[] | undefined }

declare module '@tiptap/core' {
  interface Storage {
    allowed: { allowed: AllowedContent | undefined }
  }
}

export const allowedContentExtension = (allowed: AllowedContent | undefined) =>
  Extension.create({ name: 'allowed', addStorage: () => ({ allowed }) })

const always = ['paragraph', 'text', 'doc', 'hardBreak']
const partOf: Record<string, string> = {
  ...{
    tableRow: 'table',
    tableCell: 'table',
    tableHeader: 'table',
    taskItem: 'taskList',
    step: 'steps',
    column: 'columns',
  },
  ...{ stepTitle: 'steps', detailsSummary: 'details', detailsContent: 'details' },
}

const ofContent = ['entry', 'inlineEntry']

function isIn(allowed: AllowedContent | undefined, name: string, kind: 'node' | 'mark'): boolean {
  if (!allowed) return !ofContent.includes(name)
  if (kind === 'mark') return !allowed.marks || allowed.marks.includes(name)
  if (always.includes(name)) return true
  if (name === 'listItem') return ['bulletList', 'orderedList'].some((list) => isIn(allowed, list, 'node'))
  return !allowed.blocks || allowed.blocks.includes(partOf[name] ?? name)
}

export function isOffered(editor: Editor, name: string, kind: 'node' | 'mark'): boolean {
  return isIn(editor.storage.allowed.allowed, name, kind)
}

/** Keeps forbidden nodes and marks in the schema for existing texts. Typing or pasting cannot create them. */
export const preventForbidden = (extensions: AnyExtension[], allowed: AllowedContent | undefined): AnyExtension[] =>
  extensions.map((extension) => {
    const { type, name } = extension
    if (name === 'link' && !allowed) return extension.configure({ takesEntries: false })
    if ((type !== 'node' && type !== 'mark') || isIn(allowed, name, type)) return extension
    return extension.extend({
      parseHTML: () => [],
      addInputRules: () => [],
      addPasteRules: () => [],
      addKeyboardShortcuts: () => ({}),
    })
  })

/** Removes forbidden marks. Replaces forbidden nodes by their content or text. */
export function removeForbidden(document: Document, allowed: AllowedContent | undefined): Document {
  const content = document.content.flatMap((node) => keptOf(node, allowed)) as FlowNode[]
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

const leadsToEntry = (mark: Mark) => mark.type === 'link' && mark.attrs.entry !== undefined
const inLines = ['text', 'hardBreak', 'inlineEntry']

type KeptNode = { type: string; content?: KeptNode[]; marks?: Mark[]; text?: string }

function keptOf(node: DocumentNode, allowed: AllowedContent | undefined): KeptNode[] {
  if (node.type === 'text') {
    const marks = node.marks?.filter((mark) => isIn(allowed, mark.type, 'mark') && (allowed || !leadsToEntry(mark)))
    return [{ type: 'text', text: node.text, ...(marks?.length && { marks }) }]
  }
  const children: DocumentNode[] | undefined = 'content' in node ? node.content : undefined
  const content = children?.flatMap((child) => keptOf(child, allowed))
  if (isIn(allowed, node.type, 'node')) return [{ ...node, ...(content && { content }) }]
  if (!content) {
    const words = wordsOf(node)
    return words ? [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] : []
  }
  const isLine = content.every(({ type }) => inLines.includes(type))
  return isLine ? [{ type: 'paragraph', content }] : content
}

function wordsOf(node: DocumentNode): string | undefined {
  if (node.type === 'picture') return node.attrs.caption ?? node.attrs.alt
  if (node.type === 'file') return node.attrs.name
  return node.type === 'video' ? [node.attrs.title, node.attrs.url].filter(Boolean).join(': ') : undefined
}
