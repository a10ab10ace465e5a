import { HtmlTooDeep } from '#server/platform/html/walk-html.ts'
import { findQuote } from './find-quote.ts'
import { cutHtml, readQuoteLines } from './quote-lines.ts'

export type SplitMail = { body: string; quoted: string | null }

const MAX_LENGTH = 5 * 1024 * 1024

/** Parts what was written now from the earlier mail below it. Takes the mail's own HTML, before it is cleaned. */
export function splitQuotedHtml(html: string): SplitMail {
  if (html.length > MAX_LENGTH) return { body: html, quoted: null }
  try {
    const lines = readQuoteLines(html)
    const cut = findQuote(lines)
    return cut === null ? { body: html, quoted: null } : cutHtml(html, lines[cut]!)
  } catch (error) {
    if (error instanceof HtmlTooDeep) return { body: html, quoted: null }
    throw error
  }
}

export function splitQuotedText(text: string): SplitMail {
  if (text.length > MAX_LENGTH) return { body: text, quoted: null }
  const source = text.split('\n')
  const cut = findQuote(source.map(readTextLine))
  if (cut === null) return { body: text, quoted: null }
  return { body: source.slice(0, cut).join('\n').trimEnd(), quoted: source.slice(cut).join('\n').trim() }
}

export function readTextLine(line: string) {
  const isQuoted = /^ ?>/.test(line)
  const text = line
    .replace(/^[ >]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
  // A line with a lone mark is quoted white space.
  return { text: isQuoted && text === '' ? '>' : text, quoted: isQuoted ? ('surely' as const) : null, opensRest: false }
}
