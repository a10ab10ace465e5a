import { noText } from '#contract/texts.ts'
import { mostOfCustomer } from '#contract/tickets/message-text.ts'
import { hidePictures, pictureUrl } from '#server/files/file-urls.ts'
import type { MailFile } from '#server/files/keep-file.ts'
import { cleanMime, showableImages } from '#server/files/mime-types.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { cleanFileName } from '#server/files/uploads/upload-files.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import type { ForwardingColleague } from '#server/platform/html/forwards/find-forward.ts'
import { MAX_PARTS } from '#server/platform/mail-parsing/mime/scan-mime.ts'
import { cleanMail, type MailAttachment, type ParsedMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { derivedId } from '#server/platform/secrets/derived-id.ts'
import type { NewText } from '#server/tickets/ticket/ticket-state.ts'
import type { MailFacts } from './read-facts.ts'

type Body = { html: string; text: string; quotedHtml: string; quotedText: string | null }

export type MailText = Body & { files: MailFile[] }

type TextPart = 'whole' | 'inner' | 'cover'
type FilePart = 'whole' | 'attached'

// Maximum bytes of HTML in a message. If a mail has more, the message shows its shortened text, and the whole mail is
// attached as a file.
const mostHtml = 2 * mostOfCustomer
const wholeName = 'whole-message'

const firstOf: Record<FilePart, number> = { whole: 0, attached: MAX_PARTS + 3 }
const longTextOf: Record<TextPart, number> = { whole: MAX_PARTS, inner: MAX_PARTS + 1, cover: MAX_PARTS + 2 }

/** Derives the id of a file from its mail, so that a second run for the same mail stores no file twice. */
export const fileIdOf = (mailId: string, at: number): string => derivedId(mailId, at)

export const fileIdsOf = (mailId: string) =>
  Array.from({ length: firstOf.attached + MAX_PARTS }, (_, at) => fileIdOf(mailId, at))

/** Stores the attachments of a mail. Call this before the transaction that refers to the files. */
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

export function cleanWithPictures(
  { lane }: MailFacts,
  { html, text }: Pick<ParsedMail, 'html' | 'text'>,
  files: MailFile[],
  colleague: ForwardingColleague | null = null,
) {
  const pictures = files.filter(({ isInline }) => isInline)
  const pictureUrls = Object.fromEntries(pictures.map(({ id, contentId }) => [contentId!, pictureUrl(id)]))
  return cleanMail({ html, text, pictureUrls, colleague }, lane)
}

export async function showText(facts: MailFacts, body: Body, files: MailFile[], part: TextPart): Promise<MailText> {
  const hidden = { ...body, html: hidePictures(body.html), quotedHtml: hidePictures(body.quotedHtml) }
  const whole = withoutNulls(neverEmpty(hidden))
  const shown = shorten(whole)
  if (shown === whole) return { ...whole, files }
  return { ...shown, files: [...files, await keepLongText(facts, whole, longTextOf[part])] }
}

async function keepLongText({ platform, workspaceId, mail, parsed }: MailFacts, body: Body, at: number) {
  const { html, text, quotedHtml, quotedText } = body
  const isPage = parsed.html !== null
  const bytes = Buffer.from(isPage ? html + quotedHtml : [text, quotedText].filter(Boolean).join('\n\n'))
  const id = fileIdOf(mail.id, at)
  await platform.storage.put(fileKey(workspaceId, id), bytes)
  const [ending, mime] = isPage ? ['html', 'text/html'] : ['txt', 'text/plain']
  return { id, name: `${wholeName}.${ending}`, mime, bytes: bytes.length, contentId: null, isInline: false }
}

function neverEmpty(body: Body): Body {
  if (body.text.trim() || /<img\b/i.test(body.html)) return body
  if (body.quotedText?.trim()) return { html: body.quotedHtml, text: body.quotedText, quotedHtml: '', quotedText: null }
  return { ...body, html: `<p>${noText}</p>`, text: noText }
}

/** Shortens texts that are too long. Returns the same object if nothing was shortened. */
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

const beginning = (text: string, bytes: number) =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true })

/** Removes NUL characters, because PostgreSQL cannot store them in text. */
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
