import type { AnyExtension } from '@tiptap/core'
import { textblockTypeInputRule } from '@tiptap/core'
import CodeBlock from '@tiptap/extension-code-block'
import Document from '@tiptap/extension-document'
import Heading, { type Level } from '@tiptap/extension-heading'
import { OrderedList, TaskItem, TaskList } from '@tiptap/extension-list'
import StarterKit from '@tiptap/starter-kit'
import { headingLevels } from '#contract/writing/document.ts'
import {
  Callout,
  Column,
  Columns,
  Details,
  DetailsContent,
  DetailsSummary,
  flowContent,
  Step,
  Steps,
  StepTitle,
} from './containers.ts'
import { CodeMark, Highlight, Key, Link } from './marks.ts'
import { CategoryList, EntryBlock, FileBlock, Include, InlineEntry, Picture, Video } from './media.ts'
import { Table, TableCell, TableHeader, TableRow } from './tables.ts'

/** The title of the page is its first level, so a first-level heading of elsewhere is one of ours below it. */
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
}).configure({ levels: [...headingLevels] as Level[] })

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

/** The nodes and marks of `contract/writing/document.ts`, each with what it may hold, and none besides. */
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
