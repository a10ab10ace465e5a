import { listWords } from './list-words.ts'
import { createTextWriter } from './text-writer.ts'
import { HtmlTooDeep, walkHtml } from './walk-html.ts'

const hidden = new Set(
  listWords('style script title template noscript svg math object iframe select textarea xmp audio video'),
)
const paragraphs = new Set(listWords('p h1 h2 h3 h4 h5 h6 pre blockquote ul ol dl table figure hr'))
const blocks = new Set(
  listWords(`
  div section article header footer main nav aside address center form fieldset li dt dd tr caption
  figcaption body br thead tbody tfoot
`),
)

/** Plain text that reads well: paragraphs, lists, quotations, links with their address, a table row per line. */
export function htmlToText(html: string): string {
  try {
    return writeText(html)
  } catch (error) {
    if (error instanceof HtmlTooDeep) return stripTags(html)
    throw error
  }
}

function writeText(html: string): string {
  const writer = createTextWriter()
  let depth = 0
  let hiddenFrom = 0
  walkHtml(html, {
    open({ name, attributes }) {
      depth++
      if (hiddenFrom) return
      if (hidden.has(name) || /display\s*:\s*none/i.test(attributes.style ?? '')) hiddenFrom = depth
      else openElement(writer, name, attributes)
    },
    text(text) {
      if (!hiddenFrom) writer.write(text)
    },
    close(name) {
      if (!hiddenFrom) closeElement(writer, name)
      if (hiddenFrom === depth) hiddenFrom = 0
      depth--
    },
  })
  return writer.finish()
}

type Writer = ReturnType<typeof createTextWriter>

function openElement(writer: Writer, name: string, attributes: Record<string, string>) {
  breakBefore(writer, name)
  if (name === 'blockquote') writer.openQuote()
  if (name === 'pre') writer.openPreformatted()
  if (name === 'ul' || name === 'ol') writer.openList(name === 'ol')
  if (name === 'li') writer.startListEntry()
  if (name === 'a') writer.openLink(attributes.href ?? '')
  if (name === 'img' && attributes.alt?.trim()) writer.write(`[${attributes.alt.trim().slice(0, 200)}]`)
  if (name === 'hr') writer.write('---')
}

function closeElement(writer: Writer, name: string) {
  if (name === 'a') writer.closeLink()
  if (name === 'td' || name === 'th') writer.endCell()
  if (name !== 'br') breakBefore(writer, name)
  if (name === 'blockquote') writer.closeQuote()
  if (name === 'pre') writer.closePreformatted()
  if (name === 'ul' || name === 'ol') writer.closeList()
}

function breakBefore(writer: Writer, name: string) {
  if (name === 'br') writer.breakLine()
  else if (paragraphs.has(name)) writer.endParagraph()
  else if (blocks.has(name)) writer.endLine()
}

function stripTags(html: string): string {
  const text = html
    .replace(/<(style|script|head)\b[^<>]*>[^<]*/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
  return text.replace(/\s+/g, ' ').trim()
}
