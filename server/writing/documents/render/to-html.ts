import type {
  Callout,
  CategoryList,
  Document,
  DocumentNode,
  EntryBlock,
  FileNode,
  Heading,
  Include,
  ListItem,
  Picture,
  Step,
  Table,
  TableCell,
  TableRow,
  TaskItem,
  Video,
} from '#contract/writing/document.ts'
import { directHtml } from '#server/platform/html/direct-html.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import type { ReferenceResolver, ShownPicture } from './addresses.ts'
import { newHighlighter } from './highlight-code.ts'
import { openLink, renderEntryLink, renderInline } from './html-inline.ts'
import { newAnchors } from './outline.ts'
import { inlineToText } from './to-text.ts'

type Rendering = {
  resolver: ReferenceResolver
  highlight: ReturnType<typeof newHighlighter>
  anchorFor: (text: string) => string
}

export function toHtml(document: Document, resolver: ReferenceResolver, highlight = newHighlighter()): string {
  return directHtml(renderBlocks(document.content, { resolver, highlight, anchorFor: newAnchors() }))
}

/** Renders one node as HTML, without highlighting its code. */
export const renderAlone = (node: DocumentNode, resolver: ReferenceResolver): string =>
  renderBlock(node, { resolver, highlight: escapeHtml, anchorFor: newAnchors() })

function renderBlocks(nodes: DocumentNode[], rendering: Rendering): string {
  const written = nodes.length > 1 ? nodes.filter((node) => !isEmptyParagraph(node)) : nodes
  return written.map((node) => renderBlock(node, rendering)).join('')
}

const isEmptyParagraph = (node: DocumentNode) => node.type === 'paragraph' && !node.content

function renderBlock(node: DocumentNode, rendering: Rendering): string {
  const { resolver } = rendering
  switch (node.type) {
    case 'paragraph':
      return `<p>${renderInline(node.content, resolver)}</p>`
    case 'heading':
      return renderHeading(node, rendering)
    case 'bulletList':
      return `<ul>${renderItems(node.content, rendering)}</ul>`
    case 'orderedList':
      return `<ol${node.attrs ? ` start="${node.attrs.start}"` : ''}>${renderItems(node.content, rendering)}</ol>`
    case 'taskList':
      return `<ul class="tasks">${node.content.map((item) => renderTask(item, rendering)).join('')}</ul>`
    case 'codeBlock':
      return `<pre tabindex="0"><code${node.attrs ? ` class="language-${escapeHtml(node.attrs.language)}"` : ''}>${rendering.highlight(node.content?.[0]?.text ?? '', node.attrs?.language)}</code></pre>`
    case 'horizontalRule':
      return '<hr>'
    case 'blockquote':
      return `<blockquote>${renderBlocks(node.content, rendering)}</blockquote>`
    case 'callout':
      return renderCallout(node, rendering)
    case 'steps':
      return `<ol class="steps">${node.content.map((step) => renderStep(step, rendering)).join('')}</ol>`
    case 'details': {
      const [summary, { content }] = node.content
      const title = renderInline(summary.content, resolver)
      return `<details><summary>${title}</summary>${renderBlocks(content, rendering)}</details>`
    }
    case 'columns': {
      const columns = node.content.map(({ content }) => `<div class="column">${renderBlocks(content, rendering)}</div>`)
      return `<div class="columns columns-${columns.length}">${columns.join('')}</div>`
    }
    case 'table':
      return renderTable(node, (cell) => renderLoosely(cell.content, rendering))
    case 'picture':
      return renderPicture(node, resolver)
    case 'file':
      return renderFile(node, resolver)
    case 'video':
      return renderVideo(node, resolver)
    case 'entry':
      return renderEntry(node, resolver)
    case 'categoryList':
      return renderList(node, resolver)
    case 'include':
      return renderInclude(node, resolver)
    default:
      throw new Error(`A ${node.type} is rendered with its parent`)
  }
}

function renderHeading({ attrs: { level }, content }: Heading, { resolver, anchorFor }: Rendering): string {
  const anchor = anchorFor(inlineToText(content))
  return `<h${level} id="${escapeHtml(anchor)}">${renderInline(content, resolver)}</h${level}>`
}

const renderItems = (items: ListItem[], rendering: Rendering) =>
  items.map(({ content }) => `<li>${renderLoosely(content, rendering)}</li>`).join('')

