import type { BlockNode, InlineNode, Paragraph, TaskItem } from '#contract/writing/document.ts'
import { isDrawnBox } from './html-media.ts'
import { type HtmlElement, hasClass, isElement } from './html-tree.ts'

export function isTask(item: HtmlElement): boolean {
  if (item.attributes.role === 'checkbox' || item.attributes['data-type'] === 'taskItem') return true
  return boxOf(item) !== null
}

function boxOf(item: HtmlElement): HtmlElement | null {
  const [first] = item.children.filter((child) => isElement(child) || child.trim() !== '')
  if (!first || !isElement(first)) return null
  if (first.name === 'input') return first.attributes.type === 'checkbox' ? first : null
  if (hasClass(first, 'checkbox') || isDrawnBox(first)) return first
  return first.name === 'p' || first.name === 'label' ? boxOf(first) : null
}

const writtenBox = /^\s*\[([ xX])\](?:\s+|$)/

const firstWords = (node: HtmlElement): string => {
  const first = node.children.find((child) => isElement(child) || child.trim() !== '')
  if (first === undefined) return ''
  return isElement(first) ? (/^(?:p|span)$/.test(first.name) ? firstWords(first) : '') : first
}

export const hasWrittenBox = (item: HtmlElement) => writtenBox.test(firstWords(item))

export const isWrittenChecked = (item: HtmlElement) => writtenBox.exec(firstWords(item))?.[1]?.toLowerCase() === 'x'

export function withoutBox<Node extends HtmlElement>(node: Node): Node {
  const at = node.children.findIndex((child) => isElement(child) || child.trim() !== '')
  const first = node.children[at]!
  const rest = isElement(first) ? withoutBox(first) : first.replace(writtenBox, '')
  return { ...node, children: node.children.with(at, rest) }
}

/** Removes the strike marks that Google Docs adds to completed tasks. */
function unstruck(words: Paragraph): Paragraph {
  const isStruck = words.content?.every(
    (node) => node.type !== 'text' || node.marks?.some(({ type }) => type === 'strike'),
  )
  if (!isStruck || !words.content) return words
  const content = words.content.map((node): InlineNode => {
    if (node.type !== 'text') return node
    const marks = node.marks?.filter(({ type }) => type !== 'strike') ?? []
    return { type: 'text', text: node.text, ...(marks.length > 0 && { marks }) }
  })
  return { ...words, content }
}

export function newTask(
  item: HtmlElement,
  [words, ...blocks]: [Paragraph, ...BlockNode[]],
  isSaidChecked = false,
): TaskItem {
  const box = boxOf(item)
  const isChecked =
    isSaidChecked ||
    item.attributes['aria-checked'] === 'true' ||
    item.attributes['data-checked'] === 'true' ||
    (box !== null && ('checked' in box.attributes || hasClass(box, 'checkbox-on') || box.attributes.alt === 'checked'))
  if (!isChecked) return { type: 'taskItem', content: [words, ...blocks] }
  const isOfDocs = item.attributes.role === 'checkbox'
  return { type: 'taskItem', attrs: { checked: true }, content: [isOfDocs ? unstruck(words) : words, ...blocks] }
}
