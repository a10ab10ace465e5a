import { findSignature, type SignatureLine } from '#server/platform/html/signatures/find-signature.ts'
import { HtmlTooDeep } from '#server/platform/html/walk-html.ts'
import { findQuote, type QuoteLine } from './find-quote.ts'
import { readQuoteLines, sliceHtml } from './quote-lines.ts'

export type SplitMail = { body: string; signature: string | null; quoted: string | null }

const MAX_LENGTH = 5 * 1024 * 1024

/** Splits the unsanitised HTML of a mail into body, signature and quotation. Each part is valid HTML on its own. */
export function splitQuotedHtml(html: string): SplitMail {
  if (html.length > MAX_LENGTH) return uncut(html)
  try {
    const lines = readQuoteLines(html)
    const { end, signature } = findCuts(lines)
    const quote = lines[end] ?? null
    const start = signature === null ? quote : lines[signature]!
    return {
      body: start ? sliceHtml(html, null, start) : html,
      signature: signature === null ? null : sliceHtml(html, lines[signature]!, quote),
      quoted: quote && sliceHtml(html, quote, null),
    }
  } catch (error) {
    if (error instanceof HtmlTooDeep) return uncut(html)
    throw error
  }
}

export function splitQuotedText(text: string): SplitMail {
  if (text.length > MAX_LENGTH) return uncut(text)
  const source = text.split('\n')
  const { end, signature } = findCuts(source.map(readTextLine))
  if (signature === null && end === source.length) return uncut(text)
  return {
    body: source
      .slice(0, signature ?? end)
      .join('\n')
      .trimEnd(),
    signature: signature === null ? null : source.slice(signature, end).join('\n').trimEnd(),
    quoted: end === source.length ? null : source.slice(end).join('\n').trim(),
  }
}

const uncut = (body: string): SplitMail => ({ body, signature: null, quoted: null })

function findCuts(lines: (QuoteLine & SignatureLine)[]) {
  const end = findQuote(lines) ?? lines.length
  return { end, signature: findSignature(lines.slice(0, end)) }
}

export function readTextLine(line: string) {
  const isQuoted = /^ ?>/.test(line)
  const text = line
    .replace(/^[ >]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
  return {
    // An empty quoted line gets the text `>`, so that it does not count as empty.
    text: isQuoted && text === '' ? '>' : text,
    quoted: isQuoted ? ('surely' as const) : null,
    opensRest: false,
    opensSignature: /^--[ \u00a0]\r?$/.test(line),
    isInSignature: false,
    showsPicture: false,
  }
}
