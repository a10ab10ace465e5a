import { compile, type DomNode, type FormatCallback, type SelectorDefinition } from 'html-to-text'
import { listWords } from '#server/platform/list-words.ts'
import { HtmlTooDeep, walkHtml } from './walk-html.ts'

type Builder = Parameters<FormatCallback>[2]

const MAX_HREF = 500
const MAX_WORDS = 10_000
const MAX_MARKS = 8

// Placeholders for line breaks and ends of cells. They are replaced after the conversion, because their form depends on
// the words around them.
const BREAK = '\u001e'
const CELL_END = '\u001f'

const paragraph: FormatCallback = (element, walk, builder) => {
  leaveGap(element, builder)
  builder.openBlock()
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: isInEntry(element) ? 1 : 2 })
}

const quote: FormatCallback = (element, walk, builder) => {
  leaveGap(element, builder)
  builder.openBlock()
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 2, ...(isMarked(element) && { blockTransform: markQuotation }) })
}

const entry: FormatCallback = (element, walk, builder) => {
  builder.openBlock()
  walk(element.children, builder)
  builder.closeBlock(isMarked(element) ? { blockTransform: tidyLines } : {})
}

const listWith = (isNumbered: boolean): FormatCallback => {
  return (element, walk, builder) => {
    if (!isMarked(element)) return walk(element.children, builder)
    let number = Number.parseInt(element.attribs.start, 10) || 1
    leaveGap(element, builder)
    builder.openList({ leadingLineBreaks: 1 })
    for (const child of element.children.filter(({ type, data }) => type !== 'text' || data?.trim())) {
      builder.openListItem({ prefix: child.name !== 'li' ? '' : isNumbered ? `${number++}. ` : '- ' })
      walk([child], builder)
      builder.closeListItem()
    }
    builder.closeList({ trailingLineBreaks: isInEntry(element) ? 1 : 2 })
  }
}

const link: FormatCallback = (element, walk, builder) => {
  if (countAround(element, ['a'], 1)) return walk(element.children, builder)
  let words = ''
  builder.pushWordTransform((word) => {
    if (words.length < MAX_WORDS) words += word
    return word
  })
  walk(element.children, builder)
  builder.popWordTransform()
  const href = (element.attribs.href ?? '').trim()
  if (isWorthShowing(href, words)) builder.addInline(` (${href.replace(/^mailto:/i, '')})`, { noWordTransform: true })
}

const picture: FormatCallback = ({ attribs }, _, builder) => {
  const words = (attribs.alt ?? '').trim()
  if (words) builder.addInline(`[${words.slice(0, 200)}]`)
}

const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder)
  builder.addInline(CELL_END)
}

const formatters: Record<string, FormatCallback> = {
  paragraph,
  quote,
  entry,
  list: listWith(false),
  numberedList: listWith(true),
  link,
  picture,
  cell,
  break: (_element, _walk, builder) => builder.addInline(BREAK),
}

// Adds an empty line before a block by an empty block. Line breaks of the block itself would collapse with those of its
// first child.
function leaveGap(element: DomNode, builder: Builder) {
  if (isInEntry(element)) return
  builder.openBlock()
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const isInEntry = ({ parent }: DomNode) => parent?.name === 'li'

// Returns whether a quotation or list gets marks. Levels deeper than `MAX_MARKS` get none, because each level with
// marks rewrites all its lines.
const isMarked = (element: DomNode) => countAround(element, ['blockquote', 'ul', 'ol'], MAX_MARKS) < MAX_MARKS

function countAround({ parent }: DomNode, names: string[], most: number): number {
  let count = 0
  for (let around = parent; around && count < most; around = around.parent) {
    if (names.includes(around.name ?? '')) count++
  }
  return count
}

const markQuotation = (text: string): string =>
  tidyLines(text)
    .split('\n')
    .map((line) => (line === '' ? '>' : line.startsWith('>') ? `>${line}` : `> ${line}`))
    .join('\n')

function tidyLines(text: string): string {
  const lines: string[] = []
  for (const line of text.split('\n').flatMap(splitAtBreaks)) {
    const shown = joinCells(line)
    const isGap = shown === '' && !line.includes(CELL_END) && lines.length > 0 && lines.at(-1) !== ''
    if (shown !== '' || isGap) lines.push(shown)
  }
  if (lines.at(-1) === '') lines.pop()
  return lines.join('\n')
}

function splitAtBreaks(text: string): string[] {
  const [first, ...rest] = text.split(BREAK)
  if (rest.length > 0 && !rest.at(-1)?.trim()) rest.pop()
  return [first!, ...rest.map((line) => line.replace(/^ /, ''))]
}

const joinCells = (line: string): string =>
  line
    .split(CELL_END)
    .map((words, index) => (index ? words.replace(/^ /, '') : words))
    .map(dropInvisible)
    .filter((words) => words !== '')
    .join(' | ')

const invisible = /\u00ad|\u034f|\u200b|\u2060|\ufeff/g
const lonelyJoiners = /^\u200c+|(?<!\u200c)\u200c+$/g

/** Removes soft hyphens and the invisible characters with which newsletters fill the preview of a mail. */
function dropInvisible(text: string): string {
  const shown = text.replace(invisible, '')
  if (!shown.includes('\u200c')) return shown.trimEnd()
  const words = shown.split(' ').map((word) => word.replace(lonelyJoiners, ''))
  return words.filter((word) => word !== '').join(' ')
}

function isWorthShowing(href: string, words: string): boolean {
  if (!/^(?:https?:\/\/|mailto:)/i.test(href) || href.length > MAX_HREF) return false
  const bare = href.replace(/^mailto:/i, '').replace(/\/$/, '')
  return words !== '' && words.length < MAX_WORDS && !words.includes(bare) && !bare.endsWith(words)
}

// Limits the memory of the converter, which keeps all elements. HTML with more elements is shown as plain text.
const MAX_ELEMENTS = 50_000
// Maximum length of a word. On longer words the regular expression of the converter may overflow the stack.
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
  // Converts the whole document and not only the body, because mailing lists and mail programs add text after the body.
  baseElements: { selectors: [] },
  formatters,
  selectors,
})

export function htmlToText(html: string): string {
  const end = findFormattedEnd(html)
  const text = tidyLines(convert(html.slice(0, end)))
  return (end < html.length ? `${text} ${stripTags(html.slice(end))}` : text).trim()
}

class TooMuch extends Error {}

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
