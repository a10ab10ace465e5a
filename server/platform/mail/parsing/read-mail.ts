import { decodeHeaders, readAddresses, readDate, readMessageId, readMessageIds, readSubject } from './decode-headers.ts'
import { decodeEncodedWords, rewriteEncodedWords } from './encoded-words.ts'
import { bytesOf, type MimeNode, MimeTree } from './mime-tree.ts'
import { nameAttachment } from './name-attachment.ts'
import { type MailAttachment, type ParsedMail, type RefusedMail, refuseMail } from './parsed-mail.ts'
import { type MailBody, readBody } from './read-body.ts'
import { rewriteHeadersAsUtf8, scanMime } from './scan-mime.ts'

const HEADER_BYTES = 64 * 1024

/** Reads a mail in this thread. Everybody but the worker goes through `parseMail`, which can stop it. */
export async function readMail(raw: Buffer): Promise<ParsedMail | RefusedMail> {
  const scan = scanMime(raw)
  if (scan.refused) return refuseMail(scan.refused)
  const root = await MimeTree.read(rewriteHeadersAsUtf8(raw, scan.blocks))
  return { ...readHeaders(root), ...describeBody(readBody(root)), ...readReport(root) }
}

function readHeaders(root: MimeNode) {
  const raw = root.headers.map(({ key, value }) => ({ key, value: rewriteEncodedWords(value) }))
  const { headers, headerMap } = decodeHeaders(raw)
  return {
    headers,
    headerMap,
    messageId: readMessageId(headerMap.get('message-id')),
    inReplyTo: readMessageIds(headerMap.get('in-reply-to')),
    references: readMessageIds(headerMap.get('references')),
    from: readAddresses(raw, 'from')[0] ?? readAddresses(raw, 'sender')[0] ?? null,
    replyTo: readAddresses(raw, 'reply-to'),
    to: readAddresses(raw, 'to'),
    cc: readAddresses(raw, 'cc'),
    subject: readSubject(headerMap),
    date: readDate(headerMap.get('date')),
  }
}

function describeBody({ html, text, isEmpty, attachments }: MailBody) {
  const shown = html ? findContentIds(html) : new Set<string>()
  return { html, text, isEmpty, attachments: attachments.map((node) => describeAttachment(node, shown)) }
}

function describeAttachment(node: MimeNode, shown: Set<string>): MailAttachment {
  const mime = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.exec(node.contentType.parsed.value)?.[0] ?? 'application/octet-stream'
  const bytes = bytesOf(node)
  const given = node.contentDisposition.parsed.params.filename ?? node.contentType.parsed.params.name ?? null
  const contentId = node.contentId?.replace(/[<>\s]/g, '').slice(0, 500) || null
  return {
    name: nameAttachment(
      given && decodeEncodedWords(given),
      mime,
      mime === 'message/rfc822' ? readSubjectInside(bytes) : null,
    ),
    mime,
    bytes,
    inline: contentId !== null && shown.has(contentId),
    contentId,
  }
}

function findContentIds(html: string): Set<string> {
  const found = html.matchAll(/\bcid:([^"'\s>)]{1,500})/gi)
  return new Set([...found].flatMap(([, id]) => [id!, decodeUrlPart(id!), id!.replaceAll('&amp;', '&')]))
}

function decodeUrlPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readSubjectInside(bytes: Buffer): string {
  const headers = bytes
    .subarray(0, HEADER_BYTES)
    .toString('utf8')
    .split(/\r?\n\r?\n/, 1)[0]!
  const subject = /(?:^|\n)subject:((?:[^\n]|\n[ \t])*)/i.exec(headers)?.[1] ?? ''
  return decodeEncodedWords(subject)
}

/** What a bounce carries for machines, wherever in the tree it sits. */
function readReport(root: MimeNode): Pick<ParsedMail, 'deliveryStatus' | 'returnedHeaders'> {
  const status = findPart(root, ['message/delivery-status', 'message/global-delivery-status'])
  const returned = findPart(root, ['text/rfc822-headers', 'message/rfc822', 'message/global', 'message/global-headers'])
  return {
    deliveryStatus: status && bytesOf(status).subarray(0, HEADER_BYTES).toString('utf8'),
    returnedHeaders:
      returned &&
      bytesOf(returned)
        .subarray(0, HEADER_BYTES)
        .toString('utf8')
        .split(/\r?\n\r?\n/, 1)[0]!,
  }
}

function findPart(node: MimeNode, types: string[]): MimeNode | null {
  if (types.includes(node.contentType.parsed.value)) return node
  for (const child of node.childNodes) {
    const found = findPart(child, types)
    if (found) return found
  }
  return null
}
