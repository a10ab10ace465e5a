import { mostFilesOfMessage, mostKept, mostOfCustomer, tooLong, tooMuchKept, type Written } from '#contract/written.ts'
import { takeUploads } from '#server/files/keep-file.ts'
import { hidePictures, pictureUrl } from '#server/files/picture-urls.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { htmlToText } from '#server/platform/html/html-to-text.ts'
import { sanitizeComposedHtml } from '#server/platform/html/sanitize-html.ts'
import type { Person } from '#server/platform/http/caller.ts'
import { spendBytes } from '#server/platform/http/input/spend-bytes.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { NewText } from '#server/tickets/ticket-state.ts'
import { WrittenPictures } from './written-pictures.ts'

type Writing = { platform: Platform; caller: Person; body: Written }

/** Cleans what a person wrote. It can take long, so it happens before the transaction that locks the ticket. */
export async function cleanWritten({ platform, caller, body }: Writing): Promise<CleanText> {
  if (caller.kind === 'customer') refuseTooLong(body)
  const pictures = new WrittenPictures()
  const { clean, bytes } = cleanWithin(caller, body, pictures.find)
  spendBytes(platform, caller, 'text', bytes)
  const html = await pictures.store(platform, caller, clean.html)
  return { ...clean, html, pictureIds: [...pictures.named] }
}

/** As `cleanWritten`, of what is kept in the place of what was written before it. */
export const cleanDraft = async ({ caller, body: { html } }: { caller: Person; body: { html: string } }) =>
  cleanWithin(caller, { html }).clean.html

function cleanWithin({ kind }: Person, written: Written, findPicture?: FindPicture) {
  const clean = cleanComposed(written, findPicture)
  const bytes = Buffer.byteLength(JSON.stringify([clean.html, clean.text]))
  if (bytes > mostKept[kind]) throw new Refusal('invalid', { detail: tooMuchKept, fields: fieldOf(written) })
  return { clean, bytes }
}

const fieldOf = ({ html }: Written) => ({ [html === undefined ? 'text' : 'html']: tooMuchKept })

/** What a person wrote, together with the uploads that are theirs. */
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

/** Customers write less at once than the team, whose limits are those of the contract. */
function refuseTooLong({ html = '', text = '' }: Written) {
  for (const [field, said] of Object.entries({ html, text })) {
    if (said.length <= mostOfCustomer) continue
    const detail = tooLong(mostOfCustomer)
    throw new Refusal('invalid', { detail, fields: { [field]: detail } })
  }
}

export type CleanText = {
  html: string
  text: string
  /** Uploads that the text shows, which go with it whether they are named as attachments or not. */
  pictureIds?: string[]
}

type FindPicture = (source: string) => string | null

/** What a person wrote, as clean HTML and as text. Pictures stay when they are files of ours, as `data-file`, or `findPicture` knows them. */
export function cleanComposed({ html, text = '' }: Written, findPicture: FindPicture = () => null): CleanText {
  const clean = sanitizeComposedHtml(html ?? paragraphs(text), (source, attributes) => {
    const fileId = attributes['data-file'] ?? ''
    return /^[0-9a-f-]{36}$/i.test(fileId) ? pictureUrl(fileId) : findPicture(source)
  })
  return { html: hidePictures(clean), text: htmlToText(clean) }
}

const link = /https?:\/\/[^\s<>"']{1,2000}[^\s<>"'.,;:!?)\]]/g

/** Plain text as paragraphs, its lines kept and its addresses made links. */
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
