import { mostKept, mostOfCustomer, tooLong, tooMuchKept, type Written } from '#contract/written.ts'
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

type Writing = { platform: Platform; caller: Person; body: Written }

/** Cleans what a person wrote. It can take long, so it happens before the transaction that locks the ticket. */
export async function cleanWritten({ platform, caller, body }: Writing): Promise<CleanText> {
  if (caller.kind === 'customer') refuseTooLong(body)
  const clean = cleanComposed(body)
  const bytes = Buffer.byteLength(JSON.stringify([clean.html, clean.text]))
  if (bytes > mostKept[caller.kind]) throw new Refusal('invalid', { detail: tooMuchKept, fields: fieldOf(body) })
  spendBytes(platform, caller, 'text', bytes)
  return clean
}

const fieldOf = ({ html }: Written) => ({ [html === undefined ? 'text' : 'html']: tooMuchKept })

/** What a person wrote, together with the uploads that are theirs. */
export async function composeText(
  tx: WorkspaceTx,
  clean: CleanText,
  attachments: string[] | undefined,
  uploaderId: string,
): Promise<NewText> {
  const attachmentIds = [...new Set(attachments)]
  if (clean.text.trim() === '' && attachmentIds.length === 0) throw new Refusal('nothing-to-say')
  await takeUploads(tx, attachmentIds, uploaderId)
  return { ...clean, quotedText: null, attachmentIds }
}

/** Customers write less at once than the team, whose limits are those of the contract. */
function refuseTooLong({ html = '', text = '' }: Written) {
  for (const [field, said] of Object.entries({ html, text })) {
    if (said.length <= mostOfCustomer) continue
    const detail = tooLong(mostOfCustomer)
    throw new Refusal('invalid', { detail, fields: { [field]: detail } })
  }
}

export type CleanText = { html: string; text: string }

/** What a person wrote, as clean HTML and as text. Pictures stay when they are files of ours, as `data-file`. */
export function cleanComposed({ html, text = '' }: Written): CleanText {
  const clean = sanitizeComposedHtml(html ?? paragraphs(text), (_, attributes) => {
    const fileId = attributes['data-file'] ?? ''
    return /^[0-9a-f-]{36}$/i.test(fileId) ? pictureUrl(fileId) : null
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
