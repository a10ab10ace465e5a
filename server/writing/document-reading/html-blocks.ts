import {
  type BlockNode,
  type CalloutKind,
  type Column,
  type FlowNode,
  headingLevels,
  type InlineNode,
  type Paragraph,
  type Step,
} from '#contract/writing/document.ts'
import type { UrlResolver } from '#server/writing/documents/render/addresses.ts'
import { boxOf as calloutOf } from './boxes.ts'
import { type Marks, marksIn } from './html-marks.ts'
import { readEmbed, readFile, readPicture, readRecording, readScriptedVideo, readVideo } from './html-media.ts'
import { cellsOf, readTable, rowsOf } from './html-tables.ts'
import { hasWrittenBox, isTask, isWrittenChecked, newTask, withoutBox } from './html-tasks.ts'
import {
  elementsIn,
  findElement,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isElement,
  type NoteLeft,
  noteChanged,
  styleOf,
  textIn,
} from './html-tree.ts'
import { nestLists } from './leveled-lists.ts'
import type { newAnchorNotes } from './notes/former-anchors.ts'
import { newWriter, type Writer } from './writer.ts'

export type ReadPosition = {
  holds: 'flow' | 'column' | 'blocks'
  depth: number
  isHeading: boolean
  /** 1 if the page has an h1, otherwise 0. With 1, all headings move down a level. */
  headingShift: number
  /** Whether task boxes are also written as text. Notion copies the box as `[ ]` before the text of the task. */
  hasWrittenBoxes?: boolean
  urlResolver: UrlResolver
  pictureFor: (src: string) => string | null
  note: NoteLeft
  anchors: ReturnType<typeof newAnchorNotes>
}

const deepest = 22
const plain: Marks = new Map()

const blockNames = new Set(
  'p div section article header footer main nav address center form fieldset dl dt dd caption figcaption figure table tr li ul ol summary'.split(
    ' ',
  ),
)

export function readBlocks(children: HtmlNode[], place: ReadPosition, marks: Marks = plain): [FlowNode, ...FlowNode[]] {
  const writer = newWriter()
  readChildren(children, place, marks, writer)
  const [first = { type: 'paragraph' }, ...rest] = writer.finish()
  return [first, ...rest]
}

function readChildren(children: HtmlNode[], place: ReadPosition, marks: Marks, writer: Writer) {
  for (const child of nestLists(children)) {
    if (isElement(child)) readElement(child, place, marks, writer)
    else {
      place.anchors.text(child)
      writer.text(child, marks)
    }
  }
}

function readElement(element: HtmlElement, place: ReadPosition, marks: Marks, writer: Writer) {
  const { name } = element
  if (name === 'br') return writer.lineBreak()
  place.anchors.element(element)
  noteChanged(element, place.note)
  const entry = hasClass(element, 'entry') ? entryIn(element, place) : null
  if (entry && name === 'a') return writer.entry(entry)
  const isFile = name === 'a' && !place.isHeading
  const blocks = place.depth >= deepest ? null : isFile ? readFile(element, place) : readSpecial(element, place, marks)
  if (blocks) return writer.block(...blocks)
  const isBlock = blockNames.has(name)
  if (isBlock) writer.flush()
  readChildren(element.children, place, marksIn(element, marks, place), writer)
  if (isBlock) writer.flush()
}

const entryIn = ({ attributes: { href = '' } }: HtmlElement, { urlResolver }: ReadPosition) => urlResolver.entryOf(href)

type BlockReader = (element: HtmlElement, place: ReadPosition, marks: Marks) => FlowNode[] | null

function readSpecial(element: HtmlElement, place: ReadPosition, marks: Marks): FlowNode[] | null {
  const { name } = element
  return Object.hasOwn(readers, name) ? readers[name]!(element, place, marks) : null
}

