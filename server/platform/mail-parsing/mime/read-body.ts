import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { htmlToText } from '#server/platform/html/html-to-text.ts'
import { decodeText, findHtmlCharset, unfoldFlowedText } from './decode-text.ts'
import { decodeBody } from './decode-transfer.ts'
import type { MimePart } from './scan-mime.ts'

type Stretch = { html: string | null; text: string | null }

export type MailBody = { html: string | null; text: string | null; isEmpty: boolean; attachments: MimePart[] }

// Formats that only some programs show. They are skipped, because the mail contains HTML for other programs.
const privateAlternatives = new Set(['text/x-amp-html', 'text/watch-html'])

// Longer bodies are shown only in part. The whole body becomes an attachment.
const MAX_TEXT = 2 * 1024 * 1024
const MAX_HTML = 5 * 1024 * 1024
const SHOWN_OF_TOO_LONG = 32 * 1024
const LINE_FEED = 0x0a

export function readBody(root: MimePart): MailBody {
  const attachments: MimePart[] = []
  const body = joinStretches(readStretches(root, root, attachments))
  const showsHtml = body.html !== null && isVisible(body.html)
  const text = body.text?.trim() ? body.text : null
  return { html: showsHtml ? body.html : null, text, isEmpty: !showsHtml && !text, attachments }
}

function readStretches(part: MimePart, root: MimePart, attachments: MimePart[]): Stretch[] {
  if (part.children.length) {
    const children = part.children.map((child) => readStretches(child, root, attachments))
    return part.multipart === 'alternative' ? chooseAlternative(children) : children.flat()
  }
  if (privateAlternatives.has(part.mime)) return []
  if (isBodyPart(part, root)) return [readStretch(part, attachments)]
  if (part.body.length || part !== root) attachments.push(part)
  return []
}

function isBodyPart(part: MimePart, root: MimePart): boolean {
  const { mime, params, disposition, dispositionParams } = part
  // A multipart without readable parts is shown as text.
  if (part.multipart !== null) return true
  if (!mime.startsWith('text/') && mime !== '') return false
  if (disposition === 'attachment') return false
  if (part === root) return mime !== 'text/calendar'
  if (mime !== 'text/plain' && mime !== 'text/html') return false
  return !dispositionParams.filename && !(params.name && disposition)
}

function readStretch(part: MimePart, attachments: MimePart[]): Stretch {
  const { charset, format, delsp } = part.params
  const isHtml = part.mime === 'text/html'
  const bytes = decodeBody(part)
  const isTooLong = bytes.length > (isHtml ? MAX_HTML : MAX_TEXT)
  if (isTooLong) attachments.push(part)
  const shown = isTooLong
    ? bytes.subarray(0, bytes.lastIndexOf(LINE_FEED, SHOWN_OF_TOO_LONG) + 1 || SHOWN_OF_TOO_LONG)
    : bytes
  const text = decodeText(shown, charset ?? (isHtml ? findHtmlCharset(bytes) : null)).replace(/\r\n?/g, '\n')
  if (isHtml) return { html: text, text: null }
  const isFlowed = format?.toLowerCase() === 'flowed'
  return { html: null, text: isFlowed ? unfoldFlowedText(text, delsp?.toLowerCase() === 'yes') : text }
}

// Joins the alternatives of a mail into one: the last visible HTML, which is the richest, and the first alternative
// without HTML as plain text.
function chooseAlternative(children: Stretch[][]): Stretch[] {
  const rich = children.findLast((stretches) => stretches.some(({ html }) => html !== null && isVisible(html)))
  const plain = children.find((stretches) => stretches.length > 0 && stretches.every(({ html }) => html === null))
  const html = rich ? joinStretches(rich).html : null
  const text = plain ? joinStretches(plain).text : rich ? joinStretches(rich).text : null
  return html === null && text === null ? [] : [{ html, text }]
}

function joinStretches(stretches: Stretch[]): Stretch {
  if (stretches.length === 1) return stretches[0]!
  const hasHtml = stretches.some(({ html }) => html !== null)
  const hasText = stretches.some(({ text }) => text !== null)
  return {
    html: hasHtml ? stretches.map(({ html, text }) => html ?? textToHtml(text ?? '')).join('\n') : null,
    text: hasText ? stretches.map(({ html, text }) => text ?? htmlToText(html ?? '')).join('\n') : null,
  }
}

const textToHtml = (text: string) => `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>`

const isVisible = (html: string) => /<img\b/i.test(html) || htmlToText(html) !== ''
