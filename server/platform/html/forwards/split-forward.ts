import { type HtmlLine, type OpenElement, readQuoteLines, sliceHtml } from '#server/platform/html/quotes/quote-lines.ts'
import { isAttribution, isRule } from '#server/platform/html/quotes/quote-marks.ts'
import { readTextLine } from '#server/platform/html/quotes/split-quote.ts'
import { isSentFrom } from '#server/platform/html/signatures/sent-from.ts'
import { HtmlTooDeep, walkHtml } from '#server/platform/html/walk-html.ts'
import { type FindEnd, type ForwardingColleague, type FoundForward, findForward, type Unclear } from './find-forward.ts'

export type SplitForward = {
  writer: FoundForward['writer']
  isOfTeam: boolean
  date: string
  subject: string
  header: string
  inner: string
  cover: string
  isRemark: boolean
}

const mostLetters = 5 * 1024 * 1024

export function splitForwardedHtml(html: string, colleague: ForwardingColleague): SplitForward | Unclear | null {
  if (html.length > mostLetters) return null
  try {
    const lines = readQuoteLines(html)
    const found = findForward(lines, colleague, endInHtml(lines))
    if (!found || found === 'unclear') return found
    const { inner, end } = found
    const parts = coverOf(lines, found)
    const above = parts.above ? sliceHtml(html, null, lines[found.cover]!) : ''
    const below = parts.below ? sliceHtml(html, lines[end]!, null) : ''
    const whole = inner < end ? sliceHtml(html, lines[inner]!, lines[end] ?? null) : ''
    const innerHtml = isQuotedForward(lines, found) ? unwrapQuote(whole) : whole
    const cover = [above.replace(trailingRule, '$1'), below].filter(Boolean).join('<hr>')
    return { ...headerOf(found, parts), inner: innerHtml, cover }
  } catch (error) {
    if (error instanceof HtmlTooDeep) return null
    throw error
  }
}

export function splitForwardedText(text: string, colleague: ForwardingColleague): SplitForward | Unclear | null {
  if (text.length > mostLetters) return null
  const source = text.split('\n')
  const lines = source.map(readTextLine)
  const found = findForward(lines, colleague, endInText(lines))
  if (!found || found === 'unclear') return found
  const { cover, inner, end } = found
  const parts = coverOf(lines, found)
  const above = parts.above ? source.slice(0, cover).join('\n').trim() : ''
  const below = parts.below ? source.slice(end).join('\n').trim() : ''
  const innerLines = source.slice(inner, end)
  const innerText = (
    isQuotedForward(lines, found) ? innerLines.map((line) => line.replace(/^ ?> ?/, '')) : innerLines
  ).join('\n')
  return {
    ...headerOf(found, parts),
    inner: innerText.trim(),
    cover: [above, below].filter(Boolean).join('\n\n---\n\n'),
  }
}

const trailingRule = /<hr\b[^<>]*>((?:\s|<\/?\w[^<>]*>)*)$/i

// Removes the opening tags of the outermost blockquotes, because readers must not see the forwarded mail as a
// quotation. The sanitiser drops the remaining closing tags.
function unwrapQuote(html: string): string {
  let depth = 0
  let unwrapped = ''
  let from = 0
  walkHtml(html, {
    open({ name, start, end }) {
      if (name !== 'blockquote' || depth++ > 0) return
      unwrapped += html.slice(from, start)
      from = end
    },
    text() {},
    close(name) {
      if (name === 'blockquote') depth--
    },
  })
  return unwrapped + html.slice(from)
}

type CoverParts = { above: boolean; below: boolean; isRemark: boolean }

const headerOf = ({ writer, isOfTeam, header }: FoundForward, { isRemark }: CoverParts) => ({
  writer,
  isOfTeam,
  isRemark,
  date: header.date,
  subject: header.subject,
  header: header.lines,
})

type Line = Parameters<typeof findForward>[0][number]

function coverOf(lines: Line[], { cover, end }: FoundForward): CoverParts {
  const above = lines.slice(0, cover).filter(isSaid)
  const below = lines.slice(end).filter(isSaid)
  const signed = above.findIndex(({ text }) => text === '--' || isSentFrom(text))
  const isRemark =
    (signed === -1 ? above : above.slice(0, signed)).length > 0 || below.some(({ text }) => text !== '--')
  return { above: above.length > 0, below: below.length > 0, isRemark }
}

const isSaid = ({ text }: Line) => text !== '' && text !== '>' && !isRule(text)

// Finds the first line outside the element that contains header and text. If the forwarded mail is quoted, a line that
// is not quoted also ends it.
function endInHtml(lines: HtmlLine[]): FindEnd {
  return ({ at, inner, limit }) => {
    const first = lines[inner]
    if (!first || inner >= limit) return Math.min(inner, limit)
    const around = commonElement(lines[at]!.within, first.within)
    const isQuoted = isQuotedForward(lines, { at, inner })
    const isInside = (line: HtmlLine) =>
      (around === null || isWithin(line.within, around)) && (!isQuoted || line.quoted === 'surely')
    const outside = lines.findIndex((line, index) => index > inner && index < limit && !isInside(line))
    return outside === -1 ? limit : outside
  }
}

function commonElement(one: OpenElement | null, other: OpenElement | null): OpenElement | null {
  for (let element = one; element; element = element.parent) if (isWithin(other, element)) return element
  return null
}

function isWithin(element: OpenElement | null, ancestor: OpenElement): boolean {
  for (let at = element; at; at = at.parent) if (at === ancestor) return true
  return false
}

function endInText(lines: Line[]): FindEnd {
  return ({ at, inner, limit }) => {
    if (!isQuotedForward(lines, { at, inner })) return limit
    const outside = lines.findIndex(
      ({ text, quoted }, index) => index >= inner && index < limit && text !== '' && !quoted,
    )
    return outside === -1 ? limit : outside
  }
}

const isQuotedForward = (lines: Line[], { at, inner }: Pick<FoundForward, 'at' | 'inner'>) =>
  lines[at]!.quoted === 'surely' || isQuotedFrom(lines, inner)

// Returns whether the forwarded text begins with a quotation. A quotation that begins with an attribution belongs to an
// answer, not to the forward.
function isQuotedFrom(lines: Line[], inner: number): boolean {
  const first = lines.slice(inner, inner + 20).find(({ text }) => text !== '')
  return first?.quoted === 'surely' && !isAttribution(first.text)
}