const readers: Record<string, BlockReader> = {
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, readHeading])),
  ul: readUnordered,
  ol: readOrdered,
  blockquote: (element, place, marks) => [{ type: 'blockquote', content: inBlocks(element.children, place, marks, 1) }],
  aside: (element, place, marks) => [newCallout(calloutOf(element) ?? 'note', element, place, marks)],
  section: readBox,
  pre: (element) => [newCode(element)],
  hr: () => [{ type: 'horizontalRule' }],
  img: (element, place, marks) => readPicture(element, null, marks.get('link'), place),
  figure: readFigure,
  ...{ iframe: readEmbed, object: readEmbed, embed: readEmbed, video: readRecording, audio: readRecording },
  table: readTableIn,
  details: readDetails,
  div: readDivision,
  p: readMarkedParagraph,
}

function inBlocks(
  children: HtmlNode[],
  place: ReadPosition,
  marks: Marks,
  levels: number,
): [BlockNode, ...BlockNode[]] {
  return readBlocks(children, { ...place, holds: 'blocks', depth: place.depth + levels }, marks) as [BlockNode]
}

const inFlow = (children: HtmlNode[], place: ReadPosition, levels: number, holds: 'flow' | 'column' = 'flow') =>
  readBlocks(children, { ...place, holds, depth: place.depth + levels })

function readBox(element: HtmlElement, place: ReadPosition, marks: Marks): FlowNode[] | null {
  const kind = calloutOf(element)
  return kind && [newCallout(kind, element, place, marks)]
}

function readHeading(element: HtmlElement, place: ReadPosition, marks: Marks): FlowNode[] {
  const level = headingLevels.findLast((one) => one <= Number(element.name[1]) + place.headingShift) ?? 2
  const own = place.holds === 'blocks' ? new Map(marks).set('bold', { type: 'bold' }) : marks
  const asHeading = (node: FlowNode): FlowNode[] => {
    if (node.type !== 'paragraph' || place.holds === 'blocks') return isBare(node) ? [] : [node]
    return node.content ? [{ type: 'heading', attrs: { level }, content: node.content }] : []
  }
  return place.anchors.heading(() =>
    readBlocks(element.children, { ...place, holds: 'blocks', isHeading: true }, own).flatMap(asHeading),
  )
}

const isBare = (node: FlowNode) => node.type === 'paragraph' && !node.content

function readUnordered(element: HtmlElement, place: ReadPosition): FlowNode[] {
  const from = element.attributes['data-from']
  const reference = hasClass(element, 'listing') && from ? place.urlResolver.referenceOf(from) : null
  if (reference?.kind === 'category' && place.holds !== 'blocks')
    return [{ type: 'categoryList', attrs: { reference } }]
  const items = itemsOf(element)
  if (items.length === 0) return []
  if (place.hasWrittenBoxes && items.every(hasWrittenBox))
    return [{ type: 'taskList', content: items.map((item) => taskIn(withoutBox(item), place, isWrittenChecked(item))) }]
  if (!items.some(isTask)) return [{ type: 'bulletList', content: items.map((item) => newItem(item, place)) }]
  return [{ type: 'taskList', content: items.map((item) => taskIn(item, place)) }]
}

function readOrdered(element: HtmlElement, place: ReadPosition): FlowNode[] {
  const items = itemsOf(element)
  if (items.length === 0) return []
  if (hasClass(element, 'steps') && place.holds !== 'blocks') {
    return [{ type: 'steps', content: items.map((item) => newStep(item, place)) }]
  }
  const start = Math.min(999_999, Math.max(0, Number.parseInt(element.attributes.start ?? '1', 10) || 0))
  const content = items.map((item) => newItem(item, place))
  return [{ type: 'orderedList', ...(start !== 1 && { attrs: { start } }), content }]
}

