import { escapeHtml } from '#server/platform/mail/html/escape-html.ts'
import { htmlToText } from '#server/platform/mail/html-to-text.ts'
import { decodeText, findHtmlCharset, unfoldFlowedText } from './decode-text.ts'
import { bytesOf, type MimeNode } from './mime-tree.ts'

/** A stretch of the body: HTML, plain text, or both as alternatives of each other. */
type Stretch = { html: string | null; text: string | null }

export type MailBody = { html: string | null; text: string | null; isEmpty: boolean; attachments: MimeNode[] }

// Copies of the same words for one program each; the others show the HTML.
const privateAlternatives = new Set(['text/x-amp-html', 'text/watch-html'])

export function readBody(root: MimeNode): MailBody {
  const attachments: MimeNode[] = []
  const body = joinStretches(readStretches(root, root, attachments))
  const showsHtml = body.html !== null && isVisible(body.html)
  const text = body.text?.trim() ? body.text : null
  return { html: showsHtml ? body.html : null, text, isEmpty: !showsHtml && !text, attachments }
}

function readStretches(node: MimeNode, root: MimeNode, attachments: MimeNode[]): Stretch[] {
  if (node.childNodes.length) {
    const children = node.childNodes.map((child) => readStretches(child, root, attachments))
    return node.contentType.multipart === 'alternative' ? chooseAlternative(children) : children.flat()
  }
  const mime = node.contentType.parsed.value
  if (privateAlternatives.has(mime)) return []
  if (isBodyPart(node, root)) return [readStretch(node, mime)]
  if (node.content || node !== root) attachments.push(node)
  return []
}

function isBodyPart(node: MimeNode, root: MimeNode): boolean {
  const { value: mime, params } = node.contentType.parsed
  const disposition = node.contentDisposition.parsed
  // A multipart whose parts cannot be found is shown as the text it is.
  if (node.contentType.multipart !== false) return true
  if (!mime.startsWith('text/') && mime !== '') return false
  if (disposition.value === 'attachment') return false
  if (node === root) return mime !== 'text/calendar'
  if (mime !== 'text/plain' && mime !== 'text/html') return false
  return !disposition.params.filename && !(params.name && disposition.value)
}

function readStretch(node: MimeNode, mime: string): Stretch {
  const { charset, format, delsp } = node.contentType.parsed.params
  const bytes = bytesOf(node)
  if (mime === 'text/html') return { html: decodeText(bytes, charset ?? findHtmlCharset(bytes)), text: null }
  const text = decodeText(bytes, charset ?? null).replace(/\r\n?/g, '\n')
  const isFlowed = format?.toLowerCase() === 'flowed'
  return { html: null, text: isFlowed ? unfoldFlowedText(text, delsp?.toLowerCase() === 'yes') : text }
}

/** The last HTML is the richest; the plain text beside it stays as its text. */
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
