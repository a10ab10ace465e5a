import {
  type MessageWords,
  mostFilesOfMessage,
  mostKept,
  mostOfCustomer,
  tooLong,
  tooMuchKept,
} from '#contract/tickets/message-text.ts'
import { isUuid } from '#contract/uuid.ts'
import { hidePictures, pictureUrl } from '#server/files/file-urls.ts'
import { takeUploads } from '#server/files/keep-file.ts'
import { showableImages } from '#server/files/mime-types.ts'
import { storeBytes } from '#server/files/uploads/store-bytes.ts'
import { refuseMoreUploads } from '#server/files/uploads/upload-files.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { htmlToText } from '#server/platform/html/html-to-text.ts'
import { sanitizeComposedHtml } from '#server/platform/html/sanitize-html.ts'
import type { Person } from '#server/platform/http/caller.ts'
import { spendBytes } from '#server/platform/http/input/spend-bytes.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseUnfilledVariables } from '#server/tickets/macros/variables-in-html.ts'
import type { NewText } from '#server/tickets/ticket/ticket-state.ts'

type ComposeTextInput = { platform: Platform; caller: Person; body: MessageWords }

/** Sanitizes a message. Call this before the transaction that locks the ticket, because it can take long. */
export async function cleanWritten({ platform, caller, body }: ComposeTextInput): Promise<CleanText> {
  if (caller.kind === 'customer') refuseTooLong(body)
  const pictures = new WrittenPictures()
  const { clean, bytes } = cleanWithin(caller, body, pictures.find)
  spendBytes(platform, caller, 'text', bytes)
  const html = await pictures.store(platform, caller, clean.html)
  return { ...clean, html, pictureIds: [...pictures.named] }
}

/** Sanitizes a draft. It does not count against the caller's byte limit, because each save replaces the last. */
export const cleanDraft = async ({ caller, body: { html } }: { caller: Person; body: { html: string } }) =>
  cleanWithin(caller, { html }).clean.html

function cleanWithin({ kind }: Person, written: MessageWords, findPicture?: FindPicture) {
  const clean = cleanComposed(written, findPicture)
  const bytes = Buffer.byteLength(JSON.stringify([clean.html, clean.text]))
  if (bytes > mostKept[kind]) throw invalidField(written.html === undefined ? 'text' : 'html', tooMuchKept)
  return { clean, bytes }
}

/** Composes a text of the team. Refuses a variable that was not filled in. */
export async function composeTeamText(...composed: Parameters<typeof composeText>): Promise<NewText> {
  refuseUnfilledVariables(composed[1].html)
  return composeText(...composed)
}

export async function composeText(
  tx: WorkspaceTx,
  clean: CleanText,
  attachments: string[] | undefined,
  uploaderId: string,
): Promise<NewText> {
  const { pictureIds = [], ...said } = clean
  const attachmentIds = [...new Set([...(attachments ?? []), ...pictureIds])]
  if (attachmentIds.length > mostFilesOfMessage) throw new Refusal('too-many-files')
  if (clean.text.trim() === '' && attachmentIds.length === 0) throw new Refusal('nothing-to-say')
  await takeUploads(tx, attachmentIds, uploaderId)
  return { ...said, quotedText: null, attachmentIds }
}

function refuseTooLong({ html = '', text = '' }: MessageWords) {
  for (const [field, value] of Object.entries({ html, text })) {
    if (value.length > mostOfCustomer) throw invalidField(field, tooLong(mostOfCustomer))
  }
}

export type CleanText = {
  html: string
  text: string
  /** Uploaded pictures in the text. They become attachments even if the request does not list them. */
  pictureIds?: string[]
}

type FindPicture = (source: string) => string | null

/** Sanitizes a text. Keeps pictures whose `data-file` is a file id or for which `findPicture` returns a URL. */
export function cleanComposed({ html, text = '' }: MessageWords, findPicture: FindPicture = () => null): CleanText {
  const clean = sanitizeComposedHtml(html ?? paragraphs(text), (source, attributes) => {
    const fileId = attributes['data-file'] ?? ''
    return isUuid(fileId.toLowerCase()) ? pictureUrl(fileId) : findPicture(source)
  })
  return { html: hidePictures(clean), text: htmlToText(clean) }
}

const link = /https?:\/\/[^\s<>"']{1,2000}[^\s<>"'.,;:!?)\]]/g

function paragraphs(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => `<p>${withLinks(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('')
}

function withLinks(text: string): string {
  let html = ''
  let from = 0
  for (const { 0: url, index } of text.matchAll(link)) {
    html += `${escapeHtml(text.slice(from, index))}<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`
    from = index + url.length
  }
  return html + escapeHtml(text.slice(from))
}

type Picture = { mime: string; body: Buffer }

// Collects the pictures of HTML that came through the API. A `cid:` URL names an upload, a `data:` URL contains the
// bytes.
class WrittenPictures {
  readonly named = new Set<string>()
  private readonly brought = new Map<string, Picture>()

  /**
   * Returns a new URL for the picture, or null. For null, the sanitizer replaces the picture by its alternative text.
   */
  find = (source: string): string | null => {
    if (/^cid:/i.test(source)) return pictureUrl(this.name(source.slice(4)))
    return /^data:/i.test(source) ? pictureUrl(this.bring(source)) : null
  }

  private name(contentId: string): string {
    if (!isUuid(contentId.toLowerCase()))
      throw invalidField(
        'html',
        'Write cid: and the id of a file that you uploaded by POST /api/v1/files, without anything else',
      )
    this.named.add(contentId.toLowerCase())
    return contentId.toLowerCase()
  }

  private bring(source: string): string {
    const [, mime = '', encoded = ''] = inBase64.exec(source.replace(/\s+/g, '')) ?? []
    if (!showableImages.has(mime.toLowerCase()))
      throw invalidField(
        'html',
        'Write a picture in data: as Base64 of a PNG, JPEG, GIF, WebP or AVIF, or upload it and write cid: and its id',
      )
    if (this.brought.size === mostFilesOfMessage) throw new Refusal('too-many-files')
    const place = placeOf(this.brought.size)
    this.brought.set(place, { mime: mime.toLowerCase(), body: Buffer.from(encoded, 'base64') })
    return place
  }

  async store(platform: Platform, caller: Person, html: string): Promise<string> {
    const shown = [...this.brought].filter(([place]) => html.includes(place))
    const bytes = shown.reduce((sum, [, { body }]) => sum + body.length, 0)
    if (shown.length > 0) await refuseMoreUploads(platform, caller.workspaceId, bytes)
    let stored = html
    for (const [place, { mime, body }] of shown) {
      spendBytes(platform, caller, 'file', body.length)
      const { id } = await storeBytes(platform, caller, { name: `picture.${mime.slice('image/'.length)}`, mime, body })
      this.named.add(id)
      stored = stored.replaceAll(place, id)
    }
    return stored
  }
}

const inBase64 = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/i

const placeOf = (number: number) => `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`

export const invalidField = (field: string, detail: string) =>
  new Refusal('invalid', { detail, fields: { [field]: detail } })