// Returns the items of a list. Nested lists and text between the items, as Google Docs writes them, become part of the
// item before them.
function itemsOf(list: HtmlElement): HtmlElement[] {
  const items: HtmlElement[] = []
  for (const child of list.children) {
    if (!isElement(child) && child.trim() === '') continue
    const last = items.at(-1)
    if (isElement(child) && child.name === 'li') items.push({ ...child, children: [...child.children] })
    else if (last) last.children.push(child)
    else items.push({ name: 'li', attributes: {}, children: [child] })
  }
  return items
}

function itemBlocks(item: HtmlElement, place: ReadPosition): [Paragraph, ...BlockNode[]] {
  place.anchors.element(item)
  const [first, ...rest] = inBlocks(item.children, place, plain, 2)
  return first.type === 'paragraph' ? [first, ...rest] : [{ type: 'paragraph' }, first, ...rest]
}

const newItem = (item: HtmlElement, place: ReadPosition) => ({
  type: 'listItem' as const,
  content: itemBlocks(item, place),
})

const taskIn = (item: HtmlElement, place: ReadPosition, isSaidChecked = false) =>
  newTask(item, itemBlocks(item, place), isSaidChecked)

function newStep(item: HtmlElement, place: ReadPosition): Step {
  place.anchors.element(item)
  const isTitle = (child: HtmlNode) => isElement(child) && hasClass(child, 'step-title')
  const title = item.children.find(isTitle)
  const words = title && isElement(title) ? inlineIn(title.children, place) : {}
  const content = inFlow(
    item.children.filter((child) => child !== title),
    place,
    2,
  )
  return { type: 'step', content: [{ type: 'stepTitle', ...words }, ...content] }
}

function inlineIn(children: HtmlNode[], place: ReadPosition): { content?: InlineNode[] } {
  const paragraphs = readBlocks(children, { ...place, depth: deepest }).flatMap((node) =>
    node.type === 'paragraph' && node.content ? [node.content] : [],
  )
  const content = paragraphs.flatMap((line, index): InlineNode[] =>
    index > 0 ? [{ type: 'hardBreak' }, ...line] : line,
  )
  return content.length > 0 ? { content } : {}
}

function newCallout(kind: CalloutKind, element: HtmlElement, place: ReadPosition, marks: Marks): FlowNode {
  return { type: 'callout', attrs: { kind }, content: inBlocks(element.children, place, marks, 1) }
}

