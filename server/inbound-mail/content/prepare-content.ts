import { noText } from '#contract/texts.ts'
import { showableImages } from '#server/files/image-types.ts'
import type { MailFile } from '#server/files/keep-file.ts'
import { hidePictures, pictureUrl } from '#server/files/picture-urls.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { cleanFileName, cleanMime } from '#server/files/upload-files.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { cleanMail } from '#server/platform/mail-parsing/clean-mail.ts'
import { MAX_PARTS } from '#server/platform/mail-parsing/mime/scan-mime.ts'
import type { MailAttachment } from '#server/platform/mail-parsing/parse-mail.ts'
import { derivedId } from '#server/platform/secrets/derived-id.ts'
import type { Facts } from './read-facts.ts'

export type MailContent = {
  html: string
  text: string
  quotedHtml: string
  quotedText: string | null
  files: MailFile[]
}

const mostHtml = 1024 * 1024
const mostText = 256 * 1024

/** What a message shows of a mail. Its files are stored here, before the transaction that speaks of them. */
export async function prepareContent({ platform, workspaceId, mail, parsed }: Facts): Promise<MailContent> {
  const files = parsed.attachments.map((attachment, at) => describeFile(mail.id, attachment, at))
  const shown = files.filter(({ isInline }) => isInline)
  const pictureUrls = Object.fromEntries(shown.map(({ id, contentId }) => [contentId!, pictureUrl(id)]))
  const clean = await cleanMail({ html: parsed.html, text: parsed.text, pictureUrls })
  for (const [at, file] of files.entries()) {
    await platform.storage.put(fileKey(workspaceId, file.id), parsed.attachments[at]!.bytes)
  }
  const body = neverEmpty({
    html: hidePictures(clean.bodyHtml),
    text: clean.bodyText,
    quotedHtml: hidePictures(clean.quotedHtml ?? ''),
    quotedText: clean.quotedText,
  })
  return { ...withoutNulls(shorten(body)), files }
}

/** The same ids at each run, so that a run that is repeated stores nothing twice. */
export const fileIdOf = (mailId: string, at: number): string => derivedId(mailId, at)

function describeFile(mailId: string, { name, mime, bytes, inline, contentId }: MailAttachment, at: number): MailFile {
  const id = fileIdOf(mailId, at)
  const isInline = inline && contentId !== null && showableImages.has(cleanMime(mime))
  return { id, name: cleanFileName(name), mime: cleanMime(mime), bytes: bytes.length, contentId, isInline }
}

type Body = Omit<MailContent, 'files'>

/** A mail that is all quotation shows it; one without any words says so. */
function neverEmpty(body: Body): Body {
  if (body.text.trim() || /<img\b/i.test(body.html)) return body
  if (body.quotedText?.trim()) return { html: body.quotedHtml, text: body.quotedText, quotedHtml: '', quotedText: null }
  return { ...body, html: `<p>${noText}</p>`, text: noText }
}

function shorten(body: Body): Body {
  const text = body.text.length > mostText ? `${body.text.slice(0, mostText)}…` : body.text
  const html = body.html.length > mostHtml ? `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>` : body.html
  const isLong = body.quotedHtml.length > mostHtml
  const quotedText = body.quotedText?.slice(0, mostText) ?? null
  return { html, text, quotedHtml: isLong ? escapeHtml(quotedText ?? '') : body.quotedHtml, quotedText }
}

/** The database keeps no NUL in a text. */
const withoutNulls = (body: Body): Body => ({
  html: body.html.replaceAll('\0', ''),
  text: body.text.replaceAll('\0', ''),
  quotedHtml: body.quotedHtml.replaceAll('\0', ''),
  quotedText: body.quotedText?.replaceAll('\0', '') ?? null,
})

type Place = Pick<Facts, 'platform' | 'workspaceId'>

/** Whatever files a mail had. Only before it is suspended: from then on somebody may recover it. */
export async function discardFiles({ platform, workspaceId }: Place, mailId: string) {
  for (const id of fileIdsOf(mailId)) await platform.storage.remove(fileKey(workspaceId, id))
}

/** All that the files of a mail may be called, as each is a part of it. */
export const fileIdsOf = (mailId: string) => Array.from({ length: MAX_PARTS }, (_, at) => fileIdOf(mailId, at))
