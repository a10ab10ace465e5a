import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { htmlToText } from '#server/platform/html/html-to-text.ts'
import { splitQuotedHtml, splitQuotedText } from '#server/platform/html/quotes/split-quote.ts'
import { sanitizeMailHtml } from '#server/platform/html/sanitize-html.ts'

export type MailBodies = {
  html: string | null
  text: string | null
  /** Where the pictures of the mail are kept, by Content-ID. */
  pictureUrls: Record<string, string>
}

export type CleanMail = {
  bodyHtml: string
  bodyText: string
  quotedHtml: string | null
  quotedText: string | null
  remoteImages: number
}

export function cleanMailHere({ html, text, pictureUrls }: MailBodies): CleanMail {
  if (html === null) return cleanText(text ?? '')
  const cidUrl = (contentId: string) => (Object.hasOwn(pictureUrls, contentId) ? pictureUrls[contentId]! : null)
  const { body, quoted } = splitQuotedHtml(html)
  const shown = sanitizeMailHtml(body, { cidUrl })
  const hidden = quoted === null ? null : sanitizeMailHtml(quoted, { cidUrl })
  return {
    bodyHtml: shown.html,
    bodyText: htmlToText(shown.html),
    quotedHtml: hidden?.html ?? null,
    quotedText: hidden && htmlToText(hidden.html),
    remoteImages: shown.remoteImages + (hidden?.remoteImages ?? 0),
  }
}

function cleanText(text: string): CleanMail {
  const { body, quoted } = splitQuotedText(text)
  return {
    bodyHtml: textToHtml(body),
    bodyText: body.trim(),
    quotedHtml: quoted && textToHtml(quoted),
    quotedText: quoted,
    remoteImages: 0,
  }
}

const bareLink = /https?:\/\/[^\s<>"')\]]{1,2000}[^\s<>"')\].,;:!?]/g

function textToHtml(text: string): string {
  let html = ''
  let position = 0
  for (const match of text.matchAll(bareLink)) {
    const url = escapeHtml(match[0])
    html += escapeHtml(text.slice(position, match.index))
    html += `<a href="${url}" target="_blank" rel="noopener noreferrer nofollow">${url}</a>`
    position = match.index + match[0].length
  }
  return `<div style="white-space:pre-wrap">${html}${escapeHtml(text.slice(position))}</div>`
}
