import { Parser } from 'htmlparser2'

/** Maximum depth of elements. No real mail is deeper, and the parsing time grows with the square of the depth. */
export const MAX_HTML_DEPTH = 500

export class HtmlTooDeep extends Error {}

export type OpenTag = { name: string; attributes: Record<string, string>; start: number; end: number }

type HtmlVisitor = {
  open(tag: OpenTag): void
  text(text: string, start: number): void
  close(name: string, start: number): void
}

/** Reads HTML in one pass, without comments and declarations. Throws `HtmlTooDeep` above `MAX_HTML_DEPTH`. */
export function walkHtml(html: string, visitor: HtmlVisitor): void {
  let depth = 0
  let textStart = 0
  let pieces: string[] = []

  // Joins text events, because the parser emits a separate one for each entity and stray bracket.
  function flushText() {
    if (pieces.length) visitor.text(pieces.join(''), textStart)
    pieces = []
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      flushText()
      if (++depth > MAX_HTML_DEPTH) throw new HtmlTooDeep()
      visitor.open({ name, attributes, start: parser.startIndex, end: parser.endIndex + 1 })
    },
    ontext(text) {
      if (!pieces.length) textStart = parser.startIndex
      pieces.push(text)
    },
    onclosetag(name) {
      flushText()
      depth--
      visitor.close(name, parser.startIndex)
    },
  })
  parser.write(html)
  parser.end()
  flushText()
}
