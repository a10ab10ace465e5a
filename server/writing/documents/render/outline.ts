import {
  type BlockNode,
  type Document,
  type DocumentNode,
  documentLimits,
  type FlowNode,
  type Heading,
  type HeadingLevel,
  type Step,
} from '#contract/writing/document.ts'
import { blocksToText, inlineToText } from './to-text.ts'

export type OutlineEntry = { level: HeadingLevel; text: string; anchor: string; path: string }

export function headingsOf(document: Document): OutlineEntry[] {
  const anchorFor = newAnchors()
  return [...readingOrder(document.content, 'document')].flatMap(({ node, path }) => {
    if (node.type !== 'heading') return []
    const text = inlineToText(node.content)
    return { level: node.attrs.level, text, anchor: anchorFor(text), path }
  })
}

export function newAnchors() {
  const taken = new Map<string, number>()
  return (text: string): string => {
    const first = anchorOf(text)
    let anchor = first
    let count = taken.get(first) ?? 0
    while (taken.has(anchor)) anchor = `${first}-${++count}`
    taken.set(first, count)
    taken.set(anchor, taken.get(anchor) ?? 0)
    return anchor
  }
}

function anchorOf(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
  const anchor = words
    .trim()
    .replace(/\s/g, '-')
    .slice(0, documentLimits.anchor - 10)
  return anchor.replace(/[\ud800-\udbff]$/, '') || 'section'
}

export type Section = { heading: string | null; anchor: string | null; level: HeadingLevel | null; text: string }

export function sectionsOf(document: Document): Section[] {
  const anchorFor = newAnchors()
  const sections: (Omit<Section, 'text'> & { blocks: DocumentNode[] })[] = [
    { heading: null, anchor: null, level: null, blocks: [] },
  ]
  for (const { node } of readingOrder(document.content, 'document')) {
    if (node.type !== 'heading') sections.at(-1)!.blocks.push(node)
    else {
      const heading = inlineToText(node.content)
      sections.push({ heading, anchor: anchorFor(heading), level: node.attrs.level, blocks: [] })
    }
  }
  const written = sections.map(({ blocks, ...section }) => ({ ...section, text: blocksToText(blocks) }))
  return written.filter(({ heading, text }) => heading !== null || text !== '')
}

export function sectionAt(document: Document, anchor: string): Document | null {
  const anchorFor = newAnchors()
  for (const { node, siblings, index } of readingOrder(document.content, 'document')) {
    if (node.type !== 'heading' || anchorFor(inlineToText(node.content)) !== anchor) continue
    const end = siblings.findIndex((other, at) => at > index && isHeadingUpTo(other, node.attrs.level))
    return { type: 'doc', content: siblings.slice(index, end === -1 ? undefined : end) }
  }
  return null
}

const isHeadingUpTo = (node: FlowNode, level: HeadingLevel) => node.type === 'heading' && node.attrs.level <= level

type BlockPosition = { node: Heading | BlockNode | Leaf; path: string; siblings: FlowNode[]; index: number }
type Leaf = Extract<DocumentNode, { type: 'table' | 'categoryList' | 'include' }>

function* readingOrder(siblings: FlowNode[], path: string): Generator<BlockPosition> {
  for (const [index, node] of siblings.entries()) {
    const at = `${path}.content[${index}]`
    if (node.type === 'steps' || node.type === 'columns') {
      for (const [position, part] of node.content.entries()) {
        const partPath = `${at}.content[${position}]`
        if (part.type === 'step') yield* readingTitled(part.content, partPath)
        else yield* readingOrder(part.content, partPath)
      }
    } else if (node.type === 'details') {
      const [summary, content] = node.content
      yield { node: { type: 'paragraph', content: summary.content ?? [] }, path: at, siblings, index }
      yield* readingOrder(content.content, `${at}.content[1]`)
    } else yield { node, path: at, siblings, index }
  }
}

function* readingTitled([title, ...rest]: Step['content'], path: string): Generator<BlockPosition> {
  const siblings: FlowNode[] = [{ type: 'paragraph', content: title.content ?? [] }, ...rest]
  yield* readingOrder(siblings, path)
}
