import { noText } from '#contract/texts.ts'
import { mostOfCustomer } from '#contract/tickets/message-text.ts'
import type { MailFile } from '#server/files/keep-file.ts'
import { cleanMime, showableImages } from '#server/files/mime-types.ts'
import { hidePictures, pictureUrl } from '#server/files/picture-urls.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { cleanFileName } from '#server/files/uploads/upload-files.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import type { ForwardingColleague } from '#server/platform/html/forwards/find-forward.ts'
import { MAX_PARTS } from '#server/platform/mail-parsing/mime/scan-mime.ts'
import type { MailAttachment, ParsedMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { cleanMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { derivedId } from '#server/platform/secrets/derived-id.ts'
import type { NewText } from '#server/tickets/ticket/ticket-state.ts'
import type { MailFacts } from './read-facts.ts'

type Body = { html: string; text: string; quotedHtml: string; quotedText: string | null }

/** What a message shows of a mail, or of a part of it. */
export type MailText = Body & { files: MailFile[] }

/** The parts of a mail that become messages, and those whose files are kept. */
type TextPart = 'whole' | 'inner' | 'cover'
type FilePart = 'whole' | 'attached'

/** Of a mail a message shows no more than of what a customer writes; all of it is a file then. */
const mostHtml = 2 * mostOfCustomer
const wholeName = 'whole-message'

const firstOf: Record<FilePart, number> = { whole: 0, attached: MAX_PARTS + 3 }
const longTextOf: Record<TextPart, number> = { whole: MAX_PARTS, inner: MAX_PARTS + 1, cover: MAX_PARTS + 2 }

/** The same ids at each run, so that a run that is repeated stores nothing twice. */
export const fileIdOf = (mailId: string, at: number): string => derivedId(mailId, at)

/** All that the files of a mail may be called, as each is a part of it, or of a mail that is attached to it. */
export const fileIdsOf = (mailId: string) =>
  Array.from({ length: firstOf.attached + MAX_PARTS }, (_, at) => fileIdOf(mailId, at))

/** Stores the files of a mail, before the transaction that speaks of them. */
export async function keepFiles(
  { platform, workspaceId, mail }: MailFacts,
  attachments: MailAttachment[],
  part: FilePart,
): Promise<MailFile[]> {
  const files = attachments.map((attachment, at) => describeFile(fileIdOf(mail.id, firstOf[part] + at), attachment))
  for (const [at, file] of files.entries()) {
    await platform.storage.put(fileKey(workspaceId, file.id), attachments[at]!.bytes)
  }
  return files
}

function describeFile(id: string, { bytes, inline, contentId, ...sent }: MailAttachment): MailFile {
  const name = cleanFileName(sent.name)
  const mime = cleanMime(sent.mime, name)
  const isInline = inline && contentId !== null && showableImages.has(mime)
  return { id, name, mime, bytes: bytes.length, contentId, isInline }
}

type Bodies = Pick<ParsedMail, 'html' | 'text'>

/** Cleans what a mail says; its pictures are those of its files. */
export function cleanWithPictures(
  { lane }: MailFacts,
  { html, text }: Bodies,
  files: MailFile[],
  colleague: ForwardingColleague | null = null,
) {
  const pictures = files.filter(({ isInline }) => isInline)
  const pictureUrls = Object.fromEntries(pictures.map(({ id, contentId }) => [contentId!, pictureUrl(id)]))
  return cleanMail({ html, text, pictureUrls, colleague }, lane)
}

/** A message of what was cleaned: never empty, and as long as a message may be, with all of it as a file beside it. */
export async function showText(facts: MailFacts, body: Body, files: MailFile[], part: TextPart): Promise<MailText> {
  const hidden = { ...body, html: hidePictures(body.html), quotedHtml: hidePictures(body.quotedHtml) }
  const whole = withoutNulls(neverEmpty(hidden))
  const shown = shorten(whole)
  if (shown === whole) return { ...whole, files }
  return { ...shown, files: [...files, await keepLongText(facts, whole, longTextOf[part])] }
}

/** All that was written, as a page where it came as one. */
async function keepLongText(
  { platform, workspaceId, mail, parsed }: MailFacts,
  body: Body,
  at: number,
): Promise<MailFile> {
  const { html, text, quotedHtml, quotedText } = body
  const isPage = parsed.html !== null
  const bytes = Buffer.from(isPage ? html + quotedHtml : [text, quotedText].filter(Boolean).join('\n\n'))
  const id = fileIdOf(mail.id, at)
  await platform.storage.put(fileKey(workspaceId, id), bytes)
  const [ending, mime] = isPage ? ['html', 'text/html'] : ['txt', 'text/plain']
  return { id, name: `${wholeName}.${ending}`, mime, bytes: bytes.length, contentId: null, isInline: false }
}

/** A mail that is all quotation shows it; one without any words says so. */
function neverEmpty(body: Body): Body {
  if (body.text.trim() || /<img\b/i.test(body.html)) return body
  if (body.quotedText?.trim()) return { html: body.quotedHtml, text: body.quotedText, quotedHtml: '', quotedText: null }
  return { ...body, html: `<p>${noText}</p>`, text: noText }
}

/** What a message has room for; the same where all of it has. */
function shorten(body: Body): Body {
  const parts = [cutHtml(body.html, body.text), cutHtml(body.quotedHtml, body.quotedText ?? '')] as const
  const text = cutText(body.text)
  const quotedText = body.quotedText === null ? null : cutText(body.quotedText)
  const isWhole = parts[0] === body.html && parts[1] === body.quotedHtml
  if (isWhole && text === body.text && quotedText === body.quotedText) return body
  return { html: parts[0], text, quotedHtml: parts[1], quotedText }
}

const cutHtml = (html: string, text: string) =>
  Buffer.byteLength(html) > mostHtml ? `<div style="white-space:pre-wrap">${escapeHtml(cutText(text))}</div>` : html

const cutText = (text: string) =>
  Buffer.byteLength(text) > mostOfCustomer ? `${beginning(text, mostOfCustomer)}…` : text

/** As many whole letters as go into so many bytes. */
const beginning = (text: string, bytes: number) =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true })

/** The database keeps no NUL in a text. */
const withoutNulls = (body: Body): Body => ({
  html: body.html.replaceAll('\0', ''),
  text: body.text.replaceAll('\0', ''),
  quotedHtml: body.quotedHtml.replaceAll('\0', ''),
  quotedText: body.quotedText?.replaceAll('\0', '') ?? null,
})

const longestId = 500

export const textOf = ({ html, text, quotedText, files }: MailText): NewText => ({
  html,
  text,
  quotedText,
  attachmentIds: files.map(({ id }) => id),
})

export const messageIdOf = ({ parsed: { messageId } }: { parsed: Pick<MailFacts['parsed'], 'messageId'> }) =>
  messageId && messageId.length <= longestId ? messageId : null
