import { documentLimits, type MarkName, markOrder, type NodeName } from '#contract/writing/document.ts'
import {
  type Attribute,
  alignment,
  calloutKind,
  codeLanguage,
  columnWidths,
  entryId,
  fileId,
  headingLevel,
  integer,
  linkTarget,
  referenceTo,
  text,
  trueOnly,
  videoUrl,
  wordsUpTo,
} from './attributes.ts'

export type Part = { of: ReadonlySet<NodeName>; least: number; most: number }

export type NodeRule = {
  content: Part[] | null
  attributes: Record<string, Attribute>
  marks: ReadonlySet<MarkName>
}

const inline: NodeName[] = ['text', 'hardBreak', 'inlineEntry']

const blocks: NodeName[] = [
  'paragraph',
  'bulletList',
  'orderedList',
  'taskList',
  'blockquote',
  'callout',
  'codeBlock',
  'picture',
  'file',
  'video',
  'entry',
  'horizontalRule',
]
const columnFlow: NodeName[] = [...blocks, 'heading', 'table', 'steps', 'details', 'categoryList', 'include']
const flow: NodeName[] = [...columnFlow, 'columns']

const some = (...names: NodeName[]): Part => ({ of: new Set(names), least: 1, most: Number.POSITIVE_INFINITY })
const any = (...names: NodeName[]): Part => ({ of: new Set(names), least: 0, most: Number.POSITIVE_INFINITY })
const one = (name: NodeName): Part => ({ of: new Set([name]), least: 1, most: 1 })
const between = ([least, most]: readonly [number, number], name: NodeName): Part => ({
  of: new Set([name]),
  least,
  most,
})

const posterId = { ...fileId, isRequired: false }
const allMarks = new Set<MarkName>(markOrder)
const noMarks = new Set<MarkName>()

const holding = (content: Part[], attributes: Record<string, Attribute> = {}): NodeRule => ({
  content,
  attributes,
  marks: allMarks,
})
const leaf = (attributes: Record<string, Attribute> = {}): NodeRule => ({ content: null, attributes, marks: noMarks })

const item = [one('paragraph'), any(...blocks)]
const cell = holding([some(...blocks)], {
  colspan: integer(1, documentLimits.columnsOfTable, { meant: 1 }),
  rowspan: integer(1, documentLimits.nodes, { meant: 1 }),
  colwidth: columnWidths,
  align: alignment,
})

/** The content, attributes and marks of each document node. The schema of the editor must match these rules. */
export const schema: Record<NodeName, NodeRule> = {
  doc: holding([some(...flow)]),
  paragraph: holding([any(...inline)]),
  heading: holding([any(...inline)], { level: headingLevel }),
  bulletList: holding([some('listItem')]),
  orderedList: holding([some('listItem')], { start: integer(0, 999_999, { meant: 1 }) }),
  listItem: holding(item),
  taskList: holding([some('taskItem')]),
  taskItem: holding(item, { checked: trueOnly }),
  blockquote: holding([some(...blocks)]),
  callout: holding([some(...blocks)], { kind: calloutKind }),
  codeBlock: { content: [any('text')], attributes: { language: codeLanguage }, marks: noMarks },
  horizontalRule: leaf(),
  table: holding([some('tableRow')]),
  tableRow: holding([any('tableCell', 'tableHeader')]),
  tableCell: cell,
  tableHeader: cell,
  picture: leaf({
    file: fileId,
    alt: wordsUpTo(documentLimits.alt),
    caption: wordsUpTo(documentLimits.caption),
    width: integer(...documentLimits.pictureWidth),
    link: linkTarget,
  }),
  file: leaf({ file: fileId, name: text(documentLimits.fileName) }),
  video: leaf({ url: videoUrl, title: wordsUpTo(documentLimits.caption), poster: posterId }),
  steps: holding([some('step')]),
  step: holding([one('stepTitle'), some(...flow)]),
  stepTitle: holding([any(...inline)]),
  details: holding([one('detailsSummary'), one('detailsContent')]),
  detailsSummary: holding([any(...inline)]),
  detailsContent: holding([some(...flow)]),
  columns: holding([between(documentLimits.columns, 'column')]),
  column: holding([some(...columnFlow)]),
  categoryList: leaf({ reference: referenceTo('category') }),
  include: leaf({ reference: referenceTo('article') }),
  entry: leaf({ entry: entryId }),
  inlineEntry: leaf({ entry: entryId }),
  hardBreak: leaf(),
  text: leaf(),
}
