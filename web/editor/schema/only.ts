import { type AnyExtension, type Editor, Extension } from '@tiptap/core'
import type { Document, DocumentNode, FlowNode, Mark } from '#contract/document.ts'

/** The blocks and marks that a text takes; all of them, where nothing is said. */
export type Only = { blocks?: readonly string[] | undefined; marks?: readonly string[] | undefined }

declare module '@tiptap/core' {
  interface Storage {
    only: { only: Only | undefined }
  }
}

/** What says in menus which parts are offered. */
export const onlyExtension = (only: Only | undefined) =>
  Extension.create({ name: 'only', addStorage: () => ({ only }) })

const always = ['paragraph', 'text', 'doc', 'hardBreak']
/** A part of another one, which decides for it. */
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

function isIn(only: Only, name: string, kind: 'node' | 'mark'): boolean {
  if (kind === 'mark') return !only.marks || only.marks.includes(name)
  if (always.includes(name)) return true
  if (name === 'listItem') return ['bulletList', 'orderedList'].some((list) => isIn(only, list, 'node'))
  return !only.blocks || only.blocks.includes(partOf[name] ?? name)
}

/** Whether menus offer a block or a mark. */
export function isOffered(editor: Editor, name: string, kind: 'node' | 'mark'): boolean {
  const { only } = editor.storage.only
  return !only || isIn(only, name, kind)
}

/** Parts that are not taken stay in the schema, for texts that have them already, and nothing makes a new one. */
export const withOnly = (extensions: AnyExtension[], only: Only): AnyExtension[] =>
  extensions.map((extension) => {
    const { type, name } = extension
    if ((type !== 'node' && type !== 'mark') || isIn(only, name, type)) return extension
    return (extension as ReturnType<typeof Extension.create>).extend({
      parseHTML: () => [],
      addInputRules: () => [],
      addPasteRules: () => [],
      addKeyboardShortcuts: () => ({}),
    } as object)
  })

/** A document without the parts that are not taken: what they hold stays, as paragraphs. */
export function keepOnly(document: Document, only: Only): Document {
  const content = document.content.flatMap((node) => keptOf(node, only)) as FlowNode[]
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

type Loose = { type: string; content?: Loose[]; marks?: Mark[]; text?: string }

function keptOf(given: DocumentNode, only: Only): DocumentNode[] {
  const node = given as Loose
  if (node.type === 'text') {
    const marks = node.marks?.filter(({ type }) => isIn(only, type, 'mark'))
    return [{ type: 'text', text: node.text!, ...(marks?.length && { marks }) }]
  }
  const content = (node.content as DocumentNode[] | undefined)?.flatMap((child) => keptOf(child, only))
  if (isIn(only, node.type, 'node')) return [{ ...node, ...(content && { content }) } as DocumentNode]
  if (!content) return []
  const isLine = content.every(({ type }) => type === 'text' || type === 'hardBreak')
  return isLine ? [{ type: 'paragraph', content } as DocumentNode] : content
}
