import type {
  Blockquote,
  Document,
  DocumentNode,
  Heading,
  ListItem,
  OrderedList,
  Paragraph,
  Step,
  TaskItem,
} from '#contract/writing/document.ts'
import { directHtml } from '#server/platform/html/direct-html.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import type { Addresses } from './addresses.ts'
import { newHighlighter } from './highlight-code.ts'
import { renderInline } from './html-inline.ts'
import { renderEntry, renderFile, renderInclude, renderList, renderPicture, renderVideo } from './html-media.ts'
import { renderTable } from './html-table.ts'
import { newAnchors } from './outline.ts'
import { inlineToText } from './to-text.ts'

type Rendering = {
  addresses: Addresses
  highlight: ReturnType<typeof newHighlighter>
  anchorFor: (text: string) => string
}

/** Renders HTML with classes, without scripts and styles. */
export function toHtml(document: Document, addresses: Addresses, highlight = newHighlighter()): string {
  return directHtml(renderBlocks(document.content, { addresses, highlight, anchorFor: newAnchors() }))
}

/** Renders one node without highlighting, for text that is read back. */
export const renderAlone = (node: DocumentNode, addresses: Addresses): string =>
  renderBlock(node, { addresses, highlight: escapeHtml, anchorFor: newAnchors() })

function renderBlocks(nodes: DocumentNode[], rendering: Rendering): string {
  const written = nodes.length > 1 ? nodes.filter((node) => !isEmptyParagraph(node)) : nodes
  return written.map((node) => renderBlock(node, rendering)).join('')
}

const isEmptyParagraph = (node: DocumentNode) => node.type === 'paragraph' && !node.content

function renderBlock(node: DocumentNode, rendering: Rendering): string {
  const { addresses } = rendering
  switch (node.type) {
    case 'paragraph':
      return `<p>${renderInline(node.content, addresses)}</p>`
    case 'heading':
      return renderHeading(node, rendering)
    case 'bulletList':
      return `<ul>${node.content.map((item) => renderItem(item, rendering)).join('')}</ul>`
    case 'orderedList':
      return renderOrderedList(node, rendering)
    case 'taskList':
      return `<ul class="tasks">${node.content.map((item) => renderTask(item, rendering)).join('')}</ul>`
    case 'codeBlock':
      return `<pre tabindex="0"><code${node.attrs ? ` class="language-${escapeHtml(node.attrs.language)}"` : ''}>${rendering.highlight(node.content?.[0]?.text ?? '', node.attrs?.language)}</code></pre>`
    case 'horizontalRule':
      return '<hr>'
    default:
      return renderContainer(node, rendering)
  }
}

function renderContainer(node: DocumentNode, rendering: Rendering): string {
  switch (node.type) {
    case 'blockquote':
      return `<blockquote>${renderBlocks(node.content, rendering)}</blockquote>`
    case 'callout':
      return renderCallout(node.attrs.kind, node.content, rendering)
    case 'steps':
      return `<ol class="steps">${node.content.map((step) => renderStep(step, rendering)).join('')}</ol>`
    case 'details': {
      const [summary, { content }] = node.content
      const title = renderInline(summary.content, rendering.addresses)
      return `<details><summary>${title}</summary>${renderBlocks(content, rendering)}</details>`
    }
    case 'columns': {
      const columns = node.content.map(({ content }) => `<div class="column">${renderBlocks(content, rendering)}</div>`)
      return `<div class="columns columns-${columns.length}">${columns.join('')}</div>`
    }
    default:
      return renderOwn(node, rendering)
  }
}

function renderOwn(node: DocumentNode, rendering: Rendering): string {
  const { addresses } = rendering
  switch (node.type) {
    case 'table':
      return renderTable(node, (cell) => renderLoosely(cell.content, rendering))
    case 'picture':
      return renderPicture(node, addresses)
    case 'file':
      return renderFile(node, addresses)
    case 'video':
      return renderVideo(node, addresses)
    case 'entry':
      return renderEntry(node, addresses)
    case 'categoryList':
      return renderList(node, addresses)
    case 'include':
      return renderInclude(node, addresses)
    default:
      throw new Error(`A ${node.type} is rendered with its parent`)
  }
}

function renderHeading({ attrs: { level }, content }: Heading, { addresses, anchorFor }: Rendering): string {
  const anchor = anchorFor(inlineToText(content))
  return `<h${level} id="${escapeHtml(anchor)}">${renderInline(content, addresses)}</h${level}>`
}

function renderOrderedList({ attrs, content }: OrderedList, rendering: Rendering): string {
  const items = content.map((item) => renderItem(item, rendering)).join('')
  return `<ol${attrs ? ` start="${attrs.start}"` : ''}>${items}</ol>`
}

const renderItem = ({ content }: ListItem, rendering: Rendering) => `<li>${renderLoosely(content, rendering)}</li>`

function renderTask({ attrs, content }: TaskItem, rendering: Rendering): string {
  const { done, notDone } = rendering.addresses.words
  const box = attrs?.checked
    ? `<input type="checkbox" disabled checked aria-label="${escapeHtml(done)}">`
    : `<input type="checkbox" disabled aria-label="${escapeHtml(notDone)}">`
  return `<li>${box}${renderLoosely(content, rendering)}</li>`
}

/** A first paragraph has no tags if only lists follow it. */
function renderLoosely(content: DocumentNode[], rendering: Rendering): string {
  const [first, ...rest] = content
  const isLoose = first?.type === 'paragraph' && rest.every(({ type }) => isList(type))
  if (!isLoose) return renderBlocks(content, rendering)
  const paragraph = first as Paragraph
  return `${renderInline(paragraph.content, rendering.addresses)}${renderBlocks(rest, rendering)}`
}

const isList = (type: DocumentNode['type']) => type === 'bulletList' || type === 'orderedList' || type === 'taskList'

function renderCallout(kind: 'note' | 'tip' | 'warning', content: Blockquote['content'], rendering: Rendering): string {
  const name = escapeHtml(rendering.addresses.words[kind])
  return `<div class="callout callout-${kind}" role="note" aria-label="${name}">${renderBlocks(content, rendering)}</div>`
}

function renderStep({ content: [title, ...rest] }: Step, rendering: Rendering): string {
  const words = renderInline(title.content, rendering.addresses)
  return `<li><p class="step-title">${words}</p>${renderBlocks(rest, rendering)}</li>`
}