function renderTask({ attrs, content }: TaskItem, rendering: Rendering): string {
  const { done, notDone } = rendering.resolver.words
  const box = attrs?.checked
    ? `<input type="checkbox" disabled checked aria-label="${escapeHtml(done)}">`
    : `<input type="checkbox" disabled aria-label="${escapeHtml(notDone)}">`
  return `<li>${box}${renderLoosely(content, rendering)}</li>`
}

/** Renders the content of a list item. Omits the first `<p>` tag if all blocks after it are lists. */
function renderLoosely(content: DocumentNode[], rendering: Rendering): string {
  const [first, ...rest] = content
  if (first?.type !== 'paragraph' || !rest.every(({ type }) => isList(type))) return renderBlocks(content, rendering)
  return `${renderInline(first.content, rendering.resolver)}${renderBlocks(rest, rendering)}`
}

const isList = (type: DocumentNode['type']) => type === 'bulletList' || type === 'orderedList' || type === 'taskList'

function renderCallout({ attrs: { kind }, content }: Callout, rendering: Rendering): string {
  const name = escapeHtml(rendering.resolver.words[kind])
  return `<div class="callout callout-${kind}" role="note" aria-label="${name}">${renderBlocks(content, rendering)}</div>`
}

function renderStep({ content: [title, ...rest] }: Step, rendering: Rendering): string {
  const words = renderInline(title.content, rendering.resolver)
  return `<li><p class="step-title">${words}</p>${renderBlocks(rest, rendering)}</li>`
}

function renderPicture({ attrs }: Picture, resolver: ReferenceResolver): string {
  const picture = resolver.picture(attrs.file)
  if (!picture) return ''
  const image = renderImage(picture, attrs.alt ?? picture.alt ?? '', attrs.width)
  const link = attrs.link ? openLink(attrs.link, resolver) : null
  const caption = attrs.caption ? `<figcaption>${escapeHtml(attrs.caption)}</figcaption>` : ''
  return `<figure>${link ? `${link}${image}</a>` : image}${caption}</figure>`
}

const widest = 720

// Renders an image with its width and height, if they are known, so that the layout does not shift when the image
// loads. `chosen` is the width set in the document.
function renderImage({ src, srcset, width, height }: ShownPicture, alt: string, chosen?: number): string {
  const shown = chosen ?? width
  const high = height && width && shown ? Math.round((height * shown) / width) : undefined
  const room = Math.min(shown ?? widest, widest)
  const sources = srcset ? ` srcset="${escapeHtml(srcset)}" sizes="(min-width: ${room}px) ${room}px, 100vw"` : ''
  const measures = `${shown ? ` width="${shown}"` : ''}${high ? ` height="${high}"` : ''}`
  return `<img src="${escapeHtml(src)}"${sources} alt="${escapeHtml(alt)}"${measures} loading="lazy" decoding="async">`
}

function renderFile({ attrs: { file, name } }: FileNode, resolver: ReferenceResolver): string {
  const href = resolver.file(file)
  return href === null ? '' : `<p class="file"><a href="${escapeHtml(href)}" download>${escapeHtml(name)}</a></p>`
}

// Renders a video as a link, so that the video host gets no request before a click. A click opens the player whose URL
// is in `data-player`.
function renderVideo({ attrs: { url, title, poster } }: Video, resolver: ReferenceResolver): string {
  const picture = poster ? resolver.picture(poster) : null
  const player = playerOf(url)
  const words = title
    ? `<span>${escapeHtml(title)}</span>`
    : `<span class="untitled">${escapeHtml(resolver.words.video)}</span>`
  const image = picture ? renderImage(picture, '') : ''
  const embed = player ? ` data-player="${escapeHtml(player)}"` : ''
  return `<p class="video"><a href="${escapeHtml(url)}" rel="noopener noreferrer"${embed}>${image}${words}</a></p>`
}

// Returns the player URL of a Vimeo or YouTube video, in the variant with less tracking. Null for other videos.
function playerOf(url: string): string | null {
  const { hostname, pathname, searchParams } = new URL(url)
  const host = hostname.replace(/^(?:www|m|player)\./, '')
  if (host === 'vimeo.com') {
    const [, number] = /^\/(?:video\/)?(\d+)/.exec(pathname) ?? []
    return number ? `https://player.vimeo.com/video/${number}?dnt=1` : null
  }
  const [, named] = /^\/(?:embed\/|shorts\/|live\/)([\w-]{6,20})/.exec(pathname) ?? []
  const id = host === 'youtu.be' ? pathname.slice(1) : (named ?? searchParams.get('v') ?? '')
  return /^youtu/.test(host) && /^[\w-]{6,20}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : null
}

