import { escapeHtml } from '#server/platform/html/escape-html.ts'
import type { ForwardingColleague, Unclear } from '#server/platform/html/forwards/find-forward.ts'
import {
  type SplitForward,
  splitForwardedHtml,
  splitForwardedText,
} from '#server/platform/html/forwards/split-forward.ts'
import { htmlToText } from '#server/platform/html/html-to-text.ts'
import { splitQuotedHtml, splitQuotedText } from '#server/platform/html/quotes/split-quote.ts'
import { sanitizeMailHtml } from '#server/platform/html/sanitize-html.ts'
import { foldSignature } from '#server/platform/html/signatures/find-signature.ts'

export type MailBodies = {
  html: string | null
  text: string | null
  pictureUrls: Record<string, string>
  colleague?: ForwardingColleague | null
}

type CleanBody = {
  bodyHtml: string
  bodyText: string
  quotedHtml: string | null
  quotedText: string | null
}

export type CleanForward = Omit<SplitForward, 'inner' | 'cover'> & {
  inner: CleanBody
  cover: { html: string; text: string } | null
}

export type CleanMail = CleanBody & {
  remoteImages: number
  forward: CleanForward | Unclear | null
}

type FindPicture = (contentId: string) => string | null

export function cleanMailHere({ html, text, pictureUrls, colleague }: MailBodies): CleanMail {
  const cidUrl = (contentId: string) => (Object.hasOwn(pictureUrls, contentId) ? pictureUrls[contentId]! : null)
  const forward = colleague ? cleanForward({ html, text }, colleague, cidUrl) : null
  return { ...(html === null ? cleanText(text ?? '') : cleanHtml(html, cidUrl)), forward }
}

function cleanHtml(html: string, cidUrl: FindPicture) {
  const { body, signature, quoted } = splitQuotedHtml(html)
  const shown = sanitizeMailHtml(body, { cidUrl })
  const signed = signature === null ? null : sanitizeMailHtml(signature, { cidUrl })
  const hidden = quoted === null ? null : sanitizeMailHtml(quoted, { cidUrl })
  return {
    bodyHtml: signed ? foldSignature(shown.html, signed.html) : shown.html,
    bodyText: htmlToText(shown.html + (signed?.html ?? '')),
    quotedHtml: hidden?.html ?? null,
    quotedText: hidden && htmlToText(hidden.html),
    remoteImages: shown.remoteImages + (signed?.remoteImages ?? 0) + (hidden?.remoteImages ?? 0),
  }
}

type Bodies = Pick<MailBodies, 'html' | 'text'>

// Separates a forwarded mail from the text of the colleague, by the HTML if possible. If only the plain text can be
// split, the HTML is dropped.
function cleanForward({ html, text }: Bodies, colleague: ForwardingColleague, cidUrl: FindPicture) {
  const split = html === null ? null : splitForwardedHtml(html, colleague)
  if (split === 'unclear') return split
  if (split) {
    const { inner, cover, ...rest } = split
    const { remoteImages: _, ...body } = cleanHtml(inner, cidUrl)
    const above = cover ? sanitizeMailHtml(cover, { cidUrl }).html : ''
    return { ...rest, inner: body, cover: above ? { html: above, text: htmlToText(above) } : null }
  }
  const words = html === null ? [] : [htmlToText(sanitizeMailHtml(html, { cidUrl }).html)]
  for (const said of text === null ? words : [...words, text]) {
    const found = splitForwardedText(said, colleague)
    if (found === 'unclear') return found
    if (found) return cleanForwardedText(found)
  }
  return null
}

function cleanForwardedText({ inner, cover, ...rest }: SplitForward): CleanForward {
  const { remoteImages: _, ...body } = cleanText(inner)
  return { ...rest, inner: body, cover: cover ? { html: textToHtml(cover), text: cover } : null }
}

function cleanText(text: string) {
  const { body, signature, quoted } = splitQuotedText(text)
  return {
    bodyHtml: signature ? foldSignature(textToHtml(body), textToHtml(signature)) : textToHtml(body),
    bodyText: signature ? `${body}\n\n${signature}`.trim() : body.trim(),
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
