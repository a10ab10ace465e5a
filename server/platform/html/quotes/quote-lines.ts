import type { SignatureLine } from '#server/platform/html/signatures/find-signature.ts'
import { type OpenTag, walkHtml } from '#server/platform/html/walk-html.ts'
import { listWords } from '#server/platform/list-words.ts'
import { PICTURE, type QuoteLine } from './find-quote.ts'

export type OpenElement = {
  name: string
  start: number
  end: number
  quoted: QuoteLine['quoted']
  isSignature: boolean
  parent: OpenElement | null
}

type LineStart = { start: number; open: OpenElement | null }

export type HtmlLine = QuoteLine & SignatureLine & LineStart & { within: OpenElement | null }

const inline = new Set(
  listWords(`
  a abbr b bdi bdo big cite code em font i img ins kbd mark q s small span strike strong sub sup tt u
  wbr o:p
`),
)
const wordless = new Set(['style', 'script', 'title', 'template'])

const quoteClasses = new Set(
  listWords(`
  gmail_attr moz-cite-prefix bloop_original_html mail_android_quote
  ms-outlook-mobile-reference-message st-quote
`),
)
const blockquoteClasses = new Set(
  listWords('gmail_quote protonmail_quote tutanota_quote front-blockquote missive_quote freshdesk_quote'),
)
const quoteIds = /^(?:isReplyContent|blockquote_zmail|qt|yahoo_quoted_\d+|aolmail_.{1,40})$/
const restIds = new Set(
  listWords(`
  divRplyFwdMsg appendonsend mail-editor-reference-message-container OLK_SRC_BODY_SECTION zwchr
  stopSpelling reply-intro
`),
)
const signatureClasses = new Set(
  listWords('gmail_signature gmail_signature_prefix moz-signature protonmail_signature_block yahoo-signature'),
)
const signatureIds = new Set(listWords('Signature signature ms-outlook-mobile-signature AppleMailSignature'))
const signatureBreak = 'lineBreakAtBeginningOfSignature'
const outlookRule = /border-top:\s*(?:solid\s+#(?:e1e1e1|b5c4df)|#(?:e1e1e1|b5c4df)\s+1)/i

/** Reads the HTML of a mail as visible lines with their positions. Throws `HtmlTooDeep`. */
export function readQuoteLines(html: string): HtmlLine[] {
  const collector = createLineCollector()
  let open: OpenElement | null = null
  let wordlessDepth = 0

  walkHtml(html, {
    open(tag) {
      if (!inline.has(tag.name)) collector.endLine()
      if (wordless.has(tag.name)) wordlessDepth++
      collector.noteElement({ start: tag.start, open })
      if (marksRest(tag)) collector.openRest()
      if (tag.attributes.id === signatureBreak) collector.openSignature()
      open = { ...tag, quoted: judgeElement(tag, open), isSignature: isSignature(tag, open), parent: open }
      if (tag.name === 'img' && !isPixel(tag.attributes)) {
        collector.add(PICTURE, { start: tag.start, open })
        if (!isLogo(tag.attributes)) collector.showPicture()
      }
    },
    text(text, start) {
      if (!wordlessDepth) collector.add(text, { start, open })
    },
    close(name) {
      if (!inline.has(name)) collector.endLine()
      if (wordless.has(name)) wordlessDepth--
      open = open?.parent ?? null
      collector.noteElement(null)
    },
  })
  collector.endLine()
  return collector.lines
}

function createLineCollector() {
  const lines: HtmlLine[] = []
  let words: string[] = []
  let begin: (LineStart & Pick<HtmlLine, 'within'>) | null = null
  let quoted: QuoteLine['quoted'] = null
  let outermost: LineStart | null = null
  let opensRest = false
  let opensSignature = false
  let showsPicture = false

  return {
    lines,
    noteElement(place: LineStart | null) {
      outermost = place && (outermost ?? place)
    },
    openRest() {
      opensRest = true
    },
    openSignature() {
      opensSignature = true
    },
    showPicture() {
      showsPicture = true
    },
    add(text: string, place: LineStart) {
      if (!text.trim()) {
        if (begin) words.push(' ')
        return
      }
      if (!begin) {
        begin = { ...(outermost ?? place), within: place.open }
        quoted = place.open?.quoted ?? null
      }
      words.push(text)
      outermost = null
    },
    endLine() {
      if (begin) {
        const marks = { quoted, opensRest, opensSignature: opensSignature || isDelimiter(words), showsPicture }
        lines.push({ text: readLine(words), isInSignature: begin.within?.isSignature ?? false, ...marks, ...begin })
        opensRest = false
        opensSignature = false
        showsPicture = false
      }
      words = []
      begin = null
    },
  }
}

const isDelimiter = (words: string[]) => words.length < 5 && /^\s*--[ \u00a0]\s*$/.test(words.join(''))

// Joins the words of a line. If the line has text, its pictures are dropped; a line with pictures only becomes one
// placeholder.
function readLine(words: string[]): string {
  const text = words.join('').replace(/\s+/g, ' ').trim()
  return text.replaceAll(PICTURE, '').trim() || PICTURE
}

/**
 * Returns the source between two lines. Elements that are open at the start are opened again and those open at the end
 * are closed, so that the HTML is valid.
 */
export function sliceHtml(html: string, from: LineStart | null, to: LineStart | null): string {
  let opening = ''
  for (let element = from?.open; element; element = element.parent) {
    opening = html.slice(element.start, element.end) + opening
  }
  let closing = ''
  for (let element = to?.open; element; element = element.parent) closing += `</${element.name}>`
  return opening + html.slice(from?.start ?? 0, to?.start) + closing
}

function judgeElement({ name, attributes }: OpenTag, parent: OpenElement | null): QuoteLine['quoted'] {
  if (parent?.quoted === 'surely') return 'surely'
  const classes = (attributes.class ?? '').split(/\s+/).map((one) => one.replace(/^x_/, ''))
  if (
    classes.some((one) => quoteClasses.has(one) || one.endsWith('yahoo_quoted')) ||
    quoteIds.test(attributes.id ?? '')
  )
    return 'surely'
  if (attributes.name === 'quote' || attributes.name === 'messageReplySection') return 'surely'
  if (name !== 'blockquote') return parent?.quoted ?? null
  const isCited = attributes.type?.toLowerCase() === 'cite' || attributes.cite?.startsWith('mid:')
  return isCited || classes.some((one) => blockquoteClasses.has(one)) ? 'surely' : 'perhaps'
}

function marksRest({ attributes }: OpenTag): boolean {
  return (
    restIds.has((attributes.id ?? '').replace(/^x_/, '')) || outlookRule.test((attributes.style ?? '').slice(0, 500))
  )
}

function isSignature({ attributes }: OpenTag, parent: OpenElement | null): boolean {
  if (parent?.isSignature) return true
  const classes = (attributes.class ?? '').split(/\s+/).map((one) => one.replace(/^(?:x_)+/, ''))
  return (
    signatureIds.has((attributes.id ?? '').replace(/^(?:x_)+/, '')) || classes.some((one) => signatureClasses.has(one))
  )
}

function isLogo({ src, width, height }: Record<string, string>): boolean {
  return (
    !/^\s*(?:cid|data):/i.test(src ?? '') ||
    Number.parseInt(width ?? '', 10) <= 200 ||
    Number.parseInt(height ?? '', 10) <= 100
  )
}

function isPixel({ width, height, style }: Record<string, string>): boolean {
  return (/^[012]$/.test(width ?? '') && /^[012]$/.test(height ?? '')) || /display:\s*none/i.test(style ?? '')
}
