import { type AnyExtension, type Attribute, mergeAttributes, Node, textblockTypeInputRule } from '@tiptap/core'
import CodeBlock from '@tiptap/extension-code-block'
import Document from '@tiptap/extension-document'
import Heading from '@tiptap/extension-heading'
import { OrderedList, TaskItem, TaskList } from '@tiptap/extension-list'
import StarterKit from '@tiptap/starter-kit'
import { calloutKinds, headingLevels } from '#contract/writing/document.ts'
import { CodeMark, Highlight, Key, Link } from './marks.ts'
import { CategoryList, EntryBlock, FileBlock, Include, InlineEntry, Picture, Video } from './media.ts'
import { Table, TableCell, TableHeader, TableRow } from './tables.ts'

// The group `wide` contains only the node `columns`. It is missing in `columnContent`, so that columns cannot contain
// columns.
const flowContent = '(block | flow | wide)+'
const columnContent = '(block | flow)+'

type Container = {
  content: string
  group?: string
  tag: string
  attributes?: Record<string, Attribute>
  isTitle?: true
}

const container = (name: string, { content, group, tag, attributes = {}, isTitle }: Container) =>
  Node.create({
    name,
    content,
    group,
    defining: true,
    isolating: isTitle,
    addAttributes: () => attributes,
    parseHTML: () => [{ tag: `${tag}[data-node="${name}"]`, priority: 60 }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes, { 'data-node': name }), 0],
  })

const Callout = container('callout', {
  content: 'block+',
  group: 'block',
  tag: 'div',
  attributes: {
    kind: {
      default: 'note',
      parseHTML: (element) =>
        calloutKinds.find((kind) => kind === element.getAttribute('data-kind')) ?? calloutKinds[0],
      renderHTML: ({ kind }) => ({ 'data-kind': kind }),
    },
  },
})

const Steps = container('steps', { content: 'step+', group: 'flow', tag: 'ol' })
const Step = container('step', { content: `stepTitle ${flowContent}`, tag: 'li' })
const StepTitle = container('stepTitle', { content: 'inline*', tag: 'p', isTitle: true })

const Details = container('details', {
  content: 'detailsSummary detailsContent',
  group: 'flow',
  tag: 'div',
}).extend({
  parseHTML: () => [{ tag: 'div[data-node="details"]', priority: 60 }, { tag: 'details' }],
})
const DetailsSummary = container('detailsSummary', { content: 'inline*', tag: 'p', isTitle: true }).extend({
  parseHTML: () => [{ tag: 'p[data-node="detailsSummary"]', priority: 60 }, { tag: 'summary' }],
})
const DetailsContent = container('detailsContent', { content: flowContent, tag: 'div' })

const Columns = container('columns', { content: 'column{2,4}', group: 'wide', tag: 'div' })
const Column = container('column', { content: columnContent, tag: 'div' })

// Headings of the levels 2 to 4. Level 1 is the title of the page, so a pasted h1 becomes level 2. Pasted h5 and h6
// become level 4.
const OwnHeading = Heading.extend({
  group: 'flow',
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
  parseHTML: () =>
    [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.min(Math.max(level, 2), 4) } })),
  addInputRules() {
    return [1, 2, 3, 4].map((signs) =>
      textblockTypeInputRule({
        find: new RegExp(`^#{${signs}}\\s$`),
        type: this.type,
        getAttributes: { level: Math.max(signs, 2) },
      }),
    )
  },
}).configure({ levels: [...headingLevels] })

const OwnOrderedList = OrderedList.extend({
  addAttributes: () => ({
    start: {
      default: 1,
      parseHTML: (element) => {
        const start = Number(element.getAttribute('start') ?? 1)
        return Number.isInteger(start) && start >= 0 && start <= 999_999 ? start : 1
      },
    },
  }),
})

const OwnCodeBlock = CodeBlock.extend({
  addAttributes: () => ({
    language: {
      default: null,
      rendered: false,
      parseHTML: (element) => {
        const named = /(?:^|\s)language-([\w+#.-]{1,30})(?=\s|$)/.exec(element.firstElementChild?.className ?? '')
        return named?.[1]?.toLowerCase() ?? null
      },
    },
  }),
})

/** Editor extensions for the nodes and marks of `contract/writing/document.ts`. */
export const schemaExtensions: AnyExtension[] = [
  StarterKit.configure({
    ...{ document: false, heading: false, orderedList: false, codeBlock: false, code: false },
    ...{ link: false, underline: false, trailingNode: false },
    dropcursor: { class: 'drop-cursor', color: false },
  }),
  Document.extend({ content: flowContent }),
  ...[OwnHeading, OwnOrderedList, OwnCodeBlock, TaskList, TaskItem.configure({ nested: true })],
  ...[Callout, Steps, Step, StepTitle, Details, DetailsSummary, DetailsContent, Columns, Column],
  ...[Table, TableRow, TableCell, TableHeader],
  ...[Picture, FileBlock, Video, CategoryList, Include, EntryBlock, InlineEntry],
  ...[Link, CodeMark, Highlight, Key],
]