function newCode(element: HtmlElement): FlowNode {
  const code = findElement(element, ({ name }) => name === 'code')
  const named = `${element.attributes.class ?? ''} ${code?.attributes.class ?? ''}`
  const [, language] = /(?:^|\s)lang(?:uage)?-([\w+#.-]{1,30})(?:\s|$)/.exec(named) ?? []
  // HTML ignores a line break at the beginning of code, and editors add one at the end, so both are removed. Code with
  // `tabindex` comes from us and stays exact.
  const text = element.children.map(textIn).join('')
  const isOurs = 'tabindex' in element.attributes
  const shown = isOurs ? text : text.replace(/^\r?\n/, '').replace(/\r?\n$/, '')
  return {
    type: 'codeBlock',
    ...(language && { attrs: { language } }),
    ...(shown !== '' && { content: [{ type: 'text', text: shown }] }),
  }
}

/** Reads code that was copied from an editor or terminal. Only the style `white-space: pre` shows that it is code. */
function readSetLines(element: HtmlElement): FlowNode | null {
  if (styleOf(element)['white-space'] !== 'pre' || findElement(element, ({ name }) => !inSetLines.has(name)))
    return null
  const text = linesIn(element.children).trimEnd().replaceAll('\u00a0', ' ')
  return text.includes('\n') ? { type: 'codeBlock', content: [{ type: 'text', text }] } : null
}

const inSetLines = new Set(['div', 'span', 'br', 'b', 'i', 'u', 'strong', 'em', 'font', 'a'])

function linesIn(nodes: HtmlNode[]): string {
  let text = ''
  for (const node of nodes) {
    const own = isElement(node) && node.name !== 'br' ? linesIn(node.children) : textIn(node)
    const isLine = isElement(node) && node.name === 'div' && own !== ''
    if (isLine && text !== '' && !text.endsWith('\n')) text += '\n'
    text += isLine && !own.endsWith('\n') ? `${own}\n` : own
  }
  return text
}

function readFigure(element: HtmlElement, place: ReadPosition, marks: Marks): FlowNode[] | null {
  const image = findElement(element, ({ name }) => name === 'img')
  if (!image || findElement(element, ({ name }) => name === 'table' || name === 'pre')) return null
  const caption = findElement(element, ({ name }) => name === 'figcaption')
  const link = findElement(element, ({ name, children }) => name === 'a' && children.includes(image))
  const mark = link ? marksIn(link, plain, place).get('link') : marks.get('link')
  return readPicture(image, caption ? textIn(caption) : null, mark, place)
}

function readTableIn(element: HtmlElement, place: ReadPosition, marks: Marks): FlowNode[] {
  if (place.holds === 'blocks') {
    place.note('form-flattened', textIn(element))
    const cells = rowsOf(element).flatMap(cellsOf)
    return cells.flatMap(({ children }) => readBlocks(children, place, marks)).filter((node) => !isBare(node))
  }
  const caption = elementsIn(element).find(({ name }) => name === 'caption')
  const table = readTable(element, (cell) => {
    place.anchors.element(cell)
    return inBlocks(cell.children, place, plain, 3)
  })
  const title = caption ? readBlocks(caption.children, place).filter((node) => !isBare(node)) : []
  return table ? [...title, table] : title
}

function readDetails(element: HtmlElement, place: ReadPosition, marks: Marks): FlowNode[] {
  const summary = elementsIn(element).find(({ name }) => name === 'summary')
  const words = summary ? inlineIn(summary.children, place) : {}
  const rest = element.children.filter((child) => child !== summary)
  if (place.holds === 'blocks') {
    place.note('form-flattened', textIn(element))
    return [{ type: 'paragraph', ...words }, ...readBlocks(rest, place, marks)]
  }
  const content = inFlow(rest, place, 2)
  return [
    {
      type: 'details',
      content: [
        { type: 'detailsSummary', ...words },
        { type: 'detailsContent', content },
      ],
    },
  ]
}

function readDivision(element: HtmlElement, place: ReadPosition, marks: Marks): FlowNode[] | null {
  const code = readSetLines(element)
  if (code) return [code]
  const box = readScriptedVideo(element) ?? readBox(element, place, marks)
  if (box) return box
  if (hasClass(element, 'columns') && place.holds === 'flow') return readColumns(element, place)
  const from = hasClass(element, 'include') ? element.attributes['data-from'] : undefined
  const reference = from ? place.urlResolver.referenceOf(from) : null
  return reference?.kind === 'article' && place.holds !== 'blocks' ? [{ type: 'include', attrs: { reference } }] : null
}

function readColumns(element: HtmlElement, place: ReadPosition): FlowNode[] | null {
  const columns = elementsIn(element)
  if (columns.length < 2 || columns.length > 4 || !columns.every((column) => hasClass(column, 'column'))) return null
  const content = columns.map((column) => ({
    type: 'column' as const,
    content: inFlow(column.children, place, 2, 'column'),
  }))
  return [{ type: 'columns', content: content as Column[] }]
}

function readMarkedParagraph(element: HtmlElement, place: ReadPosition, marks: Marks): FlowNode[] | null {
  const box = readBox(element, place, marks)
  if (box) return box
  const link = findElement(element, ({ name }) => name === 'a')
  if (!link) return null
  if (hasClass(element, 'video')) return readVideo(link, place)
  const entry = hasClass(element, 'entry') ? entryIn(link, place) : null
  if (entry) return [{ type: 'entry', attrs: { entry } }]
  const isAlone = element.children.every((child) => child === link || (!isElement(child) && child.trim() === ''))
  return isAlone ? readFile(link, place) : null
}