function renderEntry({ attrs: { entry } }: EntryBlock, resolver: ReferenceResolver): string {
  const link = renderEntryLink(entry, resolver)
  return link && `<p class="entry">${link}</p>`
}

function renderInclude({ attrs: { reference } }: Include, resolver: ReferenceResolver): string {
  const href = resolver.link(reference)
  const html = resolver.include(reference)
  return href === null || html === null ? '' : `<div class="include" data-from="${escapeHtml(href)}">${html}</div>`
}

function renderList({ attrs: { reference } }: CategoryList, resolver: ReferenceResolver): string {
  const href = resolver.link(reference)
  const entries = resolver.list(reference)
  if (href === null || entries === null) return ''
  const lines = entries.map(({ title, ...entry }) => {
    const [to, language] = [escapeHtml(entry.href), escapeHtml(entry.language)]
    return `<li><a href="${to}" lang="${language}">${escapeHtml(title)}</a></li>`
  })
  return `<ul class="listing" data-from="${escapeHtml(href)}">${lines.join('')}</ul>`
}

// Renders a table. Column widths are classes in steps of 5%, because the Content-Security-Policy forbids style
// attributes. The cells have the exact widths in `data-widths`.
function renderTable({ content: rows }: Table, renderCell: (cell: TableCell) => string): string {
  const row = ({ content: cells = [] }: TableRow) =>
    `<tr>${cells.map((cell, at) => drawCell(cell, scopeIn(cells, at), renderCell)).join('')}</tr>`
  const drawn = rows.map(row)
  const heads = countHeads(rows)
  const head = heads > 0 ? `<thead>${drawn.slice(0, heads).join('')}</thead>` : ''
  const body = heads < rows.length ? `<tbody>${drawn.slice(heads).join('')}</tbody>` : ''
  return `<div class="table" tabindex="0"><table>${drawColumns(rows)}${head}${body}</table></div>`
}

const isHeader = ({ type }: TableCell) => type === 'tableHeader'
const isHead = ({ content = [] }: TableRow) => content.length > 0 && content.every(isHeader)

// Counts the header rows at the top. Returns 1 if all rows are header rows, and 0 if a header cell spans into the body.
function countHeads(rows: TableRow[]): number {
  const end = rows.findIndex((row) => !isHead(row))
  const heads = end < 0 ? 1 : end
  const reach = Math.max(
    0,
    ...rows.slice(0, heads).flatMap(({ content = [] }, at) => content.map(({ attrs }) => at + (attrs?.rowspan ?? 1))),
  )
  return reach > heads ? 0 : heads
}

// Returns the `scope` of a header cell: `row` at the start of a row with data cells, else `col`. Null for a data cell.
function scopeIn(cells: TableCell[], at: number): 'col' | 'row' | null {
  if (!isHeader(cells[at]!)) return null
  return cells.every(isHeader) || !cells.slice(0, at).every(isHeader) ? 'col' : 'row'
}

function drawCell(cell: TableCell, scope: 'col' | 'row' | null, renderCell: (cell: TableCell) => string): string {
  const { colspan, rowspan, colwidth, align } = cell.attrs ?? {}
  const name = scope ? 'th' : 'td'
  const scoped = scope ? ` scope="${scope}"` : ''
  const spans = `${colspan ? ` colspan="${colspan}"` : ''}${rowspan ? ` rowspan="${rowspan}"` : ''}`
  const look = `${align ? ` class="align-${align}"` : ''}${colwidth ? ` data-widths="${colwidth.join(',')}"` : ''}`
  return `<${name}${scoped}${spans}${look}>${renderCell(cell)}</${name}>`
}

function drawColumns(rows: TableRow[]): string {
  const widths = (rows[0]?.content ?? []).flatMap(
    ({ attrs }) => attrs?.colwidth ?? Array<number>(attrs?.colspan ?? 1).fill(0),
  )
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (total === 0 || widths.includes(0)) return ''
  const columns = widths.map((width) => `<col class="width-${Math.max(5, Math.round((20 * width) / total) * 5)}">`)
  return `<colgroup>${columns.join('')}</colgroup>`
}
