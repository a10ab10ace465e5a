import { noText } from '#contract/texts.ts'
import { mostOfCustomer } from '#contract/written.ts'
import type { MailFile } from '#server/files/keep-file.ts'
import { cleanMime, showableImages } from '#server/files/mime-types.ts'
import { hidePictures, pictureUrl } from '#server/files/picture-urls.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { cleanFileName } from '#server/files/uploads/upload-files.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { cleanMail } from '#server/platform/mail-parsing/clean-mail.ts'
import { MAX_PARTS } from '#server/platform/mail-parsing/mime/scan-mime.ts'
import type { MailAttachment } from '#server/platform/mail-parsing/parse-mail.ts'
import { derivedId } from '#server/platform/secrets/derived-id.ts'
import { identifyMail } from './identify-mail.ts'
import type { Facts } from './read-facts.ts'

export type MailContent = {
  html: string
  text: string
  quotedHtml: string
  quotedText: string | null
  files: MailFile[]
  /** By which a mail that comes twice is known. */
  identity: string
}

/** Of a mail a message shows no more than of what a customer writes; all of it is a file then. */
const mostHtml = 2 * mostOfCustomer
const wholeName = 'whole-message'

/** What a message shows of a mail. Its files are stored here, before the transaction that speaks of them. */
export async function prepareContent({ platform, workspaceId, mail, lane, parsed }: Facts): Promise<MailContent> {
  const files = parsed.attachments.map((attachment, at) => describeFile(mail.id, attachment, at))
  const pictures = files.filter(({ isInline }) => isInline)
  const pictureUrls = Object.fromEntries(pictures.map(({ id, contentId }) => [contentId!, pictureUrl(id)]))
  const clean = await cleanMail({ html: parsed.html, text: parsed.text, pictureUrls }, lane)
  for (const [at, file] of files.entries()) {
    await platform.storage.put(fileKey(workspaceId, file.id), parsed.attachments[at]!.bytes)
  }
  const said = { text: clean.bodyText, quotedText: clean.quotedText }
  const identity = await identifyMail(platform.keys.mail, parsed, said)
  const body = neverEmpty({
    html: hidePictures(clean.bodyHtml),
    text: clean.bodyText,
    quotedHtml: hidePictures(clean.quotedHtml ?? ''),
    quotedText: clean.quotedText,
  })
  const whole = withoutNulls(body)
  const shown = shorten(whole)
  if (shown === whole) return { ...whole, files, identity }
  const written = await keepWhole({ platform, workspaceId, mail, parsed }, whole)
  return { ...shown, files: [...files, written], identity }
}

type Mail = Pick<Facts, 'platform' | 'workspaceId' | 'mail' | 'parsed'>

/** All that was written, as a page where it came as one. */
async function keepWhole({ platform, workspaceId, mail, parsed }: Mail, { html, text, ...quoted }: Body) {
  const isPage = parsed.html !== null
  const written = isPage ? html + quoted.quotedHtml : [text, quoted.quotedText].filter(Boolean).join('\n\n')
  const bytes = Buffer.from(written)
  const id = fileIdOf(mail.id, parsed.attachments.length)
  await platform.storage.put(fileKey(workspaceId, id), bytes)
  const [ending, mime] = isPage ? ['html', 'text/html'] : ['txt', 'text/plain']
  return { id, name: `${wholeName}.${ending}`, mime, bytes: bytes.length, contentId: null, isInline: false }
}

/** The same ids at each run, so that a run that is repeated stores nothing twice. */
export const fileIdOf = (mailId: string, at: number): string => derivedId(mailId, at)

function describeFile(mailId: string, { bytes, inline, contentId, ...sent }: MailAttachment, at: number): MailFile {
  const id = fileIdOf(mailId, at)
  const name = cleanFileName(sent.name)
  const mime = cleanMime(sent.mime, name)
  const isInline = inline && contentId !== null && showableImages.has(mime)
  return { id, name, mime, bytes: bytes.length, contentId, isInline }
}

type Body = Omit<MailContent, 'files' | 'identity'>

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

type Place = Pick<Facts, 'platform' | 'workspaceId'>

/** Whatever files a mail had. Only before it is suspended: from then on somebody may recover it. */
export async function discardFiles({ platform, workspaceId }: Place, mailId: string) {
  for (const id of fileIdsOf(mailId)) await platform.storage.remove(fileKey(workspaceId, id))
}

/** All that the files of a mail may be called, as each is a part of it. */
export const fileIdsOf = (mailId: string) => Array.from({ length: MAX_PARTS + 1 }, (_, at) => fileIdOf(mailId, at))
