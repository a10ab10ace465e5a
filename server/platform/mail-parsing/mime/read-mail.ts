import { asLine } from '#contract/letters/as-line.ts'
import type { MailAttachment, ParsedMail, RefusedMail } from '#server/platform/mail-parsing/parsed-mail.ts'
import {
  cutGracefully,
  decodeHeaders,
  readAddresses,
  readDate,
  readMessageId,
  readMessageIds,
  readSubject,
} from './decode-headers.ts'
import { decodeBody } from './decode-transfer.ts'
import { decodeEncodedWords, rewriteEncodedWords } from './encoded-words.ts'
import { rereadOddHeaders } from './part-headers.ts'
import { type MailBody, readBody } from './read-body.ts'
import { type MimePart, scanMime } from './scan-mime.ts'

const HEADER_BYTES = 64 * 1024

export async function readMail(raw: Buffer): Promise<ParsedMail | RefusedMail> {
  const scan = await scanMime(raw)
  if (scan.refused) return { refused: scan.refused }
  const { root, parts } = scan
  await rereadOddHeaders(parts)
  return { ...readHeaders(root), ...describeBody(readBody(root)), ...readReport(parts) }
}

function readHeaders(root: MimePart) {
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
  return { html, text, isEmpty, attachments: attachments.map((part) => describeAttachment(part, shown)) }
}

function describeAttachment(part: MimePart, shown: Set<string>): MailAttachment {
  const mime = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.exec(part.mime)?.[0] ?? 'application/octet-stream'
  const bytes = decodeBody(part)
  const declaredName = part.dispositionParams.filename ?? part.params.name ?? null
  const subject = mime === 'message/rfc822' ? readSubjectInside(bytes) : null
  return {
    name: nameAttachment(declaredName && decodeEncodedWords(declaredName), mime, subject),
    mime,
    bytes,
    inline: part.contentId !== null && shown.has(part.contentId),
    contentId: part.contentId,
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

function readReport(parts: MimePart[]): Pick<ParsedMail, 'deliveryStatus' | 'returnedHeaders'> {
  const status = ['message/delivery-status', 'message/global-delivery-status']
  const returned = ['text/rfc822-headers', 'message/rfc822', 'message/global', 'message/global-headers']
  const readStart = (types: string[]) => {
    const part = parts.find(({ mime }) => types.includes(mime))
    return part ? decodeBody(part).toString('utf8', 0, HEADER_BYTES) : null
  }
  return { deliveryStatus: readStart(status), returnedHeaders: readStart(returned)?.split(/\r?\n\r?\n/, 1)[0] ?? null }
}

const MAX_NAME = 200

const extensions: Record<string, string> = {
  'application/ics': 'ics',
  'application/json': 'json',
  'application/msword': 'doc',
  'application/pdf': 'pdf',
  'application/pgp-signature': 'asc',
  'application/pkcs7-mime': 'p7m',
  'application/pkcs7-signature': 'p7s',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/tiff': 'tiff',
  'image/webp': 'webp',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/vcard': 'vcf',
  'text/x-vcard': 'vcf',
  'video/mp4': 'mp4',
}

const wholeNames: Record<string, string> = {
  'application/ms-tnef': 'winmail.dat',
  'application/pkcs7-signature': 'smime.p7s',
  'application/vnd.ms-tnef': 'winmail.dat',
  'message/delivery-status': 'delivery-status.txt',
  'message/disposition-notification': 'disposition-notification.txt',
  'message/feedback-report': 'feedback-report.txt',
  'text/calendar': 'invite.ics',
  'text/rfc822-headers': 'returned-headers.txt',
}

function nameAttachment(given: string | null, mime: string, subjectInside: string | null): string {
  const base = (given ?? '').split(/[\\/]/).at(-1)!
  const clean = asLine(base).replace(/[<>:"|?*]/g, '_')
  if (clean && !/^\.+$/.test(clean)) return keepExtension(clean)
  if (subjectInside !== null)
    return keepExtension(`${asLine(subjectInside).replace(/[<>:"|?*\\/]/g, '_') || 'message'}.eml`)
  return wholeNames[mime] ?? `${mime.startsWith('image/') ? 'image' : 'attachment'}.${extensions[mime] ?? 'bin'}`
}

function keepExtension(name: string): string {
  if (name.length <= MAX_NAME) return name
  const extension = /\.[\w-]{1,12}$/.exec(name)?.[0] ?? ''
  return cutGracefully(name.slice(0, -extension.length || undefined), MAX_NAME - extension.length) + extension
}
