import { compile, type SelectorDefinition } from 'html-to-text'
import { listWords } from './list-words.ts'
import { formatters, tidyLines } from './text-formatters.ts'
import { HtmlTooDeep, walkHtml } from './walk-html.ts'

// The converter holds all elements in memory at once. HTML with more elements is not shown as HTML either.
const MAX_ELEMENTS = 50_000
// The converter finds words by a regular expression, which may overflow its stack on longer ones. It needs more stack
// before V8 has compiled it.
const MAX_WORD = 500_000

const hidden = listWords('title template noscript svg math object iframe select textarea xmp audio video')
const paragraphs = listWords('p h1 h2 h3 h4 h5 h6 table figure dl')
const blocks = listWords(`
  div section article header footer main nav aside address center form fieldset dt dd tr caption figcaption
`)

const selectors: SelectorDefinition[] = [
  ...blocks.map((selector) => ({
    selector,
    format: 'block',
    options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
  })),
  ...paragraphs.map((selector) => ({ selector, format: 'paragraph' })),
  { selector: 'hr', format: 'blockString', options: { string: '---' } },
  { selector: 'br', format: 'break' },
  { selector: 'blockquote', format: 'quote' },
  { selector: 'ul', format: 'list' },
  { selector: 'ol', format: 'numberedList' },
  { selector: 'li', format: 'entry' },
  { selector: 'td', format: 'cell' },
  { selector: 'th', format: 'cell' },
  { selector: 'a', format: 'link' },
  { selector: 'img', format: 'picture' },
  ...hidden.map((selector) => ({ selector, format: 'skip' })),
  { selector: '[style*="display:none"i]', format: 'skip' },
  { selector: '[style*="display: none"i]', format: 'skip' },
]

const convert = compile({
  wordwrap: false,
  whitespaceCharacters: ' \t\r\n\f\u00a0\u2002\u2003\u2009\u200a\u202f',
  // The whole document: a list or a mail program may add words after the body.
  baseElements: { selectors: [] },
  formatters,
  selectors,
})

/** Readable plain text: paragraphs, lists, quotations, links with their address, one line per table row. */
export function htmlToText(html: string): string {
  const end = findFormattedEnd(html)
  const text = tidyLines(convert(html.slice(0, end)))
  return (end < html.length ? `${text} ${stripTags(html.slice(end))}` : text).trim()
}

class TooMuch extends Error {}

/** Formats the HTML up to its bounds of size and depth; the words after that are added unformatted. */
function findFormattedEnd(html: string): number {
  let elements = 0
  let end = html.length
  const endAt = (start: number) => {
    end = start
    throw new TooMuch()
  }
  try {
    walkHtml(html, {
      open({ start }) {
        if (++elements > MAX_ELEMENTS) endAt(start)
      },
      text(text, start) {
        if (hasLongWord(text)) endAt(start)
      },
      close() {},
    })
    return end
  } catch (error) {
    if (error instanceof HtmlTooDeep) return 0
    if (error instanceof TooMuch) return end
    throw error
  }
}

function hasLongWord(text: string): boolean {
  for (let at = 0; at + MAX_WORD < text.length; ) {
    const last = at + MAX_WORD
    let space = last
    while (space > at && text.charCodeAt(space) > 32) space--
    if (space === at) return true
    at = space
  }
  return false
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
