import { asLine } from '#contract/letters/as-line.ts'
import { cutGracefully } from './decode-headers.ts'

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

export function nameAttachment(given: string | null, mime: string, subjectInside: string | null): string {
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
